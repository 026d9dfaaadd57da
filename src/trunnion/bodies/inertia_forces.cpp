#include "trunnion/bodies/inertia_forces.h"

#include "trunnion/bodies/spinning_inertia.h"
#include "trunnion/math/rotations.h"

namespace trunnion {

namespace {

Eigen::Map<const Matrix3d> block3(const VectorXd& table, Index j) {
  return Eigen::Map<const Matrix3d>(table.data() + 9 * j);
}
Eigen::Map<const Matrix3Xd> columns3(const VectorXd& table, Index n) {
  return Eigen::Map<const Matrix3Xd>(table.data(), 3, n);
}

// What the first moment does to the force on the frame, body axes: (A S)'' with the frame turning.
Vector3d first_moment_rate(const Body& body, const InertiaTerms& terms, const VectorIn& v, const VectorIn& a) {
  const Index n = body.num_modes();
  const Vector3d omega = v.segment<3>(3), alpha = a.segment<3>(3);
  Vector3d y = alpha.cross(terms.S) + omega.cross(omega.cross(terms.S));
  if (n == 0) return y;
  y += terms.P * a.tail(n) + 2 * omega.cross(Vector3d(terms.P * v.tail(n)));
  if (body.shortens()) y += contract(body.i3_second, v.tail(n)) * v.tail(n);
  return y;
}

// Derivatives of the quadratic velocity terms and of M a with respect to the configuration (theory/bodies.md, Eq. 3.2
// to 3.5).
void add_configuration_tangent(const Body& body, const BodyPose& pose, const VectorIn& v, const VectorIn& a,
                               const Vector3d& gravity, double weight, InertiaTerms& terms, MatrixOut out) {
  const Index n = body.num_modes();
  const Matrix3d& A = pose.A;
  const Vector3d omega = v.segment<3>(3), alpha = a.segment<3>(3);
  const auto qd = v.tail(n), qdd = a.tail(n);
  const Matrix3d w = skew(omega);
  const Vector3d b = A.transpose() * (a.head<3>() - gravity);  // gravity acts like an acceleration of the frame
  // R row: inertia - Qv, all of it A times a body-axes vector y, so that d/dtheta = -A skew(y).
  out.block<3, 3>(0, 3) -= weight * A * skew(first_moment_rate(body, terms, v, a));
  out.block<3, 3>(3, 3) += weight * skew(terms.S) * skew(b);
  if (n == 0) return;
  out.topRightCorner(3, n) += weight * (A * (skew(alpha) + w * w)) * terms.P;
  out.block(6, 3, n, 3) += weight * terms.P.transpose() * skew(b);
  if (body.shortens()) {
    const Matrix3Xd P_rate = contract(body.i3_second, qd), P_acc = contract(body.i3_second, qdd);
    const Matrix3Xd G_rate = contract(body.i4_second, qd), G_acc = contract(body.i4_second, qdd);
    out.topRightCorner(3, n) += weight * A * (P_acc + 2 * w * P_rate);
    out.block(3, 6, 3, n) += weight * (G_acc + w * G_rate);
    for (Index k = 0; k < n; ++k) {
      const Eigen::Map<const Matrix3Xd> g3(body.i3_second.data() + 3 * n * k, 3, n),
          g4(body.i4_second.data() + 3 * n * k, 3, n);
      out.block(6, 6 + k, n, 1).noalias() += weight * (g3.transpose() * b + g4.transpose() * alpha);
    }
  }
  terms.i9v.noalias() = body.i9 * qd;  // block k = sum_j q'_j I9_jk = (sum_j q'_j I9_kj)'
  const auto i5 = [&](Index k) { return Eigen::Map<const Matrix3Xd>(body.i5.data() + 3 * n * k, 3, n); };
  for (Index k = 0; k < n; ++k) {
    const auto D = block3(terms.D, k);
    const Matrix3d symmetric = D + D.transpose();
    Vector3d column = -b.cross(terms.P.col(k)) - symmetric * alpha - w * (symmetric * omega) -
                      2 * block3(terms.i9v, k).transpose() * omega;
    column.noalias() += i5(k) * qdd;
    out.block<3, 1>(3, 6 + k) += weight * column;
    out.block(6, 6 + k, n, 1).noalias() += weight * (i5(k).transpose() * alpha);
    // omega' I9_kj omega for all j: the 3x3 blocks of column k contracted twice.
    Eigen::Matrix<double, 9, 1> ww;
    ww = (omega * omega.transpose()).reshaped();
    const Eigen::Map<const Eigen::Matrix<double, 9, Eigen::Dynamic>> i9(body.i9.data() + 9 * n * k, 9, n);
    out.block(6, 6 + k, n, 1).noalias() += weight * (i9.transpose() * ww);
  }
  out.bottomRightCorner(n, n) += weight * body.stiffness;
}

void add_velocity_tangent(const Body& body, const BodyPose& pose, const VectorIn& v, double weight, InertiaTerms& terms,
                          MatrixOut out) {
  const Index n = body.num_modes();
  const Vector3d omega = v.segment<3>(3);
  const auto qd = v.tail(n);
  const Matrix3d w = skew(omega);
  const Vector3d sd = n > 0 ? Vector3d(terms.P * qd) : Vector3d::Zero();
  out.block<3, 3>(0, 3) -= weight * pose.A * (skew(omega.cross(terms.S)) + w * skew(terms.S) + 2 * skew(sd));
  Matrix3d theta = skew(terms.J * omega) - w * terms.J;
  for (Index j = 0; j < n; ++j) theta += 2 * qd[j] * block3(terms.D, j);
  out.block<3, 3>(3, 3) -= weight * theta;
  if (n == 0) return;
  out.topRightCorner(3, n) += 2 * weight * (pose.A * w) * terms.P;
  if (body.shortens()) {
    out.topRightCorner(3, n) += 2 * weight * pose.A * contract(body.i3_second, qd);
    out.block(3, 6, 3, n) += weight * (2 * contract(body.i4_second, qd) + w * terms.G);
    out.block<3, 3>(3, 3) -= weight * skew(terms.G * qd);
  }
  terms.i5v.noalias() = body.i5 * qd;
  for (Index j = 0; j < n; ++j) {
    const auto D = block3(terms.D, j);
    out.block<3, 1>(3, 6 + j) -= 2 * weight * (D * omega);
    out.block<1, 3>(6 + j, 3) +=
        weight * (((D + D.transpose()) * omega).transpose() + 2 * columns3(terms.i5v, n).col(j).transpose());
    const Eigen::Map<const Matrix3Xd> i5(body.i5.data() + 3 * n * j, 3, n);
    out.block(6, 6 + j, n, 1).noalias() += 2 * weight * (i5.transpose() * omega);
  }
  out.bottomRightCorner(n, n) += weight * body.damping;
}

}  // namespace

void update_inertia(const Body& body, const BodyPose& pose, InertiaTerms& terms) {
  const Index n = body.num_modes();
  terms.S = body.inertia.I2;
  terms.J = body.inertia.I7;
  if (n == 0) return;
  terms.S.noalias() += body.inertia.I3 * pose.q();
  terms.P = body.inertia.I3;
  terms.D = body.i8;
  terms.D.noalias() += body.i9 * pose.q();
  terms.N = body.inertia.I4.reshaped();
  terms.N.noalias() += body.i5 * pose.q();
  if (body.shortens()) {
    const Matrix3Xd shortening = contract(body.i3_second, pose.q());
    terms.S += 0.5 * shortening * pose.q();
    terms.P += shortening;
    terms.G = contract(body.i4_second, pose.q());
    terms.N += terms.G.reshaped();
  }
  // J = I7 - sum q_j (I8_j + I8_j') - sum q_j q_k I9_jk, with sum_k q_k I9_kj = D_j - I8_j
  for (Index j = 0; j < n; ++j)
    terms.J -= pose.q()[j] * (block3(body.i8, j).transpose() + Matrix3d(block3(terms.D, j)));
}

void add_mass_matrix(const Body& body, const BodyPose& pose, double weight, const InertiaTerms& terms, MatrixOut out) {
  const Index n = body.num_modes();
  const Matrix3d coupling = -weight * pose.A * skew(terms.S);
  out.block<3, 3>(0, 0).diagonal().array() += weight * body.inertia.I1;
  out.block<3, 3>(0, 3) += coupling;
  out.block<3, 3>(3, 0) += coupling.transpose();
  out.block<3, 3>(3, 3) += weight * terms.J;
  if (n == 0) return;
  const auto N = columns3(terms.N, n);
  out.topRightCorner(3, n) += weight * pose.A * terms.P;
  out.bottomLeftCorner(n, 3) += weight * terms.P.transpose() * pose.A.transpose();
  out.block(3, 6, 3, n) += weight * N;
  out.block(6, 3, n, 3) += weight * N.transpose();
  out.bottomRightCorner(n, n) += weight * body.inertia.I6;
  for (const SpinningInertia& s : body.spinning) add_spinning_mass(s, pose.q(), weight, out);
}

void inertia_residual(const Body& body, const BodyPose& pose, const VectorIn& v, const VectorIn& a,
                      const Vector3d& gravity, InertiaTerms& terms, VectorOut r) {
  update_inertia(body, pose, terms);
  const Index n = body.num_modes();
  const InertiaInvariants& inv = body.inertia;
  const Vector3d omega = v.segment<3>(3), alpha = a.segment<3>(3);
  const auto qd = v.tail(n), qdd = a.tail(n);
  const Vector3d field = a.head<3>() - gravity;
  const Vector3d b = pose.A.transpose() * field;
  r.head<3>() = inv.I1 * field + pose.A * first_moment_rate(body, terms, v, a);
  Vector3d theta = terms.S.cross(b) + terms.J * alpha + omega.cross(terms.J * omega);
  if (n > 0) {
    const auto N = columns3(terms.N, n);
    theta.noalias() += N * qdd;
    if (body.shortens()) theta += contract(body.i4_second, qd) * qd + omega.cross(Vector3d(terms.G * qd));
    terms.i5v.noalias() = body.i5 * qd;
    auto f = r.tail(n);
    f.noalias() = terms.P.transpose() * b;
    f.noalias() += N.transpose() * alpha;
    f.noalias() += inv.I6 * qdd;
    f.noalias() += body.stiffness * pose.q();
    f.noalias() += body.damping * qd;
    for (Index j = 0; j < n; ++j) {
      const Vector3d Dw = block3(terms.D, j) * omega;
      theta -= 2 * qd[j] * Dw;
      f[j] += omega.dot(Dw) + 2 * omega.dot(columns3(terms.i5v, n).col(j));
    }
  }
  r.segment<3>(3) = theta;
  for (const SpinningInertia& s : body.spinning) add_spinning_residual(s, pose.q(), v, a, r);
}

void add_inertia_tangent(const Body& body, const BodyPose& pose, const VectorIn& v, const VectorIn& a,
                         const Vector3d& gravity, const TangentWeights& weights, InertiaTerms& terms, MatrixOut out) {
  update_inertia(body, pose, terms);
  if (weights.mass != 0) add_mass_matrix(body, pose, weights.mass, terms, out);
  if (weights.damping != 0) add_velocity_tangent(body, pose, v, weights.damping, terms, out);
  if (weights.stiffness != 0) add_configuration_tangent(body, pose, v, a, gravity, weights.stiffness, terms, out);
  for (const SpinningInertia& s : body.spinning)
    add_spinning_tangent(s, pose.q(), v, a, weights.damping, weights.stiffness, out);
}

BodyEnergy body_energy(const Body& body, const BodyPose& pose, const VectorIn& v, const Vector3d& gravity,
                       const InertiaTerms& terms) {
  const Index n = body.num_modes();
  const auto qd = v.tail(n);
  const Vector3d omega = v.segment<3>(3);
  const Vector3d v_B = pose.A.transpose() * v.head<3>();
  BodyEnergy energy;
  energy.kinetic =
      0.5 * body.inertia.I1 * v_B.squaredNorm() + v_B.dot(omega.cross(terms.S)) + 0.5 * omega.dot(terms.J * omega);
  energy.gravity = -gravity.dot(body.inertia.I1 * pose.R + pose.A * terms.S);
  if (n > 0) {
    energy.kinetic += v_B.dot(terms.P * qd) + omega.dot(columns3(terms.N, n) * qd) + 0.5 * qd.dot(body.inertia.I6 * qd);
    energy.strain = 0.5 * pose.q().dot(body.stiffness * pose.q());
    energy.damping_power = qd.dot(body.damping * qd);
  }
  for (const SpinningInertia& s : body.spinning) energy.kinetic += spinning_energy(s, pose.q(), v);
  return energy;
}

Momentum body_momentum(const Body& body, const BodyPose& pose, const VectorIn& v, InertiaTerms& terms) {
  const Index n = body.num_modes();
  const auto qd = v.tail(n);
  const Vector3d omega = v.segment<3>(3);
  update_inertia(body, pose, terms);
  Momentum m;
  m.linear = body.inertia.I1 * v.head<3>() + pose.A * omega.cross(terms.S);
  if (n > 0) m.linear += pose.A * (terms.P * qd);
  Vector3d spin = terms.S.cross(pose.A.transpose() * v.head<3>()) + terms.J * omega;
  if (n > 0) spin.noalias() += columns3(terms.N, n) * qd;
  for (const SpinningInertia& s : body.spinning) spin += spinning_momentum(s, pose.q(), v);
  m.angular = pose.R.cross(m.linear) + pose.A * spin;
  return m;
}

}  // namespace trunnion
