#include "trunnion/solvers/linearize.h"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <limits>

#include "trunnion/base/error.h"
#include "trunnion/math/free_memory.h"
#include "trunnion/math/rotations.h"
#include "trunnion/solvers/ground_view.h"
#include "trunnion/system/measured_loads.h"

namespace trunnion {

namespace {

constexpr double rank_tolerance = 1e-10;

// Dense matrices: three of coordinates and rows, those of both instants and their products.
void check_matrices_fit(const Mechanism& m) {
  const double n = double(m.num_velocities), all = n + double(m.num_rows);
  check_room((3 * all * all + 18 * n * n) * sizeof(double),
             fmt::format("the linear system of {} coordinates", m.num_velocities),
             "use fewer bodies or modes of flexible ones, or end other programs");
}

// Null space of the active constraint rows: last columns of Q in C' = Q R.
MatrixXd null_space(const MatrixXd& C) {
  if (C.rows() == 0) return MatrixXd::Identity(C.cols(), C.cols());
  Eigen::ColPivHouseholderQR<MatrixXd> qr(C.transpose());
  qr.setThreshold(rank_tolerance);
  const MatrixXd Q = qr.householderQ();
  return Q.rightCols(C.cols() - qr.rank());
}

constexpr double constant = 1e-6;  // variation that is none

// In coordinates y; C: the active constraint rows.
struct Matrices {
  MatrixXd P, M, D, K, C;
};

Matrices in_turning_axes(const Mechanism& m, const State& s) {
  Workspace work(m);
  const StepContext at{s.t, 0, 0, StageKind::linear};
  const Index n = m.num_velocities;
  const auto dense = [&](const TangentWeights& weights) {
    assemble_jacobian(m, at, s, {weights, 0, 0}, work);
    return MatrixXd(work.jacobian.matrix());
  };
  const MatrixXd full = dense({0, 0, 1});
  const MatrixXd K = full.topLeftCorner(n, n), D = dense({0, 1, 0}).topLeftCorner(n, n),
                 M = dense({1, 0, 0}).topLeftCorner(n, n);
  Matrices out;
  out.C.resize(std::count(s.row_active.begin(), s.row_active.end(), 1), n);
  for (Index r = 0, active = 0; r < m.num_rows; ++r)
    if (s.row_active[r]) out.C.row(active++) = full.row(n + r).head(n);
  out.P = MatrixXd::Identity(n, n);
  MatrixXd V0 = MatrixXd::Zero(n, n), A1 = V0, A0 = V0;
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    const Index R = m.first_velocity[b], th = R + 3;
    const Matrix3d w = skew(s.v.segment<3>(th)), alpha = skew(s.a.segment<3>(th));
    out.P.block<3, 3>(R, R) = s.x.A[b];
    V0.block<3, 3>(R, R) = V0.block<3, 3>(th, th) = w;
    A1.block<3, 3>(R, R) = 2 * w;
    A1.block<3, 3>(th, th) = w;
    A0.block<3, 3>(R, R) = alpha + w * w;
    A0.block<3, 3>(th, th) = alpha;
  }
  const MatrixXd PM = out.P.transpose() * M * out.P, PD = out.P.transpose() * D * out.P;
  out.M = PM;
  out.D = PM * A1 + PD;
  out.K = PM * A0 + PD * V0 + out.P.transpose() * K * out.P;
  out.C *= out.P;
  return out;
}

// y' = z' + H z, y'' = z'' + 2 H z' + H^2 z.
void see_from_ground(const MatrixXd& H, Matrices& y) {
  y.K += y.D * H + y.M * H * H;
  y.D += 2 * y.M * H;
}

// The lowest patterns x of these matrices, x' (K + shift M) x = 1: stiff ones, many decades above, say nothing about
// how far soft supports change. The shift lifts rigid motions and what spin softens.
MatrixXd lowest_patterns(const MatrixXd& M, const MatrixXd& K, double w) {
  constexpr Index most = 20;
  for (double shift = 4 * w * w; std::isfinite(shift); shift *= 10) {
    const MatrixXd base = 0.5 * (K + K.transpose()) + shift * M;
    if (Eigen::LLT<MatrixXd>(base).info() != Eigen::Success) continue;
    const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(0.5 * (M + M.transpose()), base);
    return solver.eigenvectors().rightCols(std::min(most, M.rows()));
  }
  return MatrixXd::Identity(M.rows(), M.rows());
}

// Largest change of these patterns' stiffness, damping and mass over their own size, when the bodies have turned on by
// a radian at most; none of the low orders of a turn returns there.
double variation_of(const Mechanism& m, const State& s, const GroundView& ground, View view, const Matrices& now,
                    const MatrixXd& Z) {
  const double dt = 1 / ground.fastest, w = ground.fastest;
  Matrices then;
  try {
    then = in_turning_axes(m, turned_on(m, s, dt, view == View::ground ? &ground : nullptr));
  } catch (const SolveError&) {  // no law is defined there
    return std::numeric_limits<double>::infinity();
  }
  const auto on = [](const MatrixXd& A, const MatrixXd& basis) { return MatrixXd(basis.transpose() * A * basis); };
  const MatrixXd X = Z * lowest_patterns(on(now.M, Z), on(now.K, Z), w);
  MatrixXd TX = X;
  if (view == View::ground) {
    see_from_ground(ground.H, then);
    TX = ground.turned(dt) * X;
  }
  const double matrices = (on(then.K, TX) - on(now.K, X)).cwiseAbs().maxCoeff() +
                          w * (on(then.D, TX) - on(now.D, X)).cwiseAbs().maxCoeff() +
                          w * w * (on(then.M, TX) - on(now.M, X)).cwiseAbs().maxCoeff();
  const double joints =  // what they forbid must stay
      now.C.rows() > 0 ? (then.C * TX).colwise().norm().cwiseQuotient(X.colwise().norm()).maxCoeff() / now.C.norm() : 0;
  const double found = std::max(matrices, joints);
  return std::isfinite(found) ? found : std::numeric_limits<double>::infinity();
}

}  // namespace

