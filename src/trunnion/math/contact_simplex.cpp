#include "trunnion/math/contact_simplex.h"

#include <algorithm>

#include "trunnion/math/pivot_tableau.h"

namespace trunnion {
namespace {

constexpr double zero_pivot = 1e-10;

/// The problem in units of its own size, so that one threshold serves all entries.
struct Scaled {
  MixedLcp problem;
  LcpScale scale;
  VectorXd unit;  ///< of the motions

  explicit Scaled(const MixedLcp& in) : scale(lcp_scale(in)), unit(in.motions()) {
    const auto size = [](double value) { return value > 0 ? value : 1.0; };
    problem.A = in.A * (scale.force / scale.gap);
    problem.eps = in.eps / scale.gap;
    problem.B.resizeLike(in.B);
    problem.C.resizeLike(in.C);
    problem.lam.resizeLike(in.lam);
    for (Index i = 0; i < in.motions(); ++i) {
      unit[i] = scale.gap / size(in.C.col(i).cwiseAbs().maxCoeff());
      const double row = size(in.B.row(i).cwiseAbs().maxCoeff());
      problem.C.col(i) = in.C.col(i) * (unit[i] / scale.gap);
      problem.B.row(i) = in.B.row(i) / row;
      problem.lam[i] = in.lam[i] / (row * scale.force);
    }
  }

  SimplexResult result(SimplexEnd end, const VectorXd& d, const VectorXd& p, const VectorXd& th, int pivots) const {
    return {end, scale.force * p, scale.gap * d, th.cwiseProduct(unit), pivots};
  }
};

}  // namespace

SimplexResult contact_technique_1(const MixedLcp& in) {
  validate(in);
  const Scaled scaled(in);
  const MixedLcp& q = scaled.problem;
  const Index m = q.pairs(), l = q.motions(), rows = m + l, columns = 2 * m + 3 * l;
  if ((l > 0 && q.lam.minCoeff() < 0) || q.eps.minCoeff() < 0) return {SimplexEnd::not_started, {}, {}, {}, 0};
  // Columns: z (L), d (M), p (M), th+ (L), th- (L).
  PivotTableau t;
  t.T = MatrixXd::Zero(rows, columns);
  t.T.topLeftCorner(l, l).setIdentity();
  t.T.block(0, l + m, l, m) = q.B;
  t.T.block(l, l, m, m).setIdentity();
  t.T.block(l, l + m, m, m) = -q.A;
  t.T.block(l, l + 2 * m, m, l) = -q.C;
  t.T.block(l, 2 * l + 2 * m, m, l) = q.C;
  t.s.resize(rows);
  t.s << q.lam, q.eps;
  for (Index r = 0; r < rows; ++r) t.basis.push_back(r);
  const auto partner = [&](Index k) {
    if (k < l) return Index(-1);
    if (k < l + 2 * m) return k < l + m ? k + m : k - m;
    return k < 2 * l + 2 * m ? k + l : k - l;  // th+ and th-
  };

  const int most = int(50 * rows);
  SimplexEnd end = SimplexEnd::too_long;
  while (t.pivots < most) {
    // How fast the imbalance falls when an unknown grows: the sum of its entries in rows of z.
    VectorXd gain = VectorXd::Zero(columns);
    double imbalance = 0;
    for (Index r = 0; r < rows; ++r)
      if (t.basis[std::size_t(r)] < l) {
        gain += t.T.row(r).transpose();
        imbalance += t.s[r];
      }
    if (imbalance < 1e-9) {
      end = SimplexEnd::solved;
      break;
    }
    // A motion gains nothing at first, but it closes gaps: it enters when no force may.
    Index row = -1, entering = -1;
    double best = -zero_pivot;
    for (Index k = l; k < columns; ++k) {  // an artificial unknown that left stays out
      const bool motion = k >= l + 2 * m;
      if (gain[k] <= std::max(best, motion ? -zero_pivot : zero_pivot) || t.row_of(k) >= 0) continue;
      Index leaving = -1;
      double ratio = 0;
      for (Index r = 0; r < rows; ++r)
        if (t.T(r, k) > zero_pivot && (leaving < 0 || t.s[r] / t.T(r, k) < ratio)) {
          leaving = r;
          ratio = t.s[r] / t.T(r, k);
        }
      const Index other = partner(k), other_row = other >= 0 ? t.row_of(other) : -1;
      if (leaving < 0 || (other_row >= 0 && other_row != leaving)) continue;
      best = gain[k];
      row = leaving;
      entering = k;
    }
    if (row < 0) {
      end = SimplexEnd::deadlock;
      break;
    }
    t.pivot(row, entering);
  }
  const VectorXd x = t.values(columns);
  return scaled.result(end, x.segment(l, m), x.segment(l + m, m), x.segment(l + 2 * m, l) - x.tail(l), t.pivots);
}

namespace {

/// Tableau of technique 2 with the words of the paper.
struct Connections {
  Index m, l;
  PivotTableau t;

