#include "trunnion/system/mechanism.h"

#include <fmt/format.h>

#include "trunnion/base/error.h"

namespace trunnion {

Index Mechanism::add_body(Body body, BodyStart at) {
  bodies.push_back(std::move(body));
  start.push_back(std::move(at));
  return static_cast<Index>(bodies.size()) - 1;
}

Index Mechanism::add_marker(Marker marker) {
  markers.push_back(std::move(marker));
  return static_cast<Index>(markers.size()) - 1;
}

namespace {

void check_pair(const Mechanism& m, const std::string& what, Index I, Index J, bool within_flexible = false) {
  const Index count = static_cast<Index>(m.markers.size());
  if (I < 0 || I >= count || J < 0 || J >= count)
    throw InputError(fmt::format("{}: a marker is missing; it needs two", what));
  const Index body = m.markers[I].body;
  if (body == m.markers[J].body && !(within_flexible && body >= 0 && m.bodies[body].num_modes() > 0))
    throw InputError(
        fmt::format("{}: markers '{}' and '{}' sit on the same body, so it could not move anything; give "
                    "markers of two different bodies, or one on ground",
                    what, m.markers[I].name, m.markers[J].name));
}

void check_measure(const Mechanism& m, const std::string& who, const Measure& measure) {
  if (!measure.wrench) {
    check_pair(m, who, measure.coordinate.I, measure.coordinate.J, true);
    return;
  }
  const Index joints = static_cast<Index>(m.joints.size()), forces = static_cast<Index>(m.marker_forces.size());
  const MeasuredWrench& wrench = *measure.wrench;
  const bool of_joint = wrench.joint >= 0 && wrench.joint < joints,
             of_force = wrench.force >= 0 && wrench.force < forces;
  if (of_joint == of_force) throw InputError(fmt::format("{}: it must be of one joint or one force", who));
}

}  // namespace

void finish(Mechanism& m) {
  m.first_velocity.clear();
  m.first_mode.clear();
  m.first_row.clear();
  m.first_term.clear();
  m.num_velocities = m.num_modes = m.num_rows = m.num_terms = 0;
  for (const Body& body : m.bodies) {
    m.first_velocity.push_back(m.num_velocities);
    m.first_mode.push_back(m.num_modes);
    m.num_velocities += body.size();
    m.num_modes += body.num_modes();
  }
  for (const Marker& marker : m.markers)
    if (marker.body >= static_cast<Index>(m.bodies.size()))
      throw InputError(fmt::format("marker '{}' sits on a body that does not exist", marker.name));
  for (const Joint& joint : m.joints) {
    m.first_row.push_back(m.num_rows);
    m.first_term.push_back(m.num_terms);
    m.num_rows += static_cast<Index>(joint.rows.size());
    for (const ConstraintRow& row : joint.rows)
      for (const ConstraintTerm& term : row.terms) {
        check_pair(m, fmt::format("joint '{}'", joint.name), term.coordinate.I, term.coordinate.J);
        ++m.num_terms;
      }
  }
  for (const MarkerForceElement& force : m.marker_forces)
    check_pair(m, fmt::format("force '{}'", force.name), force.I, force.J, true);
  for (const Measure& measure : m.measures) check_measure(m, fmt::format("measure '{}'", measure.name), measure);
  for (const MeasuredLoad& load : m.loads) {
    check_pair(m, fmt::format("load '{}'", load.name), load.I, load.J, true);
    for (const Measure& measure : load.measures)
      check_measure(m, fmt::format("load '{}', measure '{}'", load.name, measure.name), measure);
  }
}

Index joint_of_row(const Mechanism& m, Index row) {
  Index j = static_cast<Index>(m.joints.size()) - 1;
  while (j > 0 && m.first_row[j] > row) --j;
  return j;
}

std::string row_name(const Mechanism& m, Index row) {
  const Joint& joint = m.joints[joint_of_row(m, row)];
  return fmt::format("joint '{}' ({}), row {}", joint.name, joint.type,
                     joint.rows[row - m.first_row[joint_of_row(m, row)]].what);
}

}  // namespace trunnion