LinearSystem linearize(const Mechanism& m, const State& s, Index shaken_row, View preferred) {
  for (const MeasuredLoad& load : m.loads)
    if (depends_on_reactions(load))
      throw SolveError(
          fmt::format("load '{}' depends on the reaction of a joint: the joints can then not be taken out of the "
                      "linearised equations. For modes and responses give it a constant or a law of motions.",
                      load.name));
  check_matrices_fit(m);
  Matrices y = in_turning_axes(m, s);
  const MatrixXd Z = null_space(y.C);
  LinearSystem out;
  if (const GroundView ground = ground_view(m, s); ground.turning && Z.cols() > 0) {
    Matrices from_ground = y;
    see_from_ground(ground.H, from_ground);
    const auto variation = [&](View view) {
      return variation_of(m, s, ground, view, view == View::ground ? from_ground : y, Z);
    };
    const View other = preferred == View::bodies ? View::ground : View::bodies;
    out.view = preferred;
    out.variation = variation(preferred);
    if (out.variation > constant)
      if (const double there = variation(other); there < out.variation) {
        out.view = other;
        out.variation = there;
      }
    if (out.view == View::ground) y = std::move(from_ground);
  }
  out.Z = y.P * Z;
  out.M = Z.transpose() * y.M * Z;
  out.D = Z.transpose() * y.D * Z;
  out.K = Z.transpose() * y.K * Z;
  if (shaken_row >= 0 && s.row_active[shaken_row]) {
    const Index place = std::count(s.row_active.begin(), s.row_active.begin() + shaken_row, 1);
    const VectorXd u = y.C.completeOrthogonalDecomposition().solve(VectorXd::Unit(y.C.rows(), place));
    out.shaken = y.P * u;
    out.M_u = Z.transpose() * y.M * u;
    out.D_u = Z.transpose() * y.D * u;
    out.K_u = Z.transpose() * y.K * u;
  }
  return out;
}

std::string caution(const LinearSystem& linear) {
  constexpr double noticeable = 1e-3;
  if (!(linear.variation > noticeable)) return {};
  return fmt::format(
      "the equations of small motions change while the bodies turn, by {} within one radian: what follows is true of "
      "this instant only. They stay the same where a rotor is the same all around (its body with interfaces on the "
      "axis, a mesh that repeats itself four times or more around it), or its supports are the same in all directions",
      std::isfinite(linear.variation) ? fmt::format("{:.2g} % of themselves", 100 * linear.variation)
                                      : "more than can be said");
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
