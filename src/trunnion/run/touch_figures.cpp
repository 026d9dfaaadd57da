#include "trunnion/run/touch_figures.h"

#include <fmt/format.h>

#include <algorithm>

#include "trunnion/fem/solve.h"
#include "trunnion/results/hdf5_file.h"

namespace trunnion {
namespace {

/// The part of the first surface that presses in any step, and half as much beside it.
struct Shown {
  double from = 1e300, to = -1e300;
};

Shown shown_part(const TouchBody& body, const std::vector<TouchStep>& steps) {
  Shown out;
  for (const TouchStep& step : steps)
    for (const TouchPoint& point : step.points)
      if (point.normal_force > 0) {
        out.from = std::min(out.from, body.arc[point.node]);
        out.to = std::max(out.to, body.arc[point.node]);
      }
  const double margin = 0.5 * (out.to - out.from);
  return {out.from - margin, out.to + margin};
}

/// A value of every point shown over the way along the first surface.
Series along_surface(const TouchBody& body, const TouchStep& step, const Shown& shown, const std::string& name,
                     auto value) {
  std::vector<std::pair<double, double>> list;
  for (const TouchPoint& point : step.points)
    if (const double arc = body.arc[point.node]; arc >= shown.from && arc <= shown.to)
      list.emplace_back(arc, value(point));
  std::sort(list.begin(), list.end());
  Series series{name, VectorXd(Index(list.size())), VectorXd(Index(list.size()))};
  for (std::size_t i = 0; i < list.size(); ++i) {
    series.x[Index(i)] = list[i].first;
    series.y[Index(i)] = list[i].second;
  }
  return series;
}

Curve diagram(const StageInput& stage, const TouchProblem& problem, std::string title, std::string detail, Axis y) {
  Curve curve;
  curve.section = stage.name;
  curve.title = std::move(title);
  curve.detail = std::move(detail);
  curve.x = {fmt::format("along the surface of '{}'", problem.bodies[0].name), "m", false};
  curve.y = std::move(y);
  return curve;
}

void add_curves(const StageInput& stage, const TouchProblem& problem, const std::vector<TouchStep>& steps,
                StageResult& out) {
  Curve pressure = diagram(stage, problem, "Pressure", "At the nodes of the first surface.", {"pressure", "Pa", false});
  Curve traction =
      diagram(stage, problem, "Friction stress",
              "On the second body; dashed: friction times pressure of the last step.", {"stress", "Pa", false});
  Curve slip = diagram(stage, problem, "Slip in each step", "Of the first body over the second.", {"slip", "m", false});
  const TouchBody& body = problem.bodies[0];
  const Shown shown = shown_part(body, steps);
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const std::string name = fmt::format("step {}", s + 1);
    pressure.series.push_back(
        along_surface(body, steps[s], shown, name, [](const TouchPoint& p) { return p.pressure; }));
    traction.series.push_back(
        along_surface(body, steps[s], shown, name, [](const TouchPoint& p) { return p.traction; }));
    slip.series.push_back(along_surface(body, steps[s], shown, name, [](const TouchPoint& p) { return p.slip; }));
  }
  const double mu = problem.friction;
  std::vector<NamedArray>& arrays = out.arrays["curves/" + link_name(stage.name)];
  arrays = {{"along the surface", "m", pressure.series.back().x},
            {"pressure", "Pa", pressure.series.back().y},
            {"traction", "Pa", traction.series.back().y},
            {"slip", "m", slip.series.back().y}};
  if (mu > 0) {
    Series limit = pressure.series.back();
    limit.name = "limit";
    limit.y *= mu;
    limit.reference = true;
    traction.series.push_back(std::move(limit));
  }
  out.curves.push_back(std::move(pressure));
  if (mu > 0) out.curves.push_back(std::move(traction));
  if (mu > 0 && problem.sticks) out.curves.push_back(std::move(slip));
}

/// Points of solid bodies that press or are about to, of the last step.
void add_points(const StageInput& stage, const TouchStep& step, StageResult& out) {
  const auto n = Index(step.points.size());
  VectorXd x(n), y(n), z(n), pressure(n), traction(n), gap(n), slip(n), state(n);
  for (Index k = 0; k < n; ++k) {
    const TouchPoint& point = step.points[std::size_t(k)];
    x[k] = point.pair.one.x.x();
    y[k] = point.pair.one.x.y();
    z[k] = point.pair.one.x.z();
    pressure[k] = point.pressure;
    traction[k] = point.traction;
    gap[k] = point.gap;
    slip[k] = point.slip;
    state[k] = point.normal_force > 0 ? point.state == PairState::stick ? 1 : 2 : 0;
  }
  out.arrays["curves/" + link_name(stage.name)] = {{"x", "m", x},
                                                   {"y", "m", y},
                                                   {"z", "m", z},
                                                   {"pressure", "Pa", pressure},
                                                   {"traction", "Pa", traction},
                                                   {"gap", "m", gap},
                                                   {"slip", "m", slip},
                                                   {"state", "", state}};
}

/// Contact area of plane bodies is a length: how far along the surface they touch.
struct Extent {
  std::string contact, stick, contact_title, stick_title, unit;
  double per_area = 1;
};

Extent extent_of(const TouchProblem& p) {
  if (p.bodies[0].plane)
    return {"contact_length",
            "stick_length",
            "contact length",
            "sticking length",
            "m",
            1 / std::min(p.bodies[0].thickness, p.bodies[1].thickness)};
  return {"contact_area", "stick_area", "contact area", "sticking area", "m^2", 1};
}

constexpr double rounding = 1e-14;  // of sums of forces, of motions next to others

/// Motions since the start of the stage, one column per step; rounding next to the largest of their kind, shifts or
/// turns, is none.
MatrixXd motions_of(const TouchProblem& problem, const std::vector<TouchStep>& steps) {
  MatrixXd out(Index(problem.motions.size()), Index(steps.size()));
  for (std::size_t s = 0; s < steps.size(); ++s) out.col(Index(s)) = steps[s].motions;
  double largest[2] = {0, 0};
  const auto turns = [&](Index i) { return problem.motions[std::size_t(i)].translation.isZero() ? 1 : 0; };
  for (Index i = 0; i < out.rows(); ++i)
    largest[turns(i)] = std::max(largest[turns(i)], out.row(i).cwiseAbs().maxCoeff());
  for (Index i = 0; i < out.rows(); ++i)
    out.row(i) = (out.row(i).array().abs() < rounding * largest[turns(i)]).select(0, out.row(i));
  return out;
}

void add_numbers(const StageInput& stage, const TouchProblem& problem, const std::vector<TouchStep>& steps,
                 StageResult& out) {
  const MatrixXd motions = motions_of(problem, steps);
  const Extent extent = extent_of(problem);
  Table table;
  table.section = stage.name;
  table.title = "Load steps";
  table.columns = {{"step", "", true},
                   {"normal force", "N", false},
                   {"friction force", "N", false},
                   {"largest pressure", "Pa", false},
                   {extent.contact_title, extent.unit, false},
                   {extent.stick_title, extent.unit, false},
                   {"pairs made anew", "", false}};
  for (std::size_t s = 0; s < steps.size(); ++s) {
    double normal = 0, tangential = 0, largest = 0;
    for (const TouchPoint& p : steps[s].points) {
      normal += p.normal_force;
      tangential += p.tangential_force;
      largest = std::max(largest, p.pressure);
    }
    if (std::abs(tangential) < rounding * normal) tangential = 0;
    table.rows.push_back({{fmt::format("{}", s + 1), {}},
                          {normal, {}},
                          {tangential, {}},
                          {largest, {}},
                          {extent.per_area * steps[s].contact_area, {}},
                          {extent.per_area * steps[s].stick_area, {}},
                          {double(steps[s].updates), {}}});
    const auto put = [&](const std::string& name, double value) {
      out.quantities.push_back({fmt::format("{}.{}.{}", stage.name, s + 1, name), value, ""});
    };
    put("normal_force", normal);
    put("friction_force", tangential);
    put("largest_pressure", largest);
    put(extent.contact, extent.per_area * steps[s].contact_area);
    put(extent.stick, extent.per_area * steps[s].stick_area);
    for (std::size_t i = 0; i < problem.motions.size(); ++i)
      put(fmt::format("motion_{}", i + 1), motions(Index(i), Index(s)));
  }
  out.tables.push_back(std::move(table));
}

/// Normal forces at the nodes over the area they stand for.
NodeField pressure_field(const TouchBody& body, const TouchStep& step, bool first) {
  VectorXd force = VectorXd::Zero(Index(body.nodes.size()));
  for (const TouchPoint& point : step.points) {
    const SurfacePoint& at = first ? point.pair.one : point.pair.two;
    for (std::size_t k = 0; k < at.nodes.size(); ++k) force[at.nodes[k]] += at.weights[k] * point.normal_force;
  }
  NodeField out{"contact pressure", "Pa", MatrixXd::Zero(1, body.model->file->mesh.num_nodes()), FieldScale::magnitude};
  for (std::size_t n = 0; n < body.nodes.size(); ++n)
    if (body.area[Index(n)] > 0) out.values(0, body.nodes[n]) = force[Index(n)] / body.area[Index(n)];
  return out;
}

void add_scene(const StageInput& stage, const TouchProblem& problem, const std::vector<TouchStep>& steps,
               StageResult& out) {
  Scene scene;
  scene.name = stage.name;
  scene.title = "Bodies that touch";
  scene.detail =
      "Deformed by the forces of each step, frames where they came to rest. Drawn larger, surfaces that touch part or "
      "overlap: what frames move is not enlarged";
  for (std::size_t s = 0; s < steps.size(); ++s) scene.frames.push_back({fmt::format("step {}", s + 1), double(s), {}});
  for (const int b : {0, 1}) {
    const TouchBody& body = problem.bodies[b];
    const auto file = body.model->file;
    scene.bodies.push_back({body.name, std::shared_ptr<const Mesh>(file, &file->mesh)});
    for (std::size_t s = 0; s < steps.size(); ++s) {
      const VectorXd u = touch_displacement(body, steps[s], b == 0);
      BodyFrame frame;
      const Index d = body.plane ? 2 : 3, count = file->mesh.num_nodes();
      frame.displacement = Matrix3Xd::Zero(3, count);
      frame.displacement.topRows(d) = Eigen::Map<const MatrixXd>(u.data(), d, count);
      frame.fields.push_back(
          {"von Mises stress", "Pa", von_mises(nodal_stress(*body.model, u)).transpose(), FieldScale::magnitude});
      if (!body.plane) frame.fields.push_back(pressure_field(body, steps[s], b == 0));
      const TouchPose pose = pose_of(problem.motions, steps[s].motions, b);
      frame.rotation = pose.R;
      frame.translation = pose.shift;
      scene.frames[s].bodies.push_back(std::move(frame));
    }
  }
  out.scenes.push_back(std::move(scene));
}

}  // namespace

void add_touch_figures(const StageInput& stage, const TouchProblem& problem, const std::vector<TouchStep>& steps,
                       StageResult& out) {
  add_scene(stage, problem, steps, out);
  if (problem.bodies[0].plane)
    add_curves(stage, problem, steps, out);
  else
    add_points(stage, steps.back(), out);
  add_numbers(stage, problem, steps, out);
}

}  // namespace trunnion
