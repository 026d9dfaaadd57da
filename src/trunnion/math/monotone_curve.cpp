#include "trunnion/math/monotone_curve.h"

#include <cmath>

namespace trunnion {

MonotoneCurve::MonotoneCurve(const VectorXd& nodes, double period, const VectorXd& values)
    : x_(nodes),
      y_(values),
      period_(period),
      slope_(VectorXd::Zero(nodes.size())),
      by_values_(MatrixXd::Zero(nodes.size(), nodes.size())) {
  const Index n = x_.size();
  const auto step = [&](Index k) { return k + 1 < n ? x_[k + 1] - x_[k] : x_[0] + period_ - x_[n - 1]; };
  const auto rise = [&](Index k) { return (y_[(k + 1) % n] - y_[k]) / step(k); };
  if (n == 2 && period_ == 0) {
    slope_.setConstant(rise(0));
    by_values_.col(0).setConstant(-1 / step(0));
    by_values_.col(1).setConstant(1 / step(0));
    return;
  }
  for (Index k = 0; k < n; ++k) {
    if (period_ == 0 && (k == 0 || k + 1 == n)) continue;
    const Index before = (k + n - 1) % n, after = (k + 1) % n;
    const double ha = step(before), hb = step(k), ma = rise(before), mb = rise(k);
    if (!(ma * mb > 0)) continue;
    const double a = (ha + 2 * hb) / (3 * (ha + hb)), sum = a * mb + (1 - a) * ma;
    slope_[k] = ma * mb / sum;
    const double by_a = a * mb * mb / (sum * sum), by_b = (1 - a) * ma * ma / (sum * sum);
    by_values_(k, before) -= by_a / ha;
    by_values_(k, k) += by_a / ha - by_b / hb;
    by_values_(k, after) += by_b / hb;
  }
  if (period_ == 0) {
    end_slope(0, 1, 2, step(0), step(1), 1);
    end_slope(n - 1, n - 2, n - 3, step(n - 2), step(n - 3), -1);
  }
}

// Three-point slope at an open end, zero where it points the wrong way, at most three times the first rise where the
// data turn. `sign`: +1 at the left end.
void MonotoneCurve::end_slope(Index node, Index next, Index after, double h0, double h1, double sign) {
  const double m0 = sign * (y_[next] - y_[node]) / h0, m1 = sign * (y_[after] - y_[next]) / h1;
  const double e = ((2 * h0 + h1) * m0 - h0 * m1) / (h0 + h1);
  if (e * m0 <= 0) return;
  double by_0 = (2 * h0 + h1) / (h0 + h1), by_1 = -h0 / (h0 + h1);
  slope_[node] = e;
  if (m0 * m1 < 0 && std::abs(e) > 3 * std::abs(m0)) {
    slope_[node] = 3 * m0;
    by_0 = 3;
    by_1 = 0;
  }
  by_values_(node, node) -= sign * by_0 / h0;
  by_values_(node, next) += sign * (by_0 / h0 - by_1 / h1);
  by_values_(node, after) += sign * by_1 / h1;
}

double MonotoneCurve::value(double x) const {
  const CurvePlace at = place_on(x_, period_, x);
  const double t = at.share, h = at.step, t2 = t * t, t3 = t2 * t;
  return (2 * t3 - 3 * t2 + 1) * y_[at.left] + (3 * t2 - 2 * t3) * y_[at.right] +
         h * ((t3 - 2 * t2 + t) * slope_[at.left] + (t3 - t2) * slope_[at.right]);
}

CurveWeights MonotoneCurve::weights(double x) const {
  const CurvePlace at = place_on(x_, period_, x);
  const double t = at.share, h = at.step, t2 = t * t, t3 = t2 * t;
  CurveWeights w;
  const auto put = [&](double left, double right, double slope_left, double slope_right, VectorXd& out) {
    out = (slope_left * by_values_.row(at.left) + slope_right * by_values_.row(at.right)).transpose();
    out[at.left] += left;
    out[at.right] += right;
  };
  put(2 * t3 - 3 * t2 + 1, 3 * t2 - 2 * t3, h * (t3 - 2 * t2 + t), h * (t3 - t2), w.value);
  put(6 * (t2 - t) / h, 6 * (t - t2) / h, 3 * t2 - 4 * t + 1, 3 * t2 - 2 * t, w.slope);
  put((12 * t - 6) / (h * h), (6 - 12 * t) / (h * h), (6 * t - 4) / h, (6 * t - 2) / h, w.curvature);
  return w;
}

}  // namespace trunnion
