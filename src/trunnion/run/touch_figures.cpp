#include "trunnion/run/touch_figures.h"

#include <fmt/format.h>

#include <algorithm>

#include "trunnion/fem/solve.h"
#include "trunnion/results/hdf5_file.h"
#include "trunnion/run/contact_arrows.h"

namespace trunnion {
namespace {

/// What a contact's own figures add to a name: nothing where there is one only.
std::string of_pair(const TouchProblem& problem, std::size_t contact, const char* before) {
  return problem.contacts.size() == 1 ? "" : fmt::format("{}{}", before, contact + 1);
}

std::string names_of(const TouchProblem& problem, const TouchContact& contact) {
  const auto name = [&](const TouchSide& side) {
    return fmt::format("{}.{}", problem.bodies[std::size_t(side.body)].name, problem.surface(side).name);
  };
  return fmt::format("{} on {}", name(contact.first), name(contact.second));
}

/// The part of the first surface that presses in any step, and half as much beside it.
struct Shown {
  std::size_t contact = 0;
  double from = 1e300, to = -1e300;
};

Shown shown_part(const TouchProblem& problem, std::size_t contact, const std::vector<TouchStep>& steps) {
  const VectorXd& arc = problem.first(problem.contacts[contact]).arc;
  Shown out{contact};
  for (const TouchStep& step : steps)
    for (const TouchPoint& point : step.points)
      if (point.contact == int(contact) && point.normal_force > 0) {
        out.from = std::min(out.from, arc[point.node]);
        out.to = std::max(out.to, arc[point.node]);
      }
  const double margin = 0.5 * (out.to - out.from);
  return {contact, out.from - margin, out.to + margin};
}

/// A value of every point shown over the way along the first surface.
Series along_surface(const TouchProblem& problem, const TouchStep& step, const Shown& shown, const std::string& name,
                     auto value) {
  const VectorXd& along = problem.first(problem.contacts[shown.contact]).arc;
  std::vector<std::pair<double, double>> list;
  for (const TouchPoint& point : step.points)
    if (const double arc = along[point.contact == int(shown.contact) ? point.node : 0];
        point.contact == int(shown.contact) && arc >= shown.from && arc <= shown.to)
      list.emplace_back(arc, value(point));
  std::sort(list.begin(), list.end());
  Series series{name, VectorXd(Index(list.size())), VectorXd(Index(list.size()))};
  for (std::size_t i = 0; i < list.size(); ++i) {
    series.x[Index(i)] = list[i].first;
    series.y[Index(i)] = list[i].second;
  }
  return series;
}

Curve diagram(const StageInput& stage, const TouchProblem& problem, std::size_t contact, std::string title,
              std::string detail, Axis y) {
  const TouchContact& of = problem.contacts[contact];
  Curve curve;
  curve.section = stage.name;
  curve.title = problem.contacts.size() == 1 ? title : fmt::format("{}, {}", title, names_of(problem, of));
  curve.detail = std::move(detail);
  curve.x = {fmt::format("along the surface of '{}'", problem.bodies[std::size_t(of.first.body)].name), "m", false};
  curve.y = std::move(y);
  return curve;
}

void add_curves(const StageInput& stage, const TouchProblem& problem, std::size_t contact,
                const std::vector<TouchStep>& steps, StageResult& out) {
  Curve pressure =
      diagram(stage, problem, contact, "Pressure", "At the nodes of the first surface.", {"pressure", "Pa", false});
  Curve traction =
      diagram(stage, problem, contact, "Friction stress",
              "On the second body; dashed: friction times pressure of the last step.", {"stress", "Pa", false});
  Curve slip =
      diagram(stage, problem, contact, "Slip in each step", "Of the first body over the second.", {"slip", "m", false});
  const Shown shown = shown_part(problem, contact, steps);
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const std::string name = fmt::format("step {}", s + 1);
    const auto add = [&](Curve& curve, auto value) {
      curve.series.push_back(along_surface(problem, steps[s], shown, name, value));
    };
    add(pressure, [](const TouchPoint& p) { return p.pressure(); });
    add(traction, [](const TouchPoint& p) { return p.traction(); });
    add(slip, [](const TouchPoint& p) { return p.slip; });
  }
  const double mu = problem.friction;
  const std::string which = of_pair(problem, contact, ".");
  std::vector<NamedArray>& arrays = out.arrays["curves/" + link_name(stage.name)];
  arrays.push_back({"along the surface" + which, "m", pressure.series.back().x});
  arrays.push_back({"pressure" + which, "Pa", pressure.series.back().y});
  arrays.push_back({"traction" + which, "Pa", traction.series.back().y});
  arrays.push_back({"slip" + which, "m", slip.series.back().y});
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
void add_points(const StageInput& stage, const TouchProblem& problem, const TouchStep& step, StageResult& out) {
  std::vector<NamedArray>& arrays = out.arrays["curves/" + link_name(stage.name)];
  const auto column = [&](const std::string& name, const std::string& unit, auto value) {
    VectorXd values(Index(step.points.size()));
    for (std::size_t k = 0; k < step.points.size(); ++k) values[Index(k)] = value(step.points[k]);
    arrays.push_back({name, unit, values});
  };
  using P = TouchPoint;
  column("x", "m", [](const P& p) { return p.pair.one.x.x(); });
  column("y", "m", [](const P& p) { return p.pair.one.x.y(); });
  column("z", "m", [](const P& p) { return p.pair.one.x.z(); });
  column("pressure", "Pa", [](const P& p) { return p.pressure(); });
  column("traction", "Pa", [](const P& p) { return p.traction(); });
  column("gap", "m", [](const P& p) { return p.gap; });
  column("slip", "m", [](const P& p) { return p.slip; });
  column("state", "", [](const P& p) { return p.normal_force > 0 ? p.state == PairState::stick ? 1.0 : 2.0 : 0.0; });
  if (problem.contacts.size() > 1) column("pair", "", [](const P& p) { return double(p.contact + 1); });
}

/// Contact area of plane bodies is a length: how far along the surface they touch.
struct Extent {
  std::string contact, stick, contact_title, stick_title, unit;
};

Extent extent_of(const TouchProblem& p) {
  if (p.bodies[0].plane) return {"contact_length", "stick_length", "contact length", "sticking length", "m"};
  return {"contact_area", "stick_area", "contact area", "sticking area", "m^2"};
}

/// What a contact carries in a step, or all of them.
struct Carried {
  double normal = 0, tangential = 0, largest = 0;  ///< [N], [N], [Pa]
  double contact = 0, stick = 0;                   ///< [m^2], of plane bodies [m]
};

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

Carried carried_by(const TouchProblem& problem, std::size_t contact, const TouchStep& step) {
  Carried out;
  const TouchContact& of = problem.contacts[contact];
  const TouchBody &one = problem.bodies[std::size_t(of.first.body)], &two = problem.bodies[std::size_t(of.second.body)];
  const double per_area = one.plane ? 1 / std::min(one.thickness, two.thickness) : 1;
  for (const TouchPoint& p : step.points) {
    if (p.contact != int(contact)) continue;
    out.normal += p.normal_force;
    out.tangential += p.tangential_force;
    out.largest = std::max(out.largest, p.pressure());
    if (p.normal_force > 0) out.contact += per_area * p.area;
    if (p.normal_force > 0 && p.state == PairState::stick) out.stick += per_area * p.area;
  }
  if (std::abs(out.tangential) < rounding * out.normal) out.tangential = 0;
  return out;
}

Carried sum(const std::vector<Carried>& all) {
  Carried out;
  for (const Carried& one : all) {
    out.normal += one.normal;
    out.tangential += one.tangential;
    out.largest = std::max(out.largest, one.largest);
    out.contact += one.contact;
    out.stick += one.stick;
  }
  if (std::abs(out.tangential) < rounding * out.normal) out.tangential = 0;
  return out;
}

void add_numbers(const StageInput& stage, const TouchProblem& problem, const std::vector<TouchStep>& steps,
                 StageResult& out) {
  const MatrixXd motions = motions_of(problem, steps);
  const Extent extent = extent_of(problem);
  const std::vector<Column> columns{{"step", "", true},
                                    {"normal force", "N", false},
                                    {"friction force", "N", false},
                                    {"largest pressure", "Pa", false},
                                    {extent.contact_title, extent.unit, false},
                                    {extent.stick_title, extent.unit, false}};
  Table table, each;
  each.section = table.section = stage.name;
  table.title = "Load steps";
  each.title = "Pairs of surfaces";
  each.columns = table.columns = columns;
  table.columns.push_back({"pairs made anew", "", false});
  each.columns[0].name = "step, pair";
  for (std::size_t s = 0; s < steps.size(); ++s) {
    const auto put = [&](const std::string& name, double value) {
      out.quantities.push_back({fmt::format("{}.{}.{}", stage.name, s + 1, name), value, ""});
    };
    const auto put_all = [&](const std::string& before, const Carried& all) {
      put(before + "normal_force", all.normal);
      put(before + "friction_force", all.tangential);
      put(before + "largest_pressure", all.largest);
      put(before + extent.contact, all.contact);
      put(before + extent.stick, all.stick);
    };
    const auto row = [&](const std::string& name, const Carried& all) -> std::vector<Cell> {
      return {{name, {}},        {all.normal, {}},  {all.tangential, {}},
              {all.largest, {}}, {all.contact, {}}, {all.stick, {}}};
    };
    std::vector<Carried> carried;
    for (std::size_t c = 0; c < problem.contacts.size(); ++c) {
      carried.push_back(carried_by(problem, c, steps[s]));
      if (problem.contacts.size() == 1) continue;
      put_all(fmt::format("pair_{}.", c + 1), carried.back());
      each.rows.push_back(row(fmt::format("{}, {}", s + 1, names_of(problem, problem.contacts[c])), carried.back()));
    }
    put_all("", sum(carried));
    table.rows.push_back(row(fmt::format("{}", s + 1), sum(carried)));
    table.rows.back().push_back({double(steps[s].updates), {}});
    for (std::size_t i = 0; i < problem.motions.size(); ++i)
      put(fmt::format("motion_{}", i + 1), motions(Index(i), Index(s)));
  }
  out.tables.push_back(std::move(table));
  if (!each.rows.empty()) out.tables.push_back(std::move(each));
}

/// Normal forces at the nodes over the area they stand for.
NodeField pressure_field(const TouchBody& body, int which, const TouchStep& step) {
  VectorXd force = VectorXd::Zero(Index(body.nodes.size())), area = force;
  for (const TouchPoint& point : step.points)
    for (const SurfacePoint* at : {&point.pair.one, &point.pair.two})
      if (at->body == which)
        for (std::size_t k = 0; k < at->nodes.size(); ++k) force[at->nodes[k]] += at->weights[k] * point.normal_force;
  for (const TouchSurface& surface : body.surfaces)
    for (std::size_t n = 0; n < surface.numbers.size(); ++n) area[surface.numbers[n]] = surface.area[Index(n)];
  NodeField out{"contact pressure", "Pa", MatrixXd::Zero(1, body.model->file->mesh.num_nodes()), FieldScale::magnitude};
  for (std::size_t n = 0; n < body.nodes.size(); ++n)
    if (area[Index(n)] > 0) out.values(0, body.nodes[n]) = force[Index(n)] / area[Index(n)];
  return out;
}

/// What each step presses and rubs the second body of a contact with.
void add_resultants(const TouchProblem& problem, const std::vector<TouchStep>& steps, Scene& scene) {
  const auto name_of = [&](const TouchSide& side) { return problem.bodies[std::size_t(side.body)].name; };
  std::vector<std::vector<ContactResultant>> frames;
  for (const TouchStep& step : steps) {
    std::vector<ResultantSum> sums(problem.contacts.size());
    for (const TouchPoint& point : step.points)
      if (point.normal_force > 0)
        sums[std::size_t(point.contact)].add(
            point.normal_force * point.pair.normal + point.tangential_force * point.tangent, point.pair.two.x);
    frames.emplace_back();
    for (std::size_t c = 0; c < sums.size(); ++c)
      if (!sums[c].empty())
        frames.back().push_back(
            sums[c].named(fmt::format("contact {}, force of {} on {}", c + 1, name_of(problem.contacts[c].first),
                                      name_of(problem.contacts[c].second))));
  }
  add_contact_arrows(frames, scene);
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
  for (int b = 0; b < int(problem.bodies.size()); ++b) {
    const TouchBody& body = problem.bodies[std::size_t(b)];
    const auto file = body.model->file;
    scene.bodies.push_back({body.name, std::shared_ptr<const Mesh>(file, &file->mesh)});
    for (std::size_t s = 0; s < steps.size(); ++s) {
      const VectorXd u = touch_displacement(problem, steps[s], b);
      BodyFrame frame;
      const Index d = body.plane ? 2 : 3, count = file->mesh.num_nodes();
      frame.displacement = Matrix3Xd::Zero(3, count);
      frame.displacement.topRows(d) = Eigen::Map<const MatrixXd>(u.data(), d, count);
      frame.fields.push_back(
          {"von Mises stress", "Pa", von_mises(nodal_stress(*body.model, u)).transpose(), FieldScale::magnitude});
      frame.fields.push_back(pressure_field(body, b, steps[s]));
      const TouchPose pose = pose_of(problem.motions, steps[s].motions, b);
      frame.rotation = pose.R;
      frame.translation = pose.shift;
      scene.frames[s].bodies.push_back(std::move(frame));
    }
  }
  add_resultants(problem, steps, scene);
  out.scenes.push_back(std::move(scene));
}

}  // namespace

void add_touch_figures(const StageInput& stage, const TouchProblem& problem, const std::vector<TouchStep>& steps,
                       StageResult& out) {
  add_scene(stage, problem, steps, out);
  if (problem.bodies[0].plane)
    for (std::size_t c = 0; c < problem.contacts.size(); ++c) add_curves(stage, problem, c, steps, out);
  else
    add_points(stage, problem, steps.back(), out);
  add_numbers(stage, problem, steps, out);
}

}  // namespace trunnion
