#include "trunnion/run/touch_stage.h"

#include <fmt/format.h>

#include <algorithm>

#include "trunnion/base/formula.h"
#include "trunnion/fe_contact/plane_touch.h"
#include "trunnion/fem/solve.h"
#include "trunnion/results/hdf5_file.h"
#include "trunnion/run/error_place.h"
#include "trunnion/run/fe_body.h"
#include "trunnion/run/fe_inputs.h"

namespace trunnion {
namespace {

std::function<double(const Vector2d&)> extra_gap(const TouchInput& in, const Model& model) {
  if (in.gap.empty()) return {};
  const std::vector<FormulaVariable> variables{{"x", info(Kind::length).dimension},
                                               {"y", info(Kind::length).dimension}};
  const auto formula = std::make_shared<Formula>(in.gap, variables, model.parameters.lookup());
  if (!(formula->dimension() == info(Kind::length).dimension))
    throw InputError(fmt::format("'gap' gives a value in {}, but it is a length",
                                 text(formula->dimension()).empty() ? "no unit" : text(formula->dimension())));
  return [formula](const Vector2d& x) { return (*formula)(std::span<const double>(x.data(), 2)); };
}

FrameMotionMode motion_of(const TouchMotionInput& in, int body) {
  FrameMotionMode out;
  out.body = body;
  if (in.direction.norm() > 0) {
    out.translation = in.direction.normalized();
    out.name = fmt::format("shift of '{}' along ({:.3g}, {:.3g})", in.body, out.translation.x(), out.translation.y());
  } else {
    out.rotation = Vector3d::UnitZ();
    out.about = in.about;
    out.name = fmt::format("turning of '{}'", in.body);
  }
  return out;
}

TouchProblem problem_of(const TouchInput& in, const Model& model, const std::filesystem::path& cache_folder,
                        Observer& observer) {
  TouchProblem out;
  double smallest = 1e300;
  for (const int b : {0, 1}) {
    const std::string& both = in.surfaces[std::size_t(b)];
    const std::string body = both.substr(0, both.find('.')), surface = both.substr(both.find('.') + 1);
    const FeBody fe = prepare_body(model, body, cache_folder, observer);
    out.bodies[b] =
        touch_body(body, std::make_shared<const FeModel>(fe.model), body_supports(model, body, *fe.mesh.file), surface);
    const Mesh& mesh = fe.mesh.file->mesh;
    smallest = std::min(smallest, (mesh.x.rowwise().maxCoeff() - mesh.x.rowwise().minCoeff()).norm());
  }
  for (const TouchMotionInput& motion : in.motions) {
    const int body = motion.body == out.bodies[0].name ? 0 : motion.body == out.bodies[1].name ? 1 : -1;
    if (body < 0)
      throw InputError(motion.where, fmt::format("motion: '{}' is none of the two bodies, '{}' and '{}'", motion.body,
                                                 out.bodies[0].name, out.bodies[1].name));
    out.motions.push_back(motion_of(motion, body));
  }
  out.friction = in.friction;
  out.sticks = in.sticks;
  out.slides = in.slides < 0 ? -1 : 1;
  out.reach = in.reach > 0 ? in.reach : 0.1 * smallest;
  out.updates = in.updates;
  out.extra_gap = extra_gap(in, model);
  return out;
}

std::vector<VectorXd> loads_of(const TouchInput& in) {
  const auto& first = in.motions.front();
  std::vector<VectorXd> out(std::max(first.force.size(), first.moment.size()));
  for (std::size_t s = 0; s < out.size(); ++s) {
    out[s].resize(Index(in.motions.size()));
    for (std::size_t i = 0; i < in.motions.size(); ++i)
      out[s][Index(i)] = in.motions[i].force.empty() ? in.motions[i].moment[s] : in.motions[i].force[s];
  }
  return out;
}

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

void add_numbers(const StageInput& stage, const TouchProblem& problem, const std::vector<TouchStep>& steps,
                 StageResult& out) {
  Table table;
  table.section = stage.name;
  table.title = "Load steps";
  table.columns = {{"step", "", true},
                   {"normal force", "N", false},
                   {"friction force", "N", false},
                   {"largest pressure", "Pa", false},
                   {"contact length", "m", false},
                   {"sticking length", "m", false},
                   {"pairs made anew", "", false}};
  for (std::size_t s = 0; s < steps.size(); ++s) {
    double normal = 0, tangential = 0, largest = 0;
    for (const TouchPoint& p : steps[s].points) {
      normal += p.normal_force;
      tangential += p.tangential_force;
      largest = std::max(largest, p.pressure);
    }
    table.rows.push_back({{fmt::format("{}", s + 1), {}},
                          {normal, {}},
                          {tangential, {}},
                          {largest, {}},
                          {steps[s].contact_length, {}},
                          {steps[s].stick_length, {}},
                          {double(steps[s].updates), {}}});
    const auto put = [&](const std::string& name, double value) {
      out.quantities.push_back({fmt::format("{}.{}.{}", stage.name, s + 1, name), value, ""});
    };
    put("normal_force", normal);
    put("friction_force", tangential);
    put("largest_pressure", largest);
    put("contact_length", steps[s].contact_length);
    put("stick_length", steps[s].stick_length);
    for (std::size_t i = 0; i < problem.motions.size(); ++i)
      put(fmt::format("motion_{}", i + 1), steps[s].motions[Index(i)]);
  }
  out.tables.push_back(std::move(table));
}

void add_scene(const StageInput& stage, const TouchProblem& problem, const std::vector<TouchStep>& steps,
               StageResult& out) {
  Scene scene;
  scene.name = stage.name;
  scene.title = "Bodies that touch";
  scene.detail =
      "Deformed by the forces of each step, frames where they came to rest. Drawn larger, surfaces that touch part or "
      "overlap: what frames move is not enlarged.";
  for (std::size_t s = 0; s < steps.size(); ++s) scene.frames.push_back({fmt::format("step {}", s + 1), double(s), {}});
  for (const int b : {0, 1}) {
    const TouchBody& body = problem.bodies[b];
    const auto file = body.model->file;
    scene.bodies.push_back({body.name, std::shared_ptr<const Mesh>(file, &file->mesh)});
    for (std::size_t s = 0; s < steps.size(); ++s) {
      const VectorXd u = touch_displacement(body, steps[s], b == 0);
      BodyFrame frame;
      frame.displacement = Matrix3Xd::Zero(3, u.size() / 2);
      frame.displacement.topRows<2>() = Eigen::Map<const Eigen::Matrix2Xd>(u.data(), 2, u.size() / 2);
      frame.fields.push_back(
          {"von Mises stress", "Pa", von_mises(nodal_stress(*body.model, u)).transpose(), FieldScale::magnitude});
      const PlanePose pose = pose_of(problem.motions, steps[s].motions, b);
      frame.rotation.topLeftCorner<2, 2>() = pose.R;
      frame.translation.head<2>() = pose.shift;
      scene.frames[s].bodies.push_back(std::move(frame));
    }
  }
  out.scenes.push_back(std::move(scene));
}

}  // namespace

StageResult run_touch(const Model& model, const StageInput& stage, const std::filesystem::path& cache_folder,
                      Observer& observer) {
  const TouchInput& in = *std::find_if(model.touches.begin(), model.touches.end(),
                                       [&](const TouchInput& t) { return t.name == stage.touch; });
  const TouchProblem problem = at_place_of(in.where, fmt::format("touch '{}'", in.name),
                                           [&] { return problem_of(in, model, cache_folder, observer); });
  check_cancelled(observer);
  observer.begin("touch", stage.name);
  const std::vector<TouchStep> steps =
      at_place_of(in.where, fmt::format("touch '{}'", in.name), [&] { return solve_touch(problem, loads_of(in)); });
  StageResult out;
  out.record.steps = long(steps.size());
  long solves = 0;
  double open = 0;
  for (const TouchStep& step : steps) {
    solves += step.solves;
    open = std::max(open, step.balance_error);
  }
  out.record.iterations = solves;
  out.record.balances.push_back({"Contact forces carry the loads", "all steps", open, 1e-8, ""});
  add_scene(stage, problem, steps, out);
  add_curves(stage, problem, steps, out);
  add_numbers(stage, problem, steps, out);
  observer.end(fmt::format("{} load steps, {} linear solves", steps.size(), solves));
  return out;
}

}  // namespace trunnion
