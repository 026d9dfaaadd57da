#include "trunnion/contact/stick_slip.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "trunnion/math/flip_rule.h"
#include "trunnion/math/lemke.h"

namespace trunnion {
namespace {

/// Frictionless part: its scale judges forces and ways.
MixedLcp normal_part(const StickSlipProblem& s) { return {s.A_nn, s.B_n, s.C_n, s.eps, s.lam}; }

LcpScale scale_of(const StickSlipProblem& s) {
  LcpScale scale = lcp_scale(normal_part(s));
  // Loads that only act along the surface size the forces too.
  for (Index i = 0; i < s.lam.size(); ++i)
    if (const double arm = s.B_t.row(i).cwiseAbs().maxCoeff(); arm > 0)
      scale.force = std::max(scale.force, std::abs(s.lam[i]) / arm);
  scale.gap = std::max(scale.gap, scale.force * s.A_nn.diagonal().cwiseAbs().maxCoeff());
  return scale;
}

/// Row of the reduced system that pair m contributes for each of its two unknowns.
class StateSystem {
 public:
  StateSystem(const StickSlipProblem& s, const LcpScale& scale) : s_(s), scale_(scale) {}

  bool solve(const std::vector<PairState>& state, StickSlipSolution& out) const {
    std::vector<Index> touching, sticking;
    for (std::size_t m = 0; m < state.size(); ++m) {
      if (state[m] != PairState::open) touching.push_back(Index(m));
      if (state[m] == PairState::stick) sticking.push_back(Index(m));
    }
    const auto n = Index(touching.size()), k = Index(sticking.size()), l = s_.lam.size();
    VectorXd slope = VectorXd::Zero(n);  // q = slope p of sliding pairs
    for (Index i = 0; i < n; ++i) {
      const PairState is = state[std::size_t(touching[std::size_t(i)])];
      slope[i] = is == PairState::slip_forward ? s_.friction : is == PairState::slip_backward ? -s_.friction : 0;
    }
    const auto& T = touching;
    const auto& S = sticking;
    MatrixXd K = MatrixXd::Zero(n + k + l, n + k + l);
    VectorXd rhs(n + k + l);
    const double soft = scale_.gap / scale_.force;
    // Unknowns: p of touching pairs, q of sticking ones (both over the force scale), motions times column size.
    K.block(0, 0, n, n) = (s_.A_nn(T, T) + s_.A_nt(T, T) * slope.asDiagonal()) / soft;
    K.block(0, n, n, k) = s_.A_nt(T, S) / soft;
    K.block(n, 0, k, n) = (s_.A_tn(S, T) + s_.A_tt(S, T) * slope.asDiagonal()) / soft;
    K.block(n, n, k, k) = s_.A_tt(S, S) / soft;
    rhs.head(n) = -s_.eps(T) / scale_.gap;
    rhs.segment(n, k) = s_.w_0(S) / scale_.gap;
    VectorXd unit(l);
    for (Index i = 0; i < l; ++i) {
      const double column = std::max(s_.C_n.col(i).cwiseAbs().maxCoeff(), s_.C_t.col(i).cwiseAbs().maxCoeff());
      const double row = std::max(s_.B_n.row(i).cwiseAbs().maxCoeff(), s_.B_t.row(i).cwiseAbs().maxCoeff());
      unit[i] = scale_.gap / (column > 0 ? column : 1);
      const double size = row > 0 ? row : 1;
      K.block(0, n + k + i, n, 1) = s_.C_n(T, i) * (unit[i] / scale_.gap);
      K.block(n, n + k + i, k, 1) = s_.C_t(S, i) * (unit[i] / scale_.gap);
      K.block(n + k + i, 0, 1, n) = (s_.B_n(i, T) + s_.B_t(i, T) * slope.asDiagonal()) / size;
      K.block(n + k + i, n, 1, k) = s_.B_t(i, S) / size;
      rhs[n + k + i] = s_.lam[i] / (size * scale_.force);
    }
    const Eigen::PartialPivLU<MatrixXd> lu(K);
    const VectorXd x = lu.solve(rhs);
    if (!x.allFinite() || (K * x - rhs).norm() > 1e-6 * (1 + rhs.norm())) return false;
    const Index m = s_.eps.size();
    out.p = out.q = VectorXd::Zero(m);
    out.p(T) = scale_.force * x.head(n);
    out.q(T) = slope.cwiseProduct(out.p(T));
    out.q(S) = scale_.force * x.segment(n, k);
    out.th = x.tail(l).cwiseProduct(unit);
    fill_ways(s_, out);
    return true;
  }

  static void fill_ways(const StickSlipProblem& s, StickSlipSolution& out) {
    out.d = s.eps + s.A_nn * out.p + s.A_nt * out.q + s.C_n * out.th;
    out.w = s.w_0 - s.A_tn * out.p - s.A_tt * out.q - s.C_t * out.th;
  }

