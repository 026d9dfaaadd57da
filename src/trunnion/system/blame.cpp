#include "trunnion/system/blame.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <limits>

#include "trunnion/base/error.h"
#include "trunnion/system/joint_equations.h"
#include "trunnion/system/measured_loads.h"

namespace trunnion {

namespace {

using Visit = std::function<void(const std::string& who, const VectorXd& forces)>;

// Generalised forces of every element alone.
void for_each_element(const Mechanism& m, const StepContext& at, const State& s, Workspace& work, const Visit& visit) {
  const auto alone = [&](const std::string& kind, const std::string& name, const std::function<void()>& add) {
    work.residual.setZero();
    try {
      add();
    } catch (const SolveError&) {  // a law that has no value here
      work.residual.setConstant(std::numeric_limits<double>::quiet_NaN());
    }
    visit(fmt::format("{} '{}'", kind, name), work.residual.head(m.num_velocities));
  };
  for (std::size_t f = 0; f < m.marker_forces.size(); ++f) {
    const MarkerForceElement& force = m.marker_forces[f];
    alone(force.table, force.name, [&] {
      const Vector6d W = force.law->force(at, pair_motion(work, force.I, force.J), s.history[f], work.slots[f]);
      add_pair_load(m, force.I, force.J, W, -1.0, work);
    });
  }
  for (Index f = 0; f < static_cast<Index>(m.body_forces.size()); ++f)
    alone(m.body_forces[f].table, m.body_forces[f].name, [&] { add_body_force(m, at, s, f, work); });
  for (Index l = 0; l < static_cast<Index>(m.loads.size()); ++l)
    alone("load", m.loads[l].name, [&] { add_measured_load(m, at, s, l, work); });
  for (Index j = 0; j < static_cast<Index>(m.joints.size()); ++j) {
    const RelativeCoordinate& first = m.joints[j].rows.front().terms.front().coordinate;
    alone(m.joints[j].motion ? "motion" : "joint", m.joints[j].name,
          [&] { add_pair_load(m, first.I, first.J, joint_reaction(m, s, work, j), -1.0, work); });
  }
}

// " (with height = 0.2)": what a load was computed from, in SI units.
std::string arguments_of(const Mechanism& m, const StepContext& at, const State& s, Index l, Workspace& work) {
  const MeasuredLoad& load = m.loads[l];
  const VectorXd values = measured_values(m, at, s, l, work);
  std::string list;
  for (Index k = 0; k < values.size(); ++k)
    list +=
        fmt::format("{}{} = {:.6g}", k == 0 ? "" : ", ", load.measures[static_cast<std::size_t>(k)].name, values[k]);
  return list.empty() ? "" : fmt::format(" (with {}, SI units)", list);
}

}  // namespace

std::string strongest_element(const Mechanism& m, const StepContext& at, const State& s, Workspace& work,
                              Index velocity) {
  double largest = 0;
  std::string who;
  for_each_element(m, at, s, work, [&](const std::string& name, const VectorXd& forces) {
    if (std::abs(forces[velocity]) <= largest) return;
    largest = std::abs(forces[velocity]);
    who = name;
  });
  return who.empty() ? "gravity and inertia" : fmt::format("{} ({:.3g} N or N m)", who, largest);
}

std::string not_finite_element(const Mechanism& m, const StepContext& at, const State& s, Workspace& work) {
  for (std::size_t b = 0; b < m.bodies.size(); ++b)
    if (!s.x.R[b].allFinite() || !s.v.segment(m.first_velocity[b], m.bodies[b].size()).allFinite())
      return fmt::format("the motion of body '{}'", m.bodies[b].name);
  std::string who;
  for_each_element(m, at, s, work, [&](const std::string& name, const VectorXd& forces) {
    if (who.empty() && !forces.allFinite()) who = "the force of " + name;
  });
  for (Index l = 0; l < static_cast<Index>(m.loads.size()); ++l)
    if (who == fmt::format("the force of load '{}'", m.loads[l].name)) who += arguments_of(m, at, s, l, work);
  return who;
}

}  // namespace trunnion
