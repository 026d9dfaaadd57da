#include "trunnion/math/block_pivoting.h"

#include <Eigen/LU>
#include <algorithm>
#include <optional>

#include "trunnion/base/error.h"
#include "trunnion/math/dense_factor.h"
#include "trunnion/math/flip_rule.h"
#include "trunnion/math/lemke.h"

namespace trunnion {
namespace {

std::vector<Index> members(const std::vector<char>& active) {
  std::vector<Index> list;
  for (std::size_t m = 0; m < active.size(); ++m)
    if (active[m]) list.push_back(Index(m));
  return list;
}

/// The bordered system of one active set, solved by its Schur complement on the motions.
class ActiveSystem {
 public:
  /// False: A_II is singular. Motions that the set does not hold get a spring, weak beside any pair, so that they run
  /// along their loads until pairs stop them.
  bool build(const MixedLcp& problem, std::vector<Index> set, bool symmetric) {
    set_ = std::move(set);
    if (!factor_.factor(problem.A(set_, set_), symmetric)) return false;
    B_ = problem.B(Eigen::all, set_);
    X_ = problem.C(set_, Eigen::all);
    factor_.solve_in_place(X_);  // A^-1 C
    const Index l = problem.motions();
    if (l == 0) return true;
    const auto size = [](double value) { return value > 0 ? value : 1.0; };
    const bool any = problem.pairs() > 0;
    row_ = VectorXd::NullaryExpr(l, [&](Index i) { return any ? size(problem.B.row(i).cwiseAbs().maxCoeff()) : 1.0; });
    col_ = VectorXd::NullaryExpr(l, [&](Index i) { return any ? size(problem.C.col(i).cwiseAbs().maxCoeff()) : 1.0; });
    soft_ = any ? size(problem.A.diagonal().cwiseAbs().maxCoeff()) : 1.0;
    S_ = -B_ * X_;
    MatrixXd scaled = soft_ * (row_.cwiseInverse().asDiagonal() * S_ * col_.cwiseInverse().asDiagonal());
    schur_.setThreshold(1e-11);
    schur_.compute(scaled);
    const bool whole = schur_.rank() == l && schur_.maxPivot() > 1e-9;
    loose_ = whole ? 0 : l - (schur_.maxPivot() > 1e-9 ? schur_.rank() : 0);
    if (!whole) {
      constexpr double weak = 1e-6;
      scaled.diagonal().array() += weak;
      schur_.compute(scaled);
    }
    return true;
  }

  /// A p + C th = r, B p = s. One column per right-hand side.
  void solve(MatrixXd r, const MatrixXd& s, MatrixXd& p, MatrixXd& th) const {
    factor_.solve_in_place(r);
    if (s.rows() > 0) {
      const MatrixXd rest = row_.cwiseInverse().asDiagonal() * (s - B_ * r);
      th = soft_ * (col_.cwiseInverse().asDiagonal() * schur_.solve(rest));
      r -= X_ * th;
    } else {
      th = MatrixXd(0, r.cols());
    }
    p = std::move(r);
  }

  const std::vector<Index>& set() const { return set_; }
  Index loose() const { return loose_; }
  const MatrixXd& stiffness() const { return S_; }

