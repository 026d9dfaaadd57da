#include "trunnion/math/rational_spline.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

/// u^3/(p t + 1) - u as a function of t, with derivatives; its mirror image is the other end's.
struct EndCurve {
  double value, slope, curvature;
};
EndCurve left_curve(double p, double t) {
  const double u = 1 - t, d = p * t + 1;
  return {u * u * u / d - u, -3 * u * u / d - p * u * u * u / (d * d) + 1,
          6 * u / d + 6 * p * u * u / (d * d) + 2 * p * p * u * u * u / (d * d * d)};
}

VectorXd steps_of(const VectorXd& x, double period) {
  const Index n = x.size();
  VectorXd step(period > 0 ? n : n - 1);
  for (Index k = 0; k + 1 < n; ++k) step[k] = x[k + 1] - x[k];
  if (period > 0) step[n - 1] = x[0] + period - x[n - 1];
  for (Index k = 0; k < step.size(); ++k)
    if (!(step[k] > 0))
      throw InputError(
          fmt::format("spline: point {} at {} is followed by none beyond it; points must ascend within one "
                      "period",
                      k + 1, x[k]));
  return step;
}

}  // namespace

CurvePlace place_on(const VectorXd& nodes, double period, double x) {
  const Index n = nodes.size();
  if (period > 0) {
    double wrapped = nodes[0] + std::fmod(x - nodes[0], period);
    if (wrapped < nodes[0]) wrapped += period;
    const Index k = std::max<Index>(std::upper_bound(nodes.data(), nodes.data() + n, wrapped) - nodes.data() - 1, 0);
    const double step = k + 1 < n ? nodes[k + 1] - nodes[k] : nodes[0] + period - nodes[n - 1];
    return {k, k + 1 < n ? k + 1 : 0, step, (wrapped - nodes[k]) / step};
  }
  const Index k = std::clamp<Index>(std::upper_bound(nodes.data(), nodes.data() + n, x) - nodes.data() - 1, 0, n - 2);
  const double step = nodes[k + 1] - nodes[k];
  return {k, k + 1, step, (x - nodes[k]) / step};
}

CurveWeights polygon_weights(const VectorXd& nodes, double period, double x) {
  const CurvePlace at = place_on(nodes, period, x);
  CurveWeights w{VectorXd::Zero(nodes.size()), VectorXd::Zero(nodes.size()), VectorXd::Zero(nodes.size())};
  w.value[at.left] += 1 - at.share;
  w.value[at.right] += at.share;
  w.slope[at.left] -= 1 / at.step;
  w.slope[at.right] += 1 / at.step;
  return w;
}

RationalSpline::RationalSpline(VectorXd nodes, double period, const VectorXd& tension)
    : x_(std::move(nodes)), period_(period) {
  const Index n = x_.size();
  if (n < 2) throw InputError(fmt::format("spline: {} points, at least 2 are needed", n));
  step_ = steps_of(x_, period_);
  p_ = tension.size() == 1 ? VectorXd(VectorXd::Constant(step_.size(), tension[0])) : tension;
  if (p_.size() != step_.size() || !(p_.array() > -1).all())
    throw InputError(
        fmt::format("spline: {} tensions for {} intervals; one or one each, all > -1", tension.size(), step_.size()));
  // Continuous curvature at every node; none at open ends. Rows weighted by (p^2 + 3p + 3)/((p + 1)(p + 3)).
  MatrixXd T = MatrixXd::Zero(n, n), G = MatrixXd::Zero(n, n);
  const auto end = [&](Index k, Index other, Index interval) {
    const double p = p_[interval], h = (other > k ? 1 : -1) * step_[interval];
    T(k, k) = 2 + p;
    T(k, other) = 1;
    G(k, other) = (3 + p) / h;
    G(k, k) = -G(k, other);
  };
  for (Index k = 0; k < n; ++k) {
    if (period_ == 0 && k == 0) {
      end(0, 1, 0);
      continue;
    }
    if (period_ == 0 && k + 1 == n) {
      end(n - 1, n - 2, n - 2);
      continue;
    }
    const Index before = (k + n - 1) % n, after = (k + 1) % n, left = period_ > 0 ? before : k - 1;
    for (const auto& [interval, other, sign] : {std::tuple{left, before, -1.0}, std::tuple{k, after, 1.0}}) {
      const double p = p_[interval], h = step_[interval], w = (p * p + 3 * p + 3) / ((p + 1) * (p + 3));
      T(k, other) += w / h;
      T(k, k) += w * (2 + p) / h;
      G(k, other) += sign * w * (3 + p) / (h * h);
      G(k, k) -= sign * w * (3 + p) / (h * h);
    }
  }
  slopes_ = T.partialPivLu().solve(G);
}

CurveWeights RationalSpline::weights(double x) const {
  CurveWeights w{VectorXd::Zero(size()), VectorXd::Zero(size()), VectorXd::Zero(size())};
  if (period_ == 0 && (x < x_[0] || x > x_[size() - 1])) {  // straight on
    const Index k = x < x_[0] ? 0 : size() - 1;
    w.slope = slopes_.row(k).transpose();
    w.value = (x - x_[k]) * w.slope;
    w.value[k] += 1;
    return w;
  }
  const CurvePlace at = place_on(x_, period_, x);
  const double p = p_[at.left], h = at.step, d = (p + 1) * (p + 3), t = at.share;
  const EndCurve a = left_curve(p, t), b = left_curve(p, 1 - t);
  // C = [(3+p) dy - (2+p) h y'_k - h y'_k+1]/d multiplies a, D = [-(3+p) dy + h y'_k + (2+p) h y'_k+1]/d multiplies b
  const auto put = [&](double left, double right, double ca, double cb, double scale, VectorXd& out) {
    const double dy = (3 + p) * (ca - cb) / d;
    out = scale * (h / d * ((cb - (2 + p) * ca) * slopes_.row(at.left) + ((2 + p) * cb - ca) * slopes_.row(at.right)))
                      .transpose();
    out[at.left] += scale * (left - dy);
    out[at.right] += scale * (right + dy);
  };
  put(1 - t, t, a.value, b.value, 1, w.value);
  put(-1, 1, a.slope, -b.slope, 1 / h, w.slope);
  put(0, 0, a.curvature, b.curvature, 1 / (h * h), w.curvature);
  return w;
}

}  // namespace trunnion
