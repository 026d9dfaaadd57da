#include "trunnion/math/monotone_curve.h"

#include <cmath>

namespace trunnion {

MonotoneCurve::MonotoneCurve(const VectorXd& nodes, double period, const VectorXd& values)
    : x_(nodes), y_(values), period_(period), slope_(static_cast<std::size_t>(nodes.size())) {
  const Index n = x_.size();
  const auto step = [&](Index k) { return k + 1 < n ? x_[k + 1] - x_[k] : x_[0] + period_ - x_[n - 1]; };
  const auto rise = [&](Index k) { return (y_[(k + 1) % n] - y_[k]) / step(k); };
  if (n == 2 && period_ == 0) {
    for (NodeSlope& s : slope_) s = {rise(0), {0, 1, 1}, {-1 / step(0), 1 / step(0), 0}, {}, 0};
    return;
  }
  for (Index k = 0; k < n; ++k) {
    if (period_ == 0 && (k == 0 || k + 1 == n)) continue;
    const Index before = (k + n - 1) % n, after = (k + 1) % n;
    NodeSlope& s = slope_[static_cast<std::size_t>(k)];
    s.point = {before, k, after};
    const double ha = step(before), hb = step(k), ma = rise(before), mb = rise(k);
    if (!(ma * mb > 0)) continue;
    const double a = (ha + 2 * hb) / (3 * (ha + hb)), sum = a * mb + (1 - a) * ma;
    s.value = ma * mb / sum;
    const double by_a = a * mb * mb / (sum * sum), by_b = (1 - a) * ma * ma / (sum * sum);
    s.by = {-by_a / ha, by_a / ha - by_b / hb, by_b / hb};
    // of degree one in (m_a, m_b): no bend along them, so that all of it is the square of m_b dm_a - m_a dm_b
    s.bend = -2 * a * (1 - a) / (sum * sum * sum);
    s.along = {-mb / ha, mb / ha + ma / hb, -ma / hb};
  }
  if (period_ == 0) {
    end_slope(0, 1, 2, step(0), step(1), 1);
    end_slope(n - 1, n - 2, n - 3, step(n - 2), step(n - 3), -1);
  }
}

// Three-point slope at an open end, zero where it points the wrong way, at most three times the first rise where the
// data turn. `sign`: +1 at the left end.
void MonotoneCurve::end_slope(Index node, Index next, Index after, double h0, double h1, double sign) {
  NodeSlope& s = slope_[static_cast<std::size_t>(node)];
  s.point = {node, next, after};
  const double m0 = sign * (y_[next] - y_[node]) / h0, m1 = sign * (y_[after] - y_[next]) / h1;
  const double e = ((2 * h0 + h1) * m0 - h0 * m1) / (h0 + h1);
  if (e * m0 <= 0) return;
  double by_0 = (2 * h0 + h1) / (h0 + h1), by_1 = -h0 / (h0 + h1);
  s.value = e;
  if (m0 * m1 < 0 && std::abs(e) > 3 * std::abs(m0)) {
    s.value = 3 * m0;
    by_0 = 3;
    by_1 = 0;
  }
  s.by = {-sign * by_0 / h0, sign * (by_0 / h0 - by_1 / h1), sign * by_1 / h1};
}

VectorXd MonotoneCurve::slopes() const {
  VectorXd out(x_.size());
  for (Index k = 0; k < x_.size(); ++k) out[k] = slope_[static_cast<std::size_t>(k)].value;
  return out;
}

std::array<MonotoneCurve::SlopeShare, 2> MonotoneCurve::slope_shares(double x) const {
  const CurvePlace at = place_on(x_, period_, x);
  const double t = at.share, h = at.step, t2 = t * t, t3 = t2 * t;
  return {{{at.left, h * (t3 - 2 * t2 + t)}, {at.right, h * (t3 - t2)}}};
}

double MonotoneCurve::value(double x) const {
  const CurvePlace at = place_on(x_, period_, x);
  const double t = at.share, t2 = t * t, t3 = t2 * t;
  double out = (2 * t3 - 3 * t2 + 1) * y_[at.left] + (3 * t2 - 2 * t3) * y_[at.right];
  for (const SlopeShare& s : slope_shares(x)) out += s.share * slope_[static_cast<std::size_t>(s.node)].value;
  return out;
}

std::array<MonotoneCurve::PointWeight, 8> MonotoneCurve::point_weights(double x) const {
  const CurvePlace at = place_on(x_, period_, x);
  const double t = at.share, h = at.step, t2 = t * t, t3 = t2 * t;
  std::array<PointWeight, 8> out;
  out[0] = {at.left, 2 * t3 - 3 * t2 + 1, 6 * (t2 - t) / h, (12 * t - 6) / (h * h)};
  out[1] = {at.right, 3 * t2 - 2 * t3, 6 * (t - t2) / h, (6 - 12 * t) / (h * h)};
  const auto put = [&](Index node, double value, double slope, double curvature, std::size_t first) {
    const NodeSlope& s = slope_[static_cast<std::size_t>(node)];
    for (std::size_t k = 0; k < 3; ++k)
      out[first + k] = {s.point[k], value * s.by[k], slope * s.by[k], curvature * s.by[k]};
  };
  put(at.left, h * (t3 - 2 * t2 + t), 3 * t2 - 4 * t + 1, (6 * t - 4) / h, 2);
  put(at.right, h * (t3 - t2), 3 * t2 - 2 * t, (6 * t - 2) / h, 5);
  return out;
}

CurveWeights MonotoneCurve::weights(double x) const {
  CurveWeights w{VectorXd::Zero(x_.size()), VectorXd::Zero(x_.size()), VectorXd::Zero(x_.size())};
  for (const PointWeight& p : point_weights(x)) {
    w.value[p.point] += p.value;
    w.slope[p.point] += p.slope;
    w.curvature[p.point] += p.curvature;
  }
  return w;
}

}  // namespace trunnion
