#include "trunnion/solvers/linearize.h"

#include <fmt/format.h>

#include <Eigen/QR>

#include "trunnion/base/error.h"
#include "trunnion/math/rotations.h"
#include "trunnion/system/measured_loads.h"

namespace trunnion {

namespace {

constexpr double rank_tolerance = 1e-10;

// Null space of the active constraint rows: last columns of Q in C' = Q R.
MatrixXd null_space(const MatrixXd& C) {
  if (C.rows() == 0) return MatrixXd::Identity(C.cols(), C.cols());
  Eigen::ColPivHouseholderQR<MatrixXd> qr(C.transpose());
  qr.setThreshold(rank_tolerance);
  const MatrixXd Q = qr.householderQ();
  return Q.rightCols(C.cols() - qr.rank());
}

}  // namespace

LinearSystem linearize(const Mechanism& m, const State& s, Index shaken_row) {
  for (const MeasuredLoad& load : m.loads)
    if (depends_on_reactions(load))
      throw SolveError(
          fmt::format("load '{}' depends on the reaction of a joint: the joints can then not be taken out of the "
                      "linearised equations. For modes and responses give it a constant or a law of motions.",
                      load.name));
  Workspace work(m);
  const StepContext at{s.t, 0, 0, StageKind::linear};
  const Index n = m.num_velocities;
  const auto dense = [&](const TangentWeights& weights) {
    assemble_jacobian(m, at, s, {weights, 0, 0}, work);
    return MatrixXd(work.jacobian.matrix());
  };
  const MatrixXd full = dense({0, 0, 1});
  MatrixXd K = full.topLeftCorner(n, n), D = dense({0, 1, 0}).topLeftCorner(n, n),
           M = dense({1, 0, 0}).topLeftCorner(n, n);
  MatrixXd C(0, n);
  Index shaken = -1;  // its place among the active rows
  for (Index r = 0; r < m.num_rows; ++r)
    if (s.row_active[r]) {
      if (r == shaken_row) shaken = C.rows();
      C.conservativeResize(C.rows() + 1, n);
      C.row(C.rows() - 1) = full.row(n + r).head(n);
    }
  MatrixXd P = MatrixXd::Identity(n, n), V0 = MatrixXd::Zero(n, n), A1 = V0, A0 = V0;
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    const Index R = m.first_velocity[b], th = R + 3;
    const Matrix3d w = skew(s.v.segment<3>(th)), alpha = skew(s.a.segment<3>(th));
    P.block<3, 3>(R, R) = s.x.A[b];
    V0.block<3, 3>(R, R) = V0.block<3, 3>(th, th) = w;
    A1.block<3, 3>(R, R) = 2 * w;
    A1.block<3, 3>(th, th) = w;
    A0.block<3, 3>(R, R) = alpha + w * w;
    A0.block<3, 3>(th, th) = alpha;
  }
  const MatrixXd MP = M * P, DP = D * P;
  const MatrixXd Z = null_space(C * P), left = (P * Z).transpose();
  const MatrixXd damping = MP * A1 + DP, stiffness = MP * A0 + DP * V0 + K * P;
  LinearSystem out;
  out.Z = P * Z;
  out.M = left * MP * Z;
  out.D = left * damping * Z;
  out.K = left * stiffness * Z;
  if (shaken >= 0) {
    const VectorXd y = (C * P).completeOrthogonalDecomposition().solve(VectorXd::Unit(C.rows(), shaken));
    out.shaken = P * y;
    out.M_u = left * MP * y;
    out.D_u = left * damping * y;
    out.K_u = left * stiffness * y;
  }
  return out;
}

Matrix6Xd marker_motion(const Mechanism& m, const State& s, const MatrixXd& dx, Index marker) {
  const Index b = m.markers[marker].body;
  if (b < 0) return Matrix6Xd::Zero(6, dx.cols());
  MarkerKinematics kinematics;
  const Index first = m.first_velocity[b], size = m.bodies[b].size();
  update_marker(m.markers[marker], pose_of(m, s.x, b), s.v.segment(first, size), kinematics);
  return kinematics.J * dx.middleRows(first, size);
}

}  // namespace trunnion
