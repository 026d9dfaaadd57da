#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "trunnion/run/ball_rows.h"
#include "trunnion/run/build_mechanism.h"
#include "trunnion/system/pair_terms.h"

namespace trunnion {

namespace {

/// A bearing at one instant, all rows together; axes of the housing.
struct Whole {
  Vector3d force = Vector3d::Zero(), moment = Vector3d::Zero();  // on the inner ring, about the shaft marker
  RelativeMotion rings;
  double load = 0, angle = 0, pressure = 0, loss = 0, laws = 0;
  double orbits = 0, balls = 0, loaded = 0, damage = 0;
};

struct Contact {
  double load = 0, pressure = 0, loss = 0, laws = 0;
  Vector6d wrench = Vector6d::Zero();  // on the ring, about its marker, in the ring's axes
};

Contact contact_at(const Mechanism& m, const StepContext& at, const State& s, std::size_t f, Workspace& work) {
  const MarkerForceElement& element = m.marker_forces[f];
  ForceReport report;
  element.law->report(at, pair_motion(work, element.I, element.J), s.history[f], work.slots[f], report);
  Contact out;
  out.loss = report.dissipated_power;
  constexpr std::array wrench{"fx", "fy", "fz", "mx", "my", "mz"};
  for (const NamedOutput& o : report.outputs) {
    if (o.name == "load") out.load = o.value;
    if (o.name == "pressure") out.pressure = o.value;
    if (o.name == "vilke_over_hertz") out.laws = o.value;
    for (Index k = 0; k < 6; ++k)
      if (o.name == wrench[static_cast<std::size_t>(k)]) out.wrench[k] = o.value;
  }
  return out;
}

void add_row(const Mechanism& m, const StepContext& at, const State& s, const RowOfBalls& row, Workspace& work,
             Whole& out) {
  const FrameMotion& J = work.markers[row.housing].motion;
  out.rings = relative_motion(work.markers[row.shaft].motion, J);
  VectorXd loads(static_cast<Index>(row.balls.size()));
  for (std::size_t k = 0; k < row.balls.size(); ++k) {
    const RelativeMotion ball = relative_motion(work.markers[row.centers[k]].motion, J);
    const Contact inner = contact_at(m, at, s, row.inner[k], work), outer = contact_at(m, at, s, row.outer[k], work);
    out.force += out.rings.R * inner.wrench.head<3>();
    out.moment += out.rings.R * inner.wrench.tail<3>();
    out.loss += inner.loss + outer.loss;
    out.pressure = std::max({out.pressure, inner.pressure, outer.pressure});
    for (const Contact& c : {inner, outer})
      if (std::abs(c.laws) > std::abs(out.laws)) out.laws = c.laws;
    loads[static_cast<Index>(k)] = std::max(inner.load, outer.load);
    out.loaded += inner.load > 0;
    if (inner.load >= out.load) {
      out.load = inner.load;
      out.angle = std::atan2(ball.d.y(), ball.d.x());
    }
    out.orbits +=
        (ball.d.x() * ball.v.y() - ball.d.y() * ball.v.x()) / ball.d.head<2>().squaredNorm() + J.w.dot(J.R.col(2));
    out.balls += 1;
  }
  if (!row.ratings) return;
  const double life = reference_life(*row.ratings, ring_loads(loads, row.rotating));
  // Rows that all must survive: their risks add up with the power 10/9.
  out.damage = std::pow(std::pow(out.damage, 10.0 / 9) + std::pow(life, -10.0 / 9), 0.9);
}

/// Appends to columns that are made when they are missing.
class Row {
 public:
  Row(TimeRecord& record, const std::string& bearing) : record_(record), name_("bearing." + bearing + ".") {}
  void put(const char* what, double value, const char* unit, const char* group) {
    const std::string name = name_ + what;
    auto at = std::find_if(record_.columns.rbegin(), record_.columns.rend(),
                           [&](const TimeColumn& c) { return c.name == name; });
    TimeColumn& column =
        at != record_.columns.rend() ? *at : record_.columns.emplace_back(TimeColumn{name, group, unit, {}});
    column.values.push_back(value);
  }

 private:
  TimeRecord& record_;
  std::string name_;
};

}  // namespace

void record_rows(const BuiltMechanism& b, const State& s, Workspace& work, TimeRecord& record) {
  if (b.ball_rows.empty()) return;
  const StepContext at{.t = s.t, .kind = StageKind::transient, .outputs = true};
  std::vector<std::string> order;
  std::map<std::string, Whole> bearings;
  for (const RowOfBalls& row : b.ball_rows) {
    if (!bearings.contains(row.bearing)) order.push_back(row.bearing);
    add_row(b.mechanism, at, s, row, work, bearings[row.bearing]);
  }
  for (const std::string& name : order) {
    const Whole& w = bearings[name];
    Row row(record, name);
    row.put("force", w.force.norm(), "N", "Bearing forces");
    row.put("fx", w.force.x(), "N", "Bearing force components");
    row.put("fy", w.force.y(), "N", "Bearing force components");
    row.put("fz", w.force.z(), "N", "Bearing force components");
    row.put("moment", w.moment.head<2>().norm(), "N m", "Bearing moments");
    row.put("mx", w.moment.x(), "N m", "Bearing moment components");
    row.put("my", w.moment.y(), "N m", "Bearing moment components");
    row.put("friction_torque", w.moment.z(), "N m", "Friction torques of bearings");
    row.put("x", w.rings.d.x(), "m", "Ring displacements");
    row.put("y", w.rings.d.y(), "m", "Ring displacements");
    row.put("z", w.rings.d.z(), "m", "Ring displacements");
    row.put("ball_load", w.load, "N", "Largest ball loads");
    row.put("ball_angle", w.angle, "rad", "Places of the largest ball loads");
    row.put("load_zone", 2 * std::numbers::pi * w.loaded / w.balls, "rad", "Load zones");
    row.put("pressure", w.pressure, "Pa", "Peak contact pressures");
    row.put("power_loss", w.loss, "W", "Power losses of bearings");
    row.put("cage_speed", w.orbits / w.balls, "rad/s", "Cage speeds");
    row.put("vilke_hertz_difference", w.laws, "", "Force after Vilke over that after Hertz, less one");
    if (w.damage > 0)
      row.put("damage_rate", w.damage * std::abs(w.rings.w.z()) / (2 * std::numbers::pi), "1/s",
              "Fatigue damage per time");
  }
}

}  // namespace trunnion
