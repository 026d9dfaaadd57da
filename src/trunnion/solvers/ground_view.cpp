#include "trunnion/solvers/ground_view.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <cmath>

#include "trunnion/math/rotations.h"
#include "trunnion/system/assembly.h"

namespace trunnion {

namespace {

constexpr double still = 1e-3;        // [rad/s]; a machine that has nearly come to rest rocks, it does not turn
constexpr double same = 0.02;         // relative distance of squared frequencies that may belong to one pair
constexpr double on_the_axis = 1e-3;  // distance from it over the size of the body

// Antisymmetric, with values nearest to 0 or +-i: what turns does so by once the angle.
MatrixXd whole_turns(const MatrixXd& G) {
  const Eigen::JacobiSVD<MatrixXd> svd(G, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const VectorXd rounded = svd.singularValues().unaryExpr([](double x) { return x > 0.5 ? 1.0 : 0.0; });
  const MatrixXd nearest = svd.matrixU() * rounded.asDiagonal() * svd.matrixV().transpose();
  return 0.5 * (nearest - nearest.transpose());
}

// min |rows G - turned| over antisymmetric G.
MatrixXd antisymmetric_fit(const MatrixXd& rows, const MatrixXd& turned) {
  const Index d = rows.cols(), unknowns = d * (d - 1) / 2;
  MatrixXd A = MatrixXd::Zero(rows.rows() * d, unknowns);
  for (Index i = 0, k = 0; i < d; ++i)
    for (Index j = i + 1; j < d; ++j, ++k) {  // G_ij = g, G_ji = -g
      A.col(k).segment(rows.rows() * j, rows.rows()) += rows.col(i);
      A.col(k).segment(rows.rows() * i, rows.rows()) -= rows.col(j);
    }
  const VectorXd g = A.completeOrthogonalDecomposition().solve(turned.reshaped());
  MatrixXd G = MatrixXd::Zero(d, d);
  for (Index i = 0, k = 0; i < d; ++i)
    for (Index j = i + 1; j < d; ++j, ++k) {
      G(i, j) = g[k];
      G(j, i) = -g[k];
    }
  return G;
}

}  // namespace

MatrixXd turn_of_modes(const Body& body, const Vector3d& point, const Vector3d& axis) {
  const Index n = body.num_modes();
  MatrixXd out = MatrixXd::Zero(n, n), mass = body.inertia.I6;
  for (const SpinningInertia& lumped : body.spinning)
    mass += lumped.rotation.transpose() * lumped.inertia * lumped.rotation;
  if (n < 2 || Eigen::LLT<MatrixXd>(mass).info() != Eigen::Success) return out;
  double size = 0;
  for (const InterfaceRows& at : body.interfaces) size = std::max(size, (at.position - point).norm());
  MatrixXd rows(0, n), turned(0, n);  // of the interfaces on the axis, and what they are a moment later
  const Matrix3d N = skew(axis);
  for (const InterfaceRows& at : body.interfaces) {
    if ((at.position - point).cross(axis).norm() > on_the_axis * size) continue;
    const Index r = rows.rows();
    rows.conservativeResize(r + 6, n);
    turned.conservativeResize(r + 6, n);
    rows.middleRows<3>(r) = at.translation;
    rows.middleRows<3>(r + 3) = std::max(size, 1e-9) * at.rotation;
    for (const Index k : {r, r + 3}) turned.middleRows<3>(k) = N * rows.middleRows<3>(k);
  }
  if (rows.rows() == 0) return out;
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> modes(0.5 * (body.stiffness + body.stiffness.transpose()),
                                                                 mass);
  const VectorXd& square = modes.eigenvalues();
  const MatrixXd& V = modes.eigenvectors();  // V' mass V = 1
  MatrixXd G = MatrixXd::Zero(n, n);
  for (Index first = 0, last = 0; first < n; first = last) {
    for (last = first + 1; last < n && square[last] - square[last - 1] <= same * std::abs(square[last]);) ++last;
    const Index d = last - first;
    if (d < 2) continue;
    const MatrixXd group = V.middleCols(first, d);
    G.block(first, first, d, d) = whole_turns(antisymmetric_fit(rows * group, turned * group));
  }
  return V * G * V.transpose() * mass;
}

GroundView ground_view(const Mechanism& m, const State& s) {
  GroundView view;
  view.H.setZero(m.num_velocities, m.num_velocities);
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    const Body& body = m.bodies[b];
    const Index k = m.first_velocity[b], n = body.num_modes();
    const Vector3d w = s.v.segment<3>(k + 3);
    const double speed = w.norm();
    view.parts_.push_back({k, body.size()});
    view.speed_.push_back(speed);
    if (speed < still) continue;
    view.turning = true;
    view.fastest = std::max(view.fastest, speed);
    const Vector3d rate = s.x.A[b].transpose() * s.v.segment<3>(k), axis = w / speed;
    const Vector3d arm = rate.cross(w) / (speed * speed);  // from the axis to the frame's origin
    Matrix6d shift = Matrix6d::Identity(), back = shift, turn = Matrix6d::Zero();
    shift.topRightCorner<3, 3>() = skew(arm);  // A' dr_O = A' dR + arm x dtheta
    back.topRightCorner<3, 3>() = -skew(arm);
    turn.topLeftCorner<3, 3>() = turn.bottomRightCorner<3, 3>() = -speed * skew(axis);
    view.H.block<6, 6>(k, k) = back * turn * shift;
    if (n > 0) view.H.block(k + 6, k + 6, n, n) = -speed * turn_of_modes(body, -arm, axis);
  }
  return view;
}

MatrixXd GroundView::turned(double t) const {
  MatrixXd T = MatrixXd::Identity(H.rows(), H.cols());
  for (std::size_t b = 0; b < parts_.size(); ++b) {
    const auto [k, size] = parts_[b];
    if (speed_[b] < still) continue;
    const MatrixXd G = H.block(k, k, size, size) / speed_[b];
    T.block(k, k, size, size) += std::sin(speed_[b] * t) * G + (1 - std::cos(speed_[b] * t)) * G * G;
  }
  return T;
}

void balance_reactions(const Mechanism& m, const StepContext& at, State& s, Workspace& work) {
  if (m.num_rows == 0) return;
  s.lambda.setZero();
  assemble_residual(m, at, s, work);
  const VectorXd unbalanced = work.residual.head(m.num_velocities);
  assemble_jacobian(m, at, s, {{0, 0, 1}, 0, 0}, work);
  const MatrixXd reaction = MatrixXd(work.jacobian.matrix()).topRightCorner(m.num_velocities, m.num_rows);
  s.lambda = -reaction.completeOrthogonalDecomposition().solve(unbalanced);
}

State turned_on(const Mechanism& m, const State& s, double dt, const GroundView* view) {
  State out = s;
  out.t += dt;
  const MatrixXd T = view ? view->turned(dt) : MatrixXd();
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    const Index k = m.first_velocity[b], n = m.bodies[b].num_modes(), q = m.first_mode[b];
    const Vector3d w = s.x.A[b] * s.v.segment<3>(k + 3), rate = s.v.segment<3>(k);
    const Matrix3d turn = rotation_exp(dt * w);
    const double square = w.squaredNorm();
    const Vector3d arm = square > still * still ? Vector3d(rate.cross(w) / square) : Vector3d::Zero();
    const Vector3d along = rate - w.cross(arm);
    out.x.R[b] = s.x.R[b] - arm + turn * arm + dt * along;
    out.x.A[b] = turn * s.x.A[b];
    out.v.segment<3>(k) = turn * (rate - along) + along;
    out.a.segment<3>(k) = turn * s.a.segment<3>(k);
    if (view && n > 0) {
      const auto pattern = T.block(k + 6, k + 6, n, n);
      out.x.q.segment(q, n) = pattern * s.x.q.segment(q, n);
      for (auto [from, to] : {std::pair{&s.v, &out.v}, std::pair{&s.a, &out.a}})
        to->segment(k + 6, n) = pattern * from->segment(k + 6, n);
    }
  }
  Workspace work(m);
  balance_reactions(m, {out.t, 0, 0, StageKind::linear}, out, work);
  return out;
}

}  // namespace trunnion
