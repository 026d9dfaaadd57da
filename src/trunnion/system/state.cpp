#include "trunnion/system/state.h"

#include "trunnion/math/rotations.h"

namespace trunnion {

State initial_state(const Mechanism& m) {
  State s;
  s.x.q.setZero(m.num_modes);
  s.v.setZero(m.num_velocities);
  s.a.setZero(m.num_velocities);
  s.a_aux = s.jerk = s.a;
  s.lambda.setZero(m.num_rows);
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    const BodyStart& at = m.start[b];
    s.x.R.push_back(at.R);
    s.x.A.push_back(nearest_rotation(at.A));
    const Index n = m.bodies[b].num_modes();
    if (at.q.size() == n) s.x.q.segment(m.first_mode[b], n) = at.q;
    s.v.segment<3>(m.first_velocity[b]) = at.v;
    s.v.segment<3>(m.first_velocity[b] + 3) = at.w;
    if (at.qd.size() == n) s.v.segment(m.first_velocity[b] + 6, n) = at.qd;
  }
  for (const MarkerForceElement& force : m.marker_forces) s.history.push_back(force.law->initial_history());
  for (const BodyForceElement& force : m.body_forces) s.history.push_back(force.law->initial_history());
  for (const MeasuredLoad& load : m.loads) s.history.emplace_back(load.measures.size(), 0.0);
  s.coordinate.setZero(m.num_terms + static_cast<Index>(m.measures.size()));
  s.element_work.setZero(m.num_forces() + static_cast<Index>(m.joints.size() + m.bodies.size()));
  s.row_offset.setZero(m.num_rows);
  s.row_active.assign(m.num_rows, 1);
  return s;
}

void move(const Mechanism& m, const Configuration& base, const VectorXd& dx, Configuration& out) {
  if (&out != &base) out = base;
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    const Index k = m.first_velocity[b], n = m.bodies[b].num_modes();
    out.R[b] = base.R[b] + dx.segment<3>(k);
    out.A[b] = base.A[b] * rotation_exp(dx.segment<3>(k + 3));
    out.q.segment(m.first_mode[b], n) = base.q.segment(m.first_mode[b], n) + dx.segment(k + 6, n);
  }
}

VectorXd difference(const Mechanism& m, const Configuration& from, const Configuration& to) {
  VectorXd dx(m.num_velocities);
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    const Index k = m.first_velocity[b], n = m.bodies[b].num_modes();
    dx.segment<3>(k) = to.R[b] - from.R[b];
    dx.segment<3>(k + 3) = rotation_log(from.A[b].transpose() * to.A[b]);
    dx.segment(k + 6, n) = to.q.segment(m.first_mode[b], n) - from.q.segment(m.first_mode[b], n);
  }
  return dx;
}

BodyPose pose_of(const Mechanism& m, const Configuration& x, Index b) {
  return {x.R[b], x.A[b], x.q.data() + m.first_mode[b], m.bodies[b].num_modes()};
}

}  // namespace trunnion
