#include "trunnion/math/lemke.h"

#include <algorithm>

#include "trunnion/math/pivot_tableau.h"

namespace trunnion {
namespace {

constexpr double small = 1e-11;  // entries below it count as zero

/// Of the rows that may leave, the one whose (s, row of the basis inverse) over the pivot is least lexicographically.
/// The artificial variable leaves first when it may.
Index leaving_row(const PivotTableau& t, Index entering, Index artificial) {
  const Index n = t.T.rows();
  const double column = t.T.col(entering).cwiseAbs().maxCoeff();
  const auto before = [&](Index a, Index b) {
    const double pa = t.T(a, entering), pb = t.T(b, entering);
    const double difference = t.s[a] / pa - t.s[b] / pb;
    if (std::abs(difference) > small) return difference < 0;
    if (t.basis[std::size_t(a)] == artificial || t.basis[std::size_t(b)] == artificial)
      return t.basis[std::size_t(a)] == artificial;
    for (Index k = 0; k < n; ++k)
      if (const double next = t.T(a, k) / pa - t.T(b, k) / pb; std::abs(next) > small) return next < 0;
    return false;
  };
  Index best = -1;
  for (Index r = 0; r < n; ++r)
    if (t.T(r, entering) > small * std::max(1.0, column) && (best < 0 || before(r, best))) best = r;
  return best;
}

}  // namespace

LemkeResult lemke(const MatrixXd& M, const VectorXd& q) {
  const Index n = q.size();
  LemkeResult result;
  if (n == 0 || q.minCoeff() >= 0) {
    result.z = VectorXd::Zero(n);
    return result;
  }
  // Columns: w, z, the artificial variable.  w - M z - 1 a = q
  PivotTableau t;
  t.T.resize(n, 2 * n + 1);
  t.T << MatrixXd::Identity(n, n), -M, VectorXd::Constant(n, -1);
  t.s = q;
  for (Index i = 0; i < n; ++i) t.basis.push_back(i);
  const Index artificial = 2 * n;
  const auto partner = [n](Index k) { return k < n ? k + n : k - n; };
  Index row = 0;
  q.minCoeff(&row);
  Index left = t.basis[std::size_t(row)];
  t.pivot(row, artificial);
  const int most = int(std::min<Index>(50 * n + 100, 200000));
  for (result.pivots = 1; result.pivots < most; ++result.pivots) {
    const Index entering = partner(left);
    row = leaving_row(t, entering, artificial);
    if (row < 0) return result;
    left = t.basis[std::size_t(row)];
    t.pivot(row, entering);
    if (left == artificial) {
      result.z = t.values(2 * n + 1).segment(n, n);
      return result;
    }
  }
  return result;
}

MixedLcpSolution solve_lemke(const MixedLcp& problem) {
  validate(problem);
  MixedLcpSolution out;
  if (VectorXd motion = runaway_motion(problem); motion.size() > 0) {
    out.status = LcpStatus::unbalanced;
    out.runaway = std::move(motion);
    return out;
  }
  const Index m = problem.pairs(), l = problem.motions(), extra = l > 0 ? l + 1 : 0;
  const LcpScale scale = lcp_scale(problem);
  const auto size = [](double value) { return value > 0 ? value : 1.0; };
  // Forces in units of p0, gaps in units of d0, motions so that they change gaps by d0.
  MatrixXd M = MatrixXd::Zero(m + extra, m + extra);
  VectorXd q = VectorXd::Zero(m + extra), unit(l);
  M.topLeftCorner(m, m) = problem.A * (scale.force / scale.gap);
  q.head(m) = problem.eps / scale.gap;
  for (Index i = 0; i < l; ++i) {
    unit[i] = scale.gap / size(m > 0 ? problem.C.col(i).cwiseAbs().maxCoeff() : 0);
    const double row = scale.force * size(m > 0 ? problem.B.row(i).cwiseAbs().maxCoeff() : 0);
    M.block(0, m + i, m, 1) = problem.C.col(i) * (unit[i] / scale.gap);
    M.block(m + i, 0, 1, m) = problem.B.row(i) * (scale.force / row);
    q[m + i] = -problem.lam[i] / row;
  }
  if (l > 0) {
    M.block(0, m + l, m, 1) = -M.block(0, m, m, l).rowwise().sum();
    M.block(m + l, 0, 1, m) = -M.block(m, 0, l, m).colwise().sum();
    q[m + l] = -q.segment(m, l).sum();
  }
  const LemkeResult found = lemke(M, q);
  out.steps = found.pivots;
  if (!found.z) return out;
  const VectorXd& z = *found.z;
  out.p = scale.force * z.head(m);
  out.th = VectorXd::Zero(l);
  if (l > 0) out.th = (z.segment(m, l).array() - z[m + l]).matrix().cwiseProduct(unit);
  out.d = problem.eps + problem.A * out.p + problem.C * out.th;
  for (Index i = 0; i < m; ++i) {
    out.active.push_back(out.p[i] > scale.force_tolerance());
    if (out.active.back()) out.d[i] = 0;
  }
  if (lcp_error(problem, out.p, out.th) < 1e-6) out.status = LcpStatus::solved;
  return out;
}

}  // namespace trunnion