  explicit Connections(const MixedLcp& q) : m(q.pairs()), l(q.motions()) {
    t.T = MatrixXd::Zero(m + l, 2 * (m + l));
    t.T.topLeftCorner(l, l).setIdentity();
    t.T.block(0, l + m, l, m) = q.B;
    t.T.block(l, l, m, m).setIdentity();
    t.T.block(l, l + m, m, m) = -q.A;
    t.T.block(l, l + 2 * m, m, l) = -q.C;
    t.s.resize(m + l);
    t.s << q.lam, q.eps;
    for (Index r = 0; r < m + l; ++r) t.basis.push_back(r);
  }
  Index d(Index i) const { return l + i; }
  Index p(Index i) const { return l + m + i; }
  Index th(Index i) const { return l + 2 * m + i; }
  bool connected(Index i) const { return t.row_of(p(i)) >= 0; }
  double value(Index i) const { return t.s[t.row_of(connected(i) ? p(i) : d(i))]; }  ///< of p_i or d_i, the basic one
  double disconnect_pivot(Index i) const { return t.T(t.row_of(p(i)), d(i)); }
  double connect_pivot(Index i) const { return t.T(t.row_of(d(i)), p(i)); }
  void connect(Index i) { t.pivot(t.row_of(d(i)), p(i)); }
  void disconnect(Index i) { t.pivot(t.row_of(p(i)), d(i)); }

  /// z_i leaves for p_j, d_j leaves for th_i. Both pivots must not vanish: the pair with the largest product is taken.
  bool bring_into_equilibrium(Index i, Index forced) {
    Index best = -1;
    double largest = zero_pivot;
    for (Index j = 0; j < m; ++j) {
      if (t.row_of(d(j)) < 0 || (forced >= 0 && j != forced)) continue;
      const double first = t.T(i, p(j));
      const double second =
          first != 0 ? t.T(t.row_of(d(j)), th(i)) - t.T(t.row_of(d(j)), p(j)) * t.T(i, th(i)) / first : 0;
      if (std::abs(first * second) > largest) {
        largest = std::abs(first * second);
        best = j;
      }
    }
    if (best < 0) return false;
    t.pivot(i, p(best));
    t.pivot(t.row_of(d(best)), th(i));
    return true;
  }

  /// Disconnecting i would leave the loads without support: another pair must take over with a pressing force.
  bool exchange(Index i) {
    for (Index j = 0; j < m; ++j) {
      if (connected(j) || std::abs(connect_pivot(j)) < zero_pivot) continue;
      connect(j);
      if (std::abs(disconnect_pivot(i)) < zero_pivot) {
        disconnect(j);
        continue;
      }
      disconnect(i);
      if (value(j) >= 0) return true;
      connect(i);
      disconnect(j);
    }
    return false;
  }
};

}  // namespace

SimplexResult contact_technique_2(const MixedLcp& in, Index first_pair) {
  validate(in);
  const Scaled scaled(in);
  Connections c(scaled.problem);
  const auto result = [&](SimplexEnd end) {
    const VectorXd x = c.t.values(2 * (c.m + c.l));
    return scaled.result(end, x.segment(c.l, c.m), x.segment(c.l + c.m, c.m), x.tail(c.l), c.t.pivots);
  };
  for (Index i = 0; i < c.l; ++i)  // stage I
    if (!c.bring_into_equilibrium(i, i == 0 ? first_pair : -1)) return result(SimplexEnd::unstable);
  c.t.T.leftCols(c.l).setZero();
  constexpr double tolerance = 1e-9;
  const auto most_negative = [&](bool connected) {
    Index worst = -1;
    for (Index i = 0; i < c.m; ++i)
      if (c.connected(i) == connected && c.value(i) < -tolerance && (worst < 0 || c.value(i) < c.value(worst)))
        worst = i;
    return worst;
  };
  const int most = int(50 * (c.m + c.l) + 100);
  while (c.t.pivots < most) {  // stage II
    const Index overlapping = most_negative(false);
    if (overlapping >= 0 && std::abs(c.connect_pivot(overlapping)) < zero_pivot) return result(SimplexEnd::unstable);
    if (overlapping >= 0) c.connect(overlapping);
    const Index pulling = most_negative(true);
    if (overlapping < 0 && pulling < 0) return result(SimplexEnd::solved);
    if (pulling < 0) continue;
    if (std::abs(c.disconnect_pivot(pulling)) > zero_pivot)
      c.disconnect(pulling);
    else if (!c.exchange(pulling))
      return result(SimplexEnd::unstable);
  }
  return result(SimplexEnd::too_long);
}

}  // namespace trunnion
