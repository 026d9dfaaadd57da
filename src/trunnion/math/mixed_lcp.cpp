#include "trunnion/math/mixed_lcp.h"

#include <fmt/format.h>

#include <algorithm>

#include "trunnion/base/error.h"
#include "trunnion/math/nonnegative.h"

namespace trunnion {

void validate(const MixedLcp& problem) {
  const Index m = problem.pairs(), l = problem.motions();
  if (problem.A.rows() != m || problem.A.cols() != m || problem.B.rows() != l || problem.B.cols() != m ||
      problem.C.rows() != m || problem.C.cols() != l)
    throw InputError(
        fmt::format("complementarity problem: {} pairs and {} motions need A {}x{}, B {}x{}, C {}x{}; got A {}x{}, B "
                    "{}x{}, C {}x{}",
                    m, l, m, m, l, m, m, l, problem.A.rows(), problem.A.cols(), problem.B.rows(), problem.B.cols(),
                    problem.C.rows(), problem.C.cols()));
  if (!problem.A.allFinite() || !problem.B.allFinite() || !problem.C.allFinite() || !problem.eps.allFinite() ||
      !problem.lam.allFinite())
    throw InputError("complementarity problem: a number is not finite");
}

LcpScale lcp_scale(const MixedLcp& problem) {
  LcpScale scale;
  if (problem.pairs() == 0) return scale;
  const double softest = problem.A.diagonal().cwiseAbs().maxCoeff();
  double force = softest > 0 ? std::max(0.0, -problem.eps.minCoeff()) / softest : 0;
  for (Index i = 0; i < problem.motions(); ++i)
    if (const double arm = problem.B.row(i).cwiseAbs().maxCoeff(); arm > 0)
      force = std::max(force, std::abs(problem.lam[i]) / arm);
  if (!(force > 0)) force = softest > 0 ? problem.eps.cwiseAbs().maxCoeff() / softest : 1;
  scale.force = force > 0 ? force : 1;
  scale.gap = softest > 0 ? softest * scale.force : std::max(problem.eps.cwiseAbs().maxCoeff(), 1e-300);
  return scale;
}

VectorXd runaway_motion(const MixedLcp& problem) {
  if (problem.motions() == 0 || problem.lam.isZero(0)) return {};
  // Rows of different units (forces, torques) are made comparable first. What is left of lam after the best p >= 0 is
  // the certificate: with y = B p - lam, B'y >= 0 and y.lam = -|y|^2.
  const auto row_size = [&](Index i) {
    const double largest = problem.pairs() > 0 ? problem.B.row(i).cwiseAbs().maxCoeff() : 0;
    return largest > 0 ? largest : std::max(std::abs(problem.lam[i]), 1e-300);
  };
  const VectorXd size = VectorXd::NullaryExpr(problem.motions(), row_size);
  const MatrixXd B = size.cwiseInverse().asDiagonal() * problem.B;
  const VectorXd lam = problem.lam.cwiseQuotient(size);
  const VectorXd y = B * nonnegative_least_squares(B, lam, 1e-12).x - lam;
  constexpr double rounding = 1e-9;
  if (y.norm() <= rounding * lam.norm()) return {};
  if (problem.pairs() > 0 && (B.transpose() * y).minCoeff() < -rounding * y.norm()) return {};
  return -y.cwiseQuotient(size).normalized();
}

double lcp_error(const MixedLcp& problem, const VectorXd& p, const VectorXd& th) {
  const LcpScale scale = lcp_scale(problem);
  double error = 0;
  const VectorXd d = problem.eps + problem.A * p + problem.C * th;
  for (Index m = 0; m < d.size(); ++m)
    error = std::max(error, std::abs(std::min(p[m] / scale.force, d[m] / scale.gap)));
  const VectorXd rest = problem.B * p - problem.lam;
  for (Index i = 0; i < rest.size(); ++i)
    if (const double arm = p.size() > 0 ? problem.B.row(i).cwiseAbs().maxCoeff() : 0; arm > 0)
      error = std::max(error, std::abs(rest[i]) / (arm * scale.force));
  return error;
}

}  // namespace trunnion
