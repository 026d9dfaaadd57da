#include "support/mechanisms.h"

#include "trunnion/math/rotations.h"

namespace trunnion::testing {

Matrix3d axis_frame(const Vector3d& axis) {
  return Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), axis).toRotationMatrix();
}

Index add_marker(Mechanism& m, Index body, const Vector3d& p, const Matrix3d& axes) {
  return m.add_marker({"m" + std::to_string(m.markers.size()), body, p, axes, {}, {}});
}

Mechanism pendulum(double length, double mass) {
  Mechanism m;
  m.gravity = {0, 0, -9.81};
  m.add_body(rigid_body("bob", {mass, Vector3d::Zero(), 1e-9 * mass * Matrix3d::Identity()}));
  m.start[0].R = {length, 0, 0};
  const Matrix3d about_y = axis_frame(Vector3d::UnitY());
  const Index I = add_marker(m, 0, {-length, 0, 0}, about_y), J = add_marker(m, -1, Vector3d::Zero(), about_y);
  m.joints = {revolute_joint("pin", I, J)};
  finish(m);
  return m;
}

State consistent_state(const Mechanism& m) {
  State s = initial_state(m);
  start_rows(m, s);
  initialize(m, s);
  return s;
}

TransientReport run(const Mechanism& m, State& s, double end, double factor, double rho) {
  TransientOptions options;
  options.end = end;
  options.alpha.rho = rho;
  options.alpha.tolerances.position *= factor;
  options.alpha.tolerances.rotation *= factor;
  options.alpha.tolerances.elastic *= factor;
  options.alpha.tolerances.relative *= factor;
  options.max_step = (end - s.t) / 20;
  return run_transient(m, s, options);
}

}  // namespace trunnion::testing
