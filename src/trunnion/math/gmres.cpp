#include "trunnion/math/gmres.h"

#include <Eigen/Jacobi>
#include <algorithm>
#include <cmath>
#include <vector>

namespace trunnion {
namespace {

/// Orthogonalises w against the first `count` columns of V, twice; their shares are added to `shares`.
void orthogonalise(const MatrixXd& V, Index count, VectorXd& w, Eigen::Ref<VectorXd> shares) {
  for (int pass = 0; pass < 2; ++pass) {
    const VectorXd part = V.leftCols(count).transpose() * w;
    w.noalias() -= V.leftCols(count) * part;
    shares.head(count) += part;
  }
}

}  // namespace

GmresResult gmres(const LinearMap& A, const VectorXd& b, const GmresOptions& options) {
  GmresResult out{.x = VectorXd::Zero(b.size())};
  const double size = b.norm();
  if (size == 0) {
    out.converged = true;
    return out;
  }
  VectorXd r = b;
  std::vector<double> history;
  const auto stalled = [&]() {
    const auto back = std::size_t(options.patience);
    return back > 0 && history.size() > back && history.back() > 0.95 * history[history.size() - 1 - back];
  };
  while (true) {
    const Index m = std::min(options.restart, options.max_iterations - out.iterations);
    MatrixXd V(b.size(), m + 1), H = MatrixXd::Zero(m + 1, m);
    VectorXd g = VectorXd::Zero(m + 1);
    std::vector<Eigen::JacobiRotation<double>> rotations;
    g[0] = r.norm();
    V.col(0) = r / g[0];
    out.residual = g[0] / size;
    Index k = 0;
    bool exhausted = false;  // the Krylov space holds the solution, or A maps it into itself
    for (; k < m && out.residual > options.tolerance && !exhausted && !stalled(); ++k) {
      VectorXd w = A(V.col(k));
      const double before = w.norm();
      orthogonalise(V, k + 1, w, H.col(k));
      H(k + 1, k) = w.norm();
      exhausted = H(k + 1, k) <= 1e-14 * before;
      if (!exhausted) V.col(k + 1) = w / H(k + 1, k);
      for (Index i = 0; i < k; ++i) H.col(k).applyOnTheLeft(i, i + 1, rotations[std::size_t(i)].adjoint());
      Eigen::JacobiRotation<double> rotation;
      rotation.makeGivens(H(k, k), H(k + 1, k));
      rotations.push_back(rotation);
      H.col(k).applyOnTheLeft(k, k + 1, rotation.adjoint());
      g.applyOnTheLeft(k, k + 1, rotation.adjoint());
      out.residual = std::abs(g[k + 1]) / size;
      history.push_back(out.residual);
      ++out.iterations;
    }
    // A zero on the diagonal: this direction changes nothing.
    while (k > 0 && std::abs(H(k - 1, k - 1)) <= 1e-14 * H.topLeftCorner(k, k).diagonal().cwiseAbs().maxCoeff()) --k;
    if (k > 0) {
      const VectorXd y = H.topLeftCorner(k, k).triangularView<Eigen::Upper>().solve(g.head(k));
      out.x.noalias() += V.leftCols(k) * y;
    }
    out.converged = out.residual <= options.tolerance;
    if (out.converged || exhausted || stalled() || out.iterations >= options.max_iterations) return out;
    r = b - A(out.x);
  }
}

}  // namespace trunnion
