#include "trunnion/results/time_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "trunnion/results/axial_force.h"
#include "trunnion/system/energy.h"
#include "trunnion/system/force_reports.h"
#include "trunnion/system/joint_equations.h"
#include "trunnion/system/measured_loads.h"

namespace trunnion {

const TimeColumn* TimeRecord::find(const std::string& name) const {
  const auto found = std::find_if(columns.begin(), columns.end(), [&](const TimeColumn& c) { return c.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

double peak(const TimeColumn& column) {
  double largest = 0;
  for (const double v : column.values) largest = std::max(largest, std::abs(v));
  return largest;
}

namespace {

// Writes values in a fixed order; the first time round it makes the columns.
class Columns {
 public:
  explicit Columns(TimeRecord& record) : record_(record), making_(record.columns.empty()) {}
  void put(const std::string& name, const char* group, const char* unit, double value) {
    if (making_) record_.columns.push_back({name, group, unit, {}});
    record_.columns[next_++].values.push_back(value);
  }

 private:
  TimeRecord& record_;
  bool making_;
  std::size_t next_ = 0;
};

// Work of each element: what is stored in it, and what it has given besides (negative: taken out). The works of forces,
// motions and dampings add up to supplied less dissipated work.
void record_work(const Mechanism& m, const State& s, const std::vector<ForceReport>& reports, Columns& out) {
  const Index forces = m.num_forces(), joints = static_cast<Index>(m.joints.size());
  for (Index f = 0; f < forces; ++f) {
    out.put(force_label(m, f) + ".stored", "Stored energy", "J", reports[f].stored_energy);
    out.put(force_label(m, f) + ".work", "Work", "J", s.element_work[f]);
  }
  for (Index j = 0; j < joints; ++j)
    if (m.joints[j].motion)
      out.put(fmt::format("motion.{}.work", m.joints[j].name), "Work", "J", s.element_work[forces + j]);
  for (std::size_t b = 0; b < m.bodies.size(); ++b)
    if (m.bodies[b].num_modes() > 0)
      out.put(fmt::format("body.{}.work", m.bodies[b].name), "Work", "J",
              s.element_work[forces + joints + static_cast<Index>(b)]);
}

// On the first marker's body.
void record_world_force(const std::string& name, const char* group, const Vector3d& F, Columns& out) {
  constexpr std::array axis{"x", "y", "z"};
  for (int k = 0; k < 3; ++k) out.put(fmt::format("{}.w{}", name, axis[k]), group, "N", F[k]);
}
void record_world_moment(const std::string& name, const char* group, const Vector3d& M, Columns& out) {
  constexpr std::array axis{"x", "y", "z"};
  for (int k = 0; k < 3; ++k) out.put(fmt::format("{}.t{}", name, axis[k]), group, "N m", M[k]);
}

// On the first marker's body; after update_kinematics of this state.
struct ElementWrench {
  Vector6d wrench = Vector6d::Zero();        // axes of the second marker
  Vector3d world = Vector3d::Zero();         // its force in world axes [N]
  Vector3d world_moment = Vector3d::Zero();  // about the first marker [N m]
};
ElementWrench element_wrench(const Mechanism& m, const StepContext& at, const State& s, std::size_t f,
                             Workspace& work) {
  const Vector6d W = measured_wrench(m, at, s, {.force = static_cast<Index>(f)}, work);
  const Matrix3d& R = work.markers[m.marker_forces[f].J].motion.R;
  return {W, R * W.head<3>(), R * W.tail<3>()};
}

/// Records of a force that needs the rates of steps.
struct ForceBetween : ElementWrench {
  NamedOutputs outputs;
};

// Their values at one step, by the place of the force.
std::map<std::size_t, ForceBetween> forces_at(const Mechanism& m, const State& s, StageKind kind, Workspace& work) {
  const StepContext at{.t = s.t, .kind = kind, .outputs = true};
  update_kinematics(m, s, work);
  std::map<std::size_t, ForceBetween> found;
  for (std::size_t f = 0; f < m.marker_forces.size(); ++f) {
    const MarkerForceElement& force = m.marker_forces[f];
    if (!force.law->needs_rates_of_steps()) continue;
    ForceReport report;
    force.law->report(at, pair_motion(work, force.I, force.J), s.history[f], work.slots[f], report);
    found[f] = {element_wrench(m, at, s, f, work), std::move(report.outputs)};
  }
  for (std::size_t b = 0; b < m.body_forces.size(); ++b) {
    const BodyForceElement& force = m.body_forces[b];
    if (!force.law->needs_rates_of_steps()) continue;
    const std::size_t f = m.marker_forces.size() + b;
    ForceReport report;
    force.law->report(at, motions_of(m, s, work, force), s.history[f], work.slots[f], report);
    found[f] = {{}, std::move(report.outputs)};
  }
  return found;
}

Vector3d reported_force(const NamedOutputs& outputs) {
  Vector3d F = Vector3d::Zero();
  for (const NamedOutput& o : outputs)
    for (int k = 0; k < 3; ++k)
      if (o.name == std::array{"fx", "fy", "fz"}[k]) F[k] = o.value;
  return F;
}

// What lies between the values at the two steps around t.
std::map<std::size_t, ForceBetween> forces_between(const Mechanism& m, double t, StageKind kind, const Neighbors& steps,
                                                   Workspace& work) {
  const double h = steps.after.t - steps.before.t, share = h > 0 ? (t - steps.before.t) / h : 1;
  std::map<std::size_t, ForceBetween> found = forces_at(m, steps.before, kind, work);
  for (const auto& [f, after] : forces_at(m, steps.after, kind, work)) {
    ForceBetween& force = found[f];
    force.wrench = (1 - share) * force.wrench + share * after.wrench;
    force.world = (1 - share) * force.world + share * after.world;
    force.world_moment = (1 - share) * force.world_moment + share * after.world_moment;
    for (std::size_t k = 0; k < after.outputs.size(); ++k)
      force.outputs[k].value = (1 - share) * force.outputs[k].value + share * after.outputs[k].value;
  }
  return found;
}

}  // namespace

void record_state(const Mechanism& m, const State& s, StageKind kind, TimeRecord& record) {
  Workspace work(m);
  record_state(m, s, kind, record, work);
}

void record_state(const Mechanism& m, const State& s, StageKind kind, TimeRecord& record, Workspace& work,
                  const Neighbors* neighbors) {
  const StepContext at{.t = s.t, .kind = kind, .outputs = true};
  std::map<std::size_t, ForceBetween> between;
  if (neighbors && needs_rates_of_steps(m)) between = forces_between(m, s.t, kind, *neighbors, work);
  update_kinematics(m, s, work);
  Columns out(record);
  constexpr std::array axis{"x", "y", "z"};
  record.t.push_back(s.t);
  for (std::size_t b = 0; b < m.bodies.size(); ++b) update_inertia(m.bodies[b], work.poses[b], work.terms[b]);
  const std::vector<ForceReport> reports = force_reports(m, at, s, work);
  const Energies e = energies(m, at, s, reports, work);
  out.put("energy.kinetic", "Energy", "J", e.kinetic);
  out.put("energy.strain", "Energy", "J", e.strain);
  out.put("energy.gravity", "Energy", "J", e.gravity);
  out.put("energy.stored", "Energy", "J", e.stored);
  out.put("energy.supplied", "Energy", "J", s.supplied_work);
  out.put("energy.dissipated", "Energy", "J", s.dissipated_work);
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    const std::string body = "body." + m.bodies[b].name;
    for (int k = 0; k < 3; ++k) out.put(fmt::format("{}.{}", body, axis[k]), "Position", "m", s.x.R[b][k]);
    out.put(body + ".speed", "Speed", "m/s", s.v.segment<3>(m.first_velocity[b]).norm());
    out.put(body + ".angular_speed", "Angular speed", "rad/s", s.v.segment<3>(m.first_velocity[b] + 3).norm());
    const Vector3d turning = s.x.A[b] * s.v.segment<3>(m.first_velocity[b] + 3);
    const Eigen::Quaterniond turn(s.x.A[b]);
    for (int k = 0; k < 3; ++k)
      out.put(fmt::format("{}.v{}", body, axis[k]), "Velocity", "m/s", s.v[m.first_velocity[b] + k]);
    for (int k = 0; k < 3; ++k) out.put(fmt::format("{}.w{}", body, axis[k]), "Angular velocity", "rad/s", turning[k]);
    const Vector3d turning_up = s.x.A[b] * s.a.segment<3>(m.first_velocity[b] + 3);
    for (int k = 0; k < 3; ++k)
      out.put(fmt::format("{}.a{}", body, axis[k]), "Acceleration", "m/s^2", s.a[m.first_velocity[b] + k]);
    for (int k = 0; k < 3; ++k)
      out.put(fmt::format("{}.alpha_{}", body, axis[k]), "Angular acceleration", "rad/s^2", turning_up[k]);
    out.put(body + ".e0", "Orientation", "", turn.w());
    for (int k = 0; k < 3; ++k) out.put(fmt::format("{}.e{}", body, k + 1), "Orientation", "", turn.vec()[k]);
    for (Index j = 0; j < m.bodies[b].num_modes(); ++j)
      out.put(fmt::format("{}.q{}", body, j + 1), "Modal coordinates", "", s.x.q[m.first_mode[b] + j]);
  }
  record_work(m, s, reports, out);
  AxialForces axial(m, s);
  for (std::size_t j = 0; j < m.joints.size(); ++j) {
    const Vector6d W = joint_reaction(m, s, work, static_cast<Index>(j));
    const std::string joint = "joint." + m.joints[j].name;
    out.put(joint + ".force", "Joint forces", "N", W.head<3>().norm());
    out.put(joint + ".moment", "Joint moments", "N m", W.tail<3>().norm());
    for (int k = 0; k < 3; ++k) out.put(fmt::format("{}.f{}", joint, axis[k]), "Joint force components", "N", W[k]);
    for (int k = 0; k < 3; ++k)
      out.put(fmt::format("{}.m{}", joint, axis[k]), "Joint moment components", "N m", W[3 + k]);
    const RelativeCoordinate& between_markers = m.joints[j].rows.front().terms.front().coordinate;
    const Vector3d world = work.markers[between_markers.J].motion.R * W.head<3>();
    record_world_force(joint, "Joint forces in world axes", world, out);
    axial.add(between_markers.I, between_markers.J, world);
    if (const auto second = second_reaction(m, s, work, static_cast<Index>(j))) {
      out.put(joint + ".second.force", "Joint forces", "N", second->head<3>().norm());
      out.put(joint + ".second.moment", "Joint moments", "N m", second->tail<3>().norm());
    }
  }
  for (std::size_t k = 0; k < m.measures.size(); ++k) {
    const Measure& measure = m.measures[k];
    if (measure.wrench) {
      const auto force = static_cast<std::size_t>(measure.wrench->force);
      const Vector6d W = measure.wrench->joint < 0 && between.contains(force)
                             ? between[force].wrench
                             : measured_wrench(m, at, s, *measure.wrench, work);
      out.put("measure." + measure.name, "Measured forces", measure.wrench->moment ? "N m" : "N",
              part_of_wrench(*measure.wrench, W));
      continue;
    }
    const double near = s.coordinate[m.num_terms + static_cast<Index>(k)];
    const bool turns = measure.coordinate.kind == CoordinateKind::angle;
    if (measure.acceleration) {
      out.put("measure." + measure.name, "Measured accelerations", turns ? "rad/s^2" : "m/s^2",
              coordinate_acceleration(m, s, measure.coordinate, near, work));
      continue;
    }
    const CoordinateDerivatives d = coordinate_derivatives(work, measure.coordinate, near);
    out.put("measure." + measure.name, measure.rate ? "Measured speeds" : "Measured motions",
            turns ? (measure.rate ? "rad/s" : "rad") : (measure.rate ? "m/s" : "m"), measure.rate ? d.rate : d.value);
  }
  for (std::size_t f = 0; f < m.marker_forces.size(); ++f) {
    const MarkerForceElement& force = m.marker_forces[f];
    const auto known = between.find(f);
    const ElementWrench on =
        known == between.end() ? element_wrench(m, at, s, f, work) : static_cast<const ElementWrench&>(known->second);
    const std::string label = force_label(m, static_cast<Index>(f));
    if (force.table == "bearing") {
      record_world_force(label, "Bearing forces in world axes", on.world, out);
    } else {
      record_world_force(label, "Forces in world axes", on.world, out);
      record_world_moment(label, "Moments in world axes", on.world_moment, out);
    }
    axial.add(force.I, force.J, on.world);
  }
  for (std::size_t b = 0; b < m.body_forces.size(); ++b) {
    const BodyForceElement& force = m.body_forces[b];
    const std::size_t f = m.marker_forces.size() + b;
    if (force.J >= 0)
      axial.add(force.I, force.J,
                work.markers[force.J].motion.R *
                    reported_force(between.contains(f) ? between[f].outputs : reports[f].outputs));
  }
  for (std::size_t k = 0; k < m.loads.size(); ++k) {
    const MeasuredLoad& load = m.loads[k];
    const auto f = static_cast<Index>(m.marker_forces.size() + m.body_forces.size() + k);
    if (load.direction.head<3>().isZero()) continue;
    const Vector3d direction = work.markers[load.follows ? load.I : load.J].motion.R * load.direction.head<3>();
    record_world_force(force_label(m, f), "Forces in world axes", reports[f].outputs.front().value * direction, out);
  }
  for (std::size_t b = 0; b < m.bodies.size(); ++b)
    if (const auto along = axial.largest(static_cast<Index>(b)))
      out.put(fmt::format("body.{}.axial_force", m.bodies[b].name), "Forces along bodies", "N", *along);
  for (Index f = 0; f < m.num_forces(); ++f)
    for (const NamedOutput& output : between.contains(static_cast<std::size_t>(f))
                                         ? between[static_cast<std::size_t>(f)].outputs
                                         : reports[f].outputs)
      out.put(fmt::format("{}.{}", force_label(m, f), output.name), output.group, output.unit, output.value);
}

}  // namespace trunnion