 private:
  std::vector<Index> set_;
  DenseFactor factor_;
  MatrixXd B_, X_, S_;
  VectorXd row_, col_;
  double soft_ = 1;
  Index loose_ = 0;
  Eigen::FullPivLU<MatrixXd> schur_;
};

bool is_symmetric(const MatrixXd& A) {
  const double tolerance = 1e-13 * A.diagonal().cwiseAbs().maxCoeff();
  for (Index c = 0; c < A.cols(); ++c)
    for (Index r = c + 1; r < A.rows(); ++r)
      if (std::abs(A(r, c) - A(c, r)) > tolerance) return false;
  return true;
}

std::vector<char> first_guess(const MixedLcp& problem, const std::vector<char>& start) {
  const Index m = problem.pairs();
  if (Index(start.size()) == m && std::any_of(start.begin(), start.end(), [](char a) { return a != 0; })) return start;
  std::vector<char> guess(std::size_t(m), 0);
  for (Index i = 0; i < m; ++i) guess[std::size_t(i)] = problem.eps[i] < 0;
  Index nearest = 0;
  problem.eps.minCoeff(&nearest);
  if (problem.motions() > 0) guess[std::size_t(nearest)] = 1;
  return guess;
}

/// Gaps of all pairs; only the columns of loaded ones are read.
VectorXd gaps(const MixedLcp& problem, const std::vector<Index>& set, const VectorXd& p, const VectorXd& th) {
  VectorXd d = problem.eps + problem.C * th;
  for (std::size_t k = 0; k < set.size(); ++k) d += p[Index(k)] * problem.A.col(set[k]);
  return d;
}

std::optional<MixedLcpSolution> pivot_blocks(const MixedLcp& problem, const BlockPivotingOptions& options) {
  const Index m = problem.pairs();
  const LcpScale scale = lcp_scale(problem);
  const bool symmetric = is_symmetric(problem.A);
  const int most = options.max_steps > 0 ? options.max_steps : int(100 + 2 * m);
  MixedLcpSolution out;
  out.active = first_guess(problem, options.start);
  FlipRule rule;
  ActiveSystem system;
  while (out.steps < most) {
    ++out.steps;
    if (!system.build(problem, members(out.active), symmetric)) return std::nullopt;
    MatrixXd p, th;
    system.solve(-problem.eps(system.set()), problem.lam, p, th);
    out.th = th;
    out.d = gaps(problem, system.set(), p, out.th);
    out.p = VectorXd::Zero(m);
    out.p(system.set()) = p;
    std::vector<Index> wrong;
    for (Index i = 0; i < m; ++i)
      if (out.active[std::size_t(i)] ? out.p[i] < -scale.force_tolerance() : out.d[i] < -scale.gap_tolerance())
        wrong.push_back(i);
    if (wrong.empty()) {
      // A held motion must carry its load; a loose one may not have any.
      if (system.loose() > 0 && lcp_error(problem, out.p, out.th) > 1e-6) return std::nullopt;
      for (const Index i : system.set()) out.d[i] = 0;
      out.loose = system.loose();
      out.status = LcpStatus::solved;
      return out;
    }
    for (const Index i : rule.choose(wrong)) out.active[std::size_t(i)] ^= 1;
  }
  return std::nullopt;
}

}  // namespace

MixedLcpSolution solve_block_pivoting(const MixedLcp& problem, const BlockPivotingOptions& options) {
  validate(problem);
  MixedLcpSolution out;
  if (VectorXd motion = runaway_motion(problem); motion.size() > 0) {
    out.status = LcpStatus::unbalanced;
    out.runaway = std::move(motion);
    return out;
  }
  if (problem.pairs() == 0) {
    out.status = LcpStatus::solved;
    out.p = out.d = VectorXd(0);
    out.th = VectorXd::Zero(problem.motions());
    out.loose = problem.motions();
    return out;
  }
  if (auto found = pivot_blocks(problem, options)) return *found;
  out = solve_lemke(problem);
  out.by_lemke = true;
  return out;
}

MixedLcpDerivatives derivatives(const MixedLcp& problem, const MixedLcpSolution& solution) {
  const Index m = problem.pairs(), l = problem.motions();
  ActiveSystem system;
  if (!system.build(problem, members(solution.active), is_symmetric(problem.A)) || system.loose() > 0)
    throw SolveError("derivatives of a contact problem: the pairs that touch do not hold every motion");
  const std::vector<Index>& set = system.set();
  const auto k = Index(set.size());
  MatrixXd p, th;
  MixedLcpDerivatives out;
  system.solve(MatrixXd::Zero(k, l), MatrixXd::Identity(l, l), p, out.th_lam);
  out.p_lam = MatrixXd::Zero(m, l);
  out.p_lam(set, Eigen::all) = p;
  system.solve(-MatrixXd::Identity(k, k), MatrixXd::Zero(l, k), p, th);
  out.p_eps = MatrixXd::Zero(m, m);
  out.p_eps(set, set) = p;
  out.th_eps = MatrixXd::Zero(l, m);
  out.th_eps(Eigen::all, set) = th;
  return out;
}

MatrixXd motion_stiffness(const MixedLcp& problem, const std::vector<char>& active) {
  ActiveSystem system;
  if (!system.build(problem, members(active), is_symmetric(problem.A)))
    throw SolveError(
        "contact stiffness: the compliance of the touching pairs is singular; take candidate pairs that "
        "are no closer to each other than the nodes of the surface");
  return system.stiffness();
}

}  // namespace trunnion
