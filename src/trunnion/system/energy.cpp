#include "trunnion/system/energy.h"

#include "trunnion/system/force_reports.h"
#include "trunnion/system/joint_equations.h"

namespace trunnion {

Energies energies(const Mechanism& m, const StepContext& at, const State& s, Workspace& work) {
  for (std::size_t b = 0; b < m.bodies.size(); ++b) update_inertia(m.bodies[b], work.poses[b], work.terms[b]);
  return energies(m, at, s, force_reports(m, at, s, work), work);
}

Energies energies(const Mechanism& m, const StepContext& at, const State& s, const std::vector<ForceReport>& reports,
                  const Workspace& work) {
  Energies e;
  const Index forces = m.num_forces(), joints = static_cast<Index>(m.joints.size());
  e.element_power.setZero(s.element_work.size());
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    const BodyEnergy body = body_energy(m.bodies[b], work.poses[b],
                                        s.v.segment(m.first_velocity[b], m.bodies[b].size()), m.gravity, work.terms[b]);
    e.kinetic += body.kinetic;
    e.strain += body.strain;
    e.gravity += body.gravity;
    e.dissipated_power += body.damping_power;
    e.element_power[forces + joints + static_cast<Index>(b)] = -body.damping_power;
  }
  for (Index f = 0; f < forces; ++f) {
    const ForceReport& report = reports[f];
    e.element_power[f] = report.supplied_power - report.dissipated_power;
    e.stored += report.stored_energy;
    e.dissipated_power += report.dissipated_power;
    e.supplied_power += report.supplied_power;
  }
  // A reaction -C_x' lambda does the power -lambda . C_x v = lambda . C_t = -lambda . f'(t).
  VectorXd rate(m.num_rows);
  motion_rates(m, at, s, rate);
  for (Index j = 0; j < joints; ++j) {
    const Index first = m.first_row[j], rows = static_cast<Index>(m.joints[j].rows.size());
    e.element_power[forces + j] = -s.lambda.segment(first, rows).dot(rate.segment(first, rows));
  }
  e.supplied_power -= s.lambda.dot(rate);
  return e;
}

Momentum momentum(const Mechanism& m, const State& s, Workspace& work) {
  Momentum sum;
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    const Momentum body = body_momentum(m.bodies[b], pose_of(m, s.x, static_cast<Index>(b)),
                                        s.v.segment(m.first_velocity[b], m.bodies[b].size()), work.terms[b]);
    sum.linear += body.linear;
    sum.angular += body.angular;
  }
  return sum;
}

}  // namespace trunnion
