#include "trunnion/bodies/marker.h"

#include <fmt/format.h>

#include "trunnion/base/error.h"
#include "trunnion/math/rotations.h"

namespace trunnion {

Marker interface_marker(const std::string& name, const Body& body, Index body_index, const std::string& interface) {
  std::string known;
  for (const InterfaceRows& at : body.interfaces) {
    if (at.name == interface)
      return {name,           body_index,  at.position,     Matrix3d::Identity(),
              at.translation, at.rotation, at.translation2, at.rotation2};
    known += fmt::format("{}'{}'", known.empty() ? "" : ", ", at.name);
  }
  throw InputError(fmt::format("marker '{}': body '{}' has no interface '{}'; it has {}", name, body.name, interface,
                               known.empty() ? "none" : known));
}

namespace {

// Where the node has moved in the body, and how it moves with q: du = Phi dq, dth = Phi' dq at this q.
class NodeMotion {
  Matrix3Xd translation_, rotation_;  // only where they depend on q

 public:
  NodeMotion(const Marker& m, const BodyPose& pose)
      : u(m.p),
        turn(Vector3d::Zero()),
        translation(m.translation2.size() > 0 ? translation_ : m.translation),
        rotation(m.rotation2.size() > 0 ? rotation_ : m.rotation) {
    if (!m.follows_node()) return;
    const auto q = pose.q();
    u += m.translation * q;
    turn = m.rotation * q;
    const auto add = [&q](const MatrixXd& table, const Matrix3Xd& first, Vector3d& place, Matrix3Xd& rows) {
      if (table.size() == 0) return;
      rows = contract(table, q);
      place += 0.5 * rows * q;
      rows += first;
    };
    add(m.translation2, m.translation, u, translation_);
    add(m.rotation2, m.rotation, turn, rotation_);
  }
  NodeMotion(const NodeMotion&) = delete;
  NodeMotion& operator=(const NodeMotion&) = delete;
  Vector3d u, turn;
  const Matrix3Xd &translation, &rotation;
};

// Adds sum_a f_a g^a, n x n.
void add_second_order(const MatrixXd& table, const Vector3d& f, MatrixOut out) {
  if (table.size() == 0) return;
  const Index n = table.cols();
  for (Index k = 0; k < n; ++k)
    out.col(k).noalias() += Eigen::Map<const Matrix3Xd>(table.data() + 3 * n * k, 3, n).transpose() * f;
}

}  // namespace

void update_marker(const Marker& m, const BodyPose& pose, const VectorIn& v, MarkerKinematics& out) {
  FrameMotion& f = out.motion;
  if (m.body < 0) {
    f = {m.p, m.A0, Vector3d::Zero(), Vector3d::Zero()};
    out.J.resize(6, 0);
    return;
  }
  const NodeMotion node(m, pose);
  const Index n = pose.q().size();
  out.J.setZero(6, 6 + n);
  out.J.topLeftCorner<3, 3>().setIdentity();
  out.J.block<3, 3>(0, 3) = -pose.A * skew(node.u);
  out.J.block<3, 3>(3, 3) = pose.A;
  f.r = pose.R + pose.A * node.u;
  if (m.follows_node()) {
    f.R = pose.A * rotation_exp(node.turn) * m.A0;
    out.J.topRightCorner(3, n).noalias() = pose.A * node.translation;
    out.J.bottomRightCorner(3, n).noalias() = (pose.A * right_jacobian(-node.turn)) * node.rotation;
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
  const NodeMotion node(m, pose);
  Vector3d velocity = omega.cross(node.u), spin = omega;  // body axes, without the frame's own velocity
  out.H.setZero(6, 6 + n);
  if (m.follows_node()) {
    const auto qd = v.tail(n);
    const Vector3d turn_rate = node.rotation * qd;
    const Matrix3d left = right_jacobian(-node.turn);
    velocity.noalias() += node.translation * qd;
    spin.noalias() += left * turn_rate;
    out.H.topRightCorner(3, n).noalias() = (A * skew(omega)) * node.translation;
    out.H.bottomRightCorner(3, n).noalias() =
        (A * right_jacobian_transpose_derivative(node.turn, turn_rate)) * node.rotation;
    if (m.translation2.size() > 0) out.H.topRightCorner(3, n) += A * contract(m.translation2, qd);
    if (m.rotation2.size() > 0) out.H.bottomRightCorner(3, n) += (A * left) * contract(m.rotation2, qd);
  }
  out.H.block<3, 3>(0, 3) = -A * skew(velocity);
  out.H.block<3, 3>(3, 3) = -A * skew(spin);
}

void add_wrench_tangent(const Marker& m, const BodyPose& pose, const Vector6d& wrench, double weight, MatrixOut out) {
  if (m.body < 0) return;
  const Index n = pose.q().size();
  const Vector3d f = pose.A.transpose() * wrench.head<3>(), t = pose.A.transpose() * wrench.tail<3>();
  const Matrix3d F = weight * skew(f), T = weight * skew(t);
  const NodeMotion node(m, pose);
  out.block<3, 3>(3, 3) += skew(node.u) * F + T;
  if (!m.follows_node()) return;
  const Matrix3d Jr = right_jacobian(node.turn);
  out.block(3, 6, 3, n).noalias() -= F * node.translation;
  out.block(6, 3, n, 3).noalias() += node.translation.transpose() * F;
  out.block(6, 3, n, 3).noalias() += node.rotation.transpose() * (Jr * T);
  out.bottomRightCorner(n, n).noalias() +=
      weight * (node.rotation.transpose() * right_jacobian_derivative(node.turn, t) * node.rotation);
  add_second_order(m.translation2, weight * f, out.bottomRightCorner(n, n));
  add_second_order(m.rotation2, weight * (Jr * t), out.bottomRightCorner(n, n));
}

}  // namespace trunnion