  /// What the pair should be instead, judged by the answer of the present guess.
  PairState better(PairState is, Index m, const StickSlipSolution& now) const {
    const double force = 1e-9 * scale_.force, way = 1e-9 * scale_.gap;
    if (is == PairState::open) return now.d[m] < -way ? PairState::stick : is;
    if (now.p[m] < -force) return PairState::open;
    if (is == PairState::stick) {
      if (now.q[m] > s_.friction * now.p[m] + force) return PairState::slip_forward;
      if (now.q[m] < -s_.friction * now.p[m] - force) return PairState::slip_backward;
      return is;
    }
    const bool reversed = is == PairState::slip_forward ? now.w[m] < -way : now.w[m] > way;
    return reversed ? PairState::stick : is;
  }

 private:
  const StickSlipProblem& s_;
  LcpScale scale_;
};

}  // namespace

StickSlipSolution solve_stick_slip(const StickSlipProblem& problem, const std::vector<PairState>& start) {
  const Index m = problem.eps.size();
  const LcpScale scale = scale_of(problem);
  const StateSystem system(problem, scale);
  StickSlipSolution out;
  out.state = start;
  if (Index(start.size()) != m) {
    Index nearest = 0;
    problem.eps.minCoeff(&nearest);
    out.state.assign(std::size_t(m), PairState::open);
    for (Index i = 0; i < m; ++i)
      if (problem.eps[i] < 0 || (i == nearest && problem.lam.size() > 0)) out.state[std::size_t(i)] = PairState::stick;
  }
  FlipRule rule;
  const int most = int(50 + m);
  while (out.steps < most) {
    ++out.steps;
    if (!system.solve(out.state, out)) break;
    std::vector<Index> wrong;
    for (Index i = 0; i < m; ++i)
      if (system.better(out.state[std::size_t(i)], i, out) != out.state[std::size_t(i)]) wrong.push_back(i);
    if (wrong.empty()) {
      out.status = LcpStatus::solved;
      return out;
    }
    for (const Index i : rule.choose(wrong))
      out.state[std::size_t(i)] = system.better(out.state[std::size_t(i)], i, out);
  }
  return solve_stick_slip_lemke(problem);
}

StickSlipSolution solve_stick_slip_lemke(const StickSlipProblem& s) {
  const Index m = s.eps.size(), l = s.lam.size();
  const double mu = s.friction;
  // All ways in one unit: w- is an unknown beside forces, so gaps are measured in the unit of A.
  const LcpScale scale = scale_of(s);
  const double soft = scale.gap / scale.force;
  const MatrixXd I = MatrixXd::Identity(m, m), Z = MatrixXd::Zero(m, m);
  MixedLcp lcp;
  lcp.A.resize(3 * m, 3 * m);
  lcp.A << (s.A_nn + mu * s.A_nt) / soft, -s.A_nt / soft, Z,  //
      -(s.A_tn + mu * s.A_tt) / soft, s.A_tt / soft, I,       //
      2 * mu * I, -I, Z;
  lcp.C.resize(3 * m, l);
  lcp.C << s.C_n / soft, -s.C_t / soft, MatrixXd::Zero(m, l);
  lcp.B.resize(l, 3 * m);
  lcp.B << s.B_n + mu * s.B_t, -s.B_t, MatrixXd::Zero(l, m);
  lcp.eps.resize(3 * m);
  lcp.eps << s.eps / soft, s.w_0 / soft, VectorXd::Zero(m);
  lcp.lam = s.lam;
  const MixedLcpSolution found = solve_lemke(lcp);
  StickSlipSolution out;
  out.status = found.status;
  out.steps = found.steps;
  out.by_lemke = true;
  if (found.status != LcpStatus::solved) return out;
  out.p = found.p.head(m);
  out.q = mu * out.p - found.p.segment(m, m);
  out.th = found.th;
  StateSystem::fill_ways(s, out);
  const double force = 1e-9 * scale.force;
  for (Index i = 0; i < m; ++i)
    out.state.push_back(out.p[i] <= force                            ? PairState::open
                        : std::abs(out.q[i]) < mu * out.p[i] - force ? PairState::stick
                        : out.q[i] > 0                               ? PairState::slip_forward
                                                                     : PairState::slip_backward);
  return out;
}

double stick_slip_error(const StickSlipProblem& s, const StickSlipSolution& x) {
  const LcpScale scale = scale_of(s);
  double error = 0;
  for (Index i = 0; i < x.p.size(); ++i) {
    const double p = x.p[i] / scale.force, d = x.d[i] / scale.gap, q = x.q[i] / scale.force, w = x.w[i] / scale.gap;
    const double spare = s.friction * p - std::abs(q);
    // A pair that is open slides freely: its friction limit and force are both zero.
    error = std::max({error, std::abs(std::min(p, d)), -spare, -q * w, std::min(std::abs(spare), std::abs(w))});
  }
  for (Index i = 0; i < s.lam.size(); ++i) {
    const double size = std::max(s.B_n.row(i).cwiseAbs().maxCoeff(), s.B_t.row(i).cwiseAbs().maxCoeff());
    if (size > 0)
      error =
          std::max(error, std::abs(s.B_n.row(i).dot(x.p) + s.B_t.row(i).dot(x.q) - s.lam[i]) / (size * scale.force));
  }
  return error;
}

}  // namespace trunnion
