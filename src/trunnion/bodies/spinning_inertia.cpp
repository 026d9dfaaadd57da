#include "trunnion/bodies/spinning_inertia.h"

#include "trunnion/math/rotations.h"

namespace trunnion {

namespace {

// Kinematics of the node: everything the residual and its derivatives share.
struct NodeSpin {
  Vector3d th, thd;          // small rotation and its rate
  Matrix3d E, Jr, dJr_thd;   // exp, right Jacobian, d(J_r th')/dth
  Vector3d w, wE, Om, bias;  // body rate, E' w, node rate, velocity part of Om'
};

NodeSpin node_spin(const SpinningInertia& s, const VectorIn& q, const VectorIn& v) {
  NodeSpin k;
  k.th = s.rotation * q;
  k.thd = s.rotation * v.tail(q.size());
  k.E = rotation_exp(k.th);
  k.Jr = right_jacobian(k.th);
  k.dJr_thd = right_jacobian_derivative(k.th, k.thd);
  k.w = v.segment<3>(3);
  k.wE = k.E.transpose() * k.w;
  k.Om = k.wE + k.Jr * k.thd;
  k.bias = -(k.Jr * k.thd).cross(k.wE) + k.dJr_thd * k.thd;
  return k;
}

Vector3d node_acceleration(const SpinningInertia& s, const NodeSpin& k, const VectorIn& a, Index n) {
  return k.E.transpose() * a.segment<3>(3) + k.Jr * (s.rotation * a.tail(n)) + k.bias;
}

// d/dth of (d(J_r th')/dth th'): the only second derivative of J_r. It multiplies the square of a small rate, and the
// function is smooth and cheap, so a central difference is exact enough for a Newton matrix (1e-9 of the term).
Matrix3d second_derivative(const Vector3d& th, const Vector3d& thd) {
  constexpr double h = 1e-5;
  Matrix3d out;
  for (Index i = 0; i < 3; ++i) {
    const Vector3d e = h * Vector3d::Unit(i);
    out.col(i) = (right_jacobian_derivative(th + e, thd) - right_jacobian_derivative(th - e, thd)) * thd / (2 * h);
  }
  return out;
}

}  // namespace

void add_spinning_residual(const SpinningInertia& s, const VectorIn& q, const VectorIn& v, const VectorIn& a,
                           VectorOut r) {
  const NodeSpin k = node_spin(s, q, v);
  const Vector3d tau = s.inertia * node_acceleration(s, k, a, q.size()) + k.Om.cross(s.inertia * k.Om);
  r.segment<3>(3) += k.E * tau;
  r.tail(q.size()).noalias() += s.rotation.transpose() * (k.Jr.transpose() * tau);
}

void add_spinning_mass(const SpinningInertia& s, const VectorIn& q, double weight, MatrixOut out) {
  const Index n = q.size();
  const Vector3d th = s.rotation * q;
  const Matrix3d E = rotation_exp(th);
  const Matrix3d Jr = right_jacobian(th);
  const Matrix3Xd turn = Jr * s.rotation;
  const Matrix3Xd cross = weight * E * s.inertia * turn;
  out.block<3, 3>(3, 3) += weight * E * s.inertia * E.transpose();
  out.block(3, 6, 3, n) += cross;
  out.block(6, 3, n, 3) += cross.transpose();
  out.bottomRightCorner(n, n).noalias() += weight * turn.transpose() * s.inertia * turn;
}

void add_spinning_tangent(const SpinningInertia& s, const VectorIn& q, const VectorIn& v, const VectorIn& a,
                          double damping, double stiffness, MatrixOut out) {
  const Index n = q.size();
  const NodeSpin k = node_spin(s, q, v);
  const Matrix3d& I = s.inertia;
  const Vector3d tau = I * node_acceleration(s, k, a, n) + k.Om.cross(I * k.Om);
  const Matrix3d gyro = skew(k.Om) * I - skew(I * k.Om);  // d(Om x I Om)/dOm
  const Vector3d turn = k.Jr * k.thd;

  // with respect to the body rate w and the node's own rate th'
  Matrix3d mixed;  // columns: d(J_r e_i)/dth th'
  for (Index i = 0; i < 3; ++i) mixed.col(i) = right_jacobian_derivative(k.th, Vector3d::Unit(i)) * k.thd;
  const Matrix3d tau_w = (-I * skew(turn) + gyro) * k.E.transpose();
  const Matrix3d tau_thd = I * (skew(k.wE) * k.Jr + k.dJr_thd + mixed) + gyro * k.Jr;
  // with respect to th: E' x turns by -J_r dth, seen from the node
  const Vector3d alphaE = k.E.transpose() * a.segment<3>(3);
  const Vector3d thdd = s.rotation * a.tail(n);
  const Matrix3d Om_th = skew(k.wE) * k.Jr + k.dJr_thd;
  const Matrix3d rate_th = skew(alphaE) * k.Jr + right_jacobian_derivative(k.th, thdd) + skew(k.wE) * k.dJr_thd -
                           skew(turn) * skew(k.wE) * k.Jr + second_derivative(k.th, k.thd);
  const Matrix3d tau_th = I * rate_th + gyro * Om_th;

  const Matrix3Xd JrPhi = k.Jr * s.rotation;
  out.block<3, 3>(3, 3) += damping * k.E * tau_w;
  out.block(6, 3, n, 3).noalias() += damping * JrPhi.transpose() * tau_w;
  const Matrix3d row_theta = damping * k.E * tau_thd + stiffness * (k.E * (tau_th - skew(tau) * k.Jr));
  const Matrix3d row_modal = damping * k.Jr.transpose() * tau_thd +
                             stiffness * (k.Jr.transpose() * tau_th + right_jacobian_transpose_derivative(k.th, tau));
  out.block(3, 6, 3, n).noalias() += row_theta * s.rotation;
  out.bottomRightCorner(n, n).noalias() += s.rotation.transpose() * row_modal * s.rotation;
}

double spinning_energy(const SpinningInertia& s, const VectorIn& q, const VectorIn& v) {
  const Vector3d Om = node_spin(s, q, v).Om;
  return 0.5 * Om.dot(s.inertia * Om);
}

Vector3d spinning_momentum(const SpinningInertia& s, const VectorIn& q, const VectorIn& v) {
  const NodeSpin k = node_spin(s, q, v);
  return k.E * (s.inertia * k.Om);
}

}  // namespace trunnion
