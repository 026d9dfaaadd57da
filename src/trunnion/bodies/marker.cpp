#include "trunnion/bodies/marker.h"

#include <fmt/format.h>

#include "trunnion/base/error.h"
#include "trunnion/math/rotations.h"

namespace trunnion {

Marker interface_marker(const std::string& name, const Body& body, Index body_index, const std::string& interface) {
  std::string known;
  for (const InterfaceRows& at : body.interfaces) {
    if (at.name == interface) return {name, body_index, at.position, Matrix3d::Identity(), at.translation, at.rotation};
    known += fmt::format("{}'{}'", known.empty() ? "" : ", ", at.name);
  }
  throw InputError(fmt::format("marker '{}': body '{}' has no interface '{}'; it has {}", name, body.name, interface,
                               known.empty() ? "none" : known));
}

namespace {

Vector3d offset(const Marker& m, const BodyPose& pose) {
  Vector3d u = m.p;
  if (m.follows_node()) u.noalias() += m.translation * pose.q();
  return u;
}

}  // namespace

void update_marker(const Marker& m, const BodyPose& pose, const VectorIn& v, MarkerKinematics& out) {
  FrameMotion& f = out.motion;
  if (m.body < 0) {
    f = {m.p, m.A0, Vector3d::Zero(), Vector3d::Zero()};
    out.J.resize(6, 0);
    return;
  }
  const Vector3d u = offset(m, pose);
  const Index n = pose.q().size();
  out.J.setZero(6, 6 + n);
  out.J.topLeftCorner<3, 3>().setIdentity();
  out.J.block<3, 3>(0, 3) = -pose.A * skew(u);
  out.J.block<3, 3>(3, 3) = pose.A;
  f.r = pose.R + pose.A * u;
  if (m.follows_node()) {
    const Vector3d turn = m.rotation * pose.q();
    f.R = pose.A * rotation_exp(turn) * m.A0;
    out.J.topRightCorner(3, n).noalias() = pose.A * m.translation;
    out.J.bottomRightCorner(3, n).noalias() = (pose.A * right_jacobian(-turn)) * m.rotation;
  } else {
    f.R = pose.A * m.A0;
  }
  f.v.noalias() = out.J.topRows<3>() * v;
  f.w.noalias() = out.J.bottomRows<3>() * v;
}

void update_marker_rates(const Marker& m, const BodyPose& pose, const VectorIn& v, MarkerKinematics& out) {
  if (m.body < 0) {
    out.H.resize(6, 0);
    return;
  }
  const Index n = pose.q().size();
  const Vector3d omega = v.segment<3>(3);
  const Matrix3d& A = pose.A;
  Vector3d velocity = omega.cross(offset(m, pose)), spin = omega;  // body axes, without the frame's own velocity
  out.H.setZero(6, 6 + n);
  if (m.follows_node()) {
    const Vector3d turn = m.rotation * pose.q(), turn_rate = m.rotation * v.tail(n);
    velocity.noalias() += m.translation * v.tail(n);
    spin.noalias() += right_jacobian(-turn) * turn_rate;
    out.H.topRightCorner(3, n).noalias() = (A * skew(omega)) * m.translation;
    out.H.bottomRightCorner(3, n).noalias() = (A * right_jacobian_transpose_derivative(turn, turn_rate)) * m.rotation;
  }
  out.H.block<3, 3>(0, 3) = -A * skew(velocity);
  out.H.block<3, 3>(3, 3) = -A * skew(spin);
}

void add_wrench_tangent(const Marker& m, const BodyPose& pose, const Vector6d& wrench, double weight, MatrixOut out) {
  if (m.body < 0) return;
  const Index n = pose.q().size();
  const Vector3d f = pose.A.transpose() * wrench.head<3>(), t = pose.A.transpose() * wrench.tail<3>();
  const Matrix3d F = weight * skew(f), T = weight * skew(t);
  out.block<3, 3>(3, 3) += skew(offset(m, pose)) * F + T;
  if (!m.follows_node()) return;
  const Vector3d turn = m.rotation * pose.q();
  out.block(3, 6, 3, n).noalias() -= F * m.translation;
  out.block(6, 3, n, 3).noalias() += m.translation.transpose() * F;
  out.block(6, 3, n, 3).noalias() += m.rotation.transpose() * (right_jacobian(turn) * T);
  out.bottomRightCorner(n, n).noalias() +=
      weight * (m.rotation.transpose() * right_jacobian_derivative(turn, t) * m.rotation);
}

}  // namespace trunnion
