#include "trunnion/math/cubic_spline.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "trunnion/base/error.h"

namespace trunnion {

namespace {

// Thomas algorithm; a has the sub-, b the main and c the super-diagonal.
VectorXd solve_tridiagonal(const VectorXd& a, VectorXd b, const VectorXd& c, VectorXd d) {
  const Index n = b.size();
  for (Index i = 1; i < n; ++i) {
    const double w = a[i] / b[i - 1];
    b[i] -= w * c[i - 1];
    d[i] -= w * d[i - 1];
  }
  d[n - 1] /= b[n - 1];
  for (Index i = n - 2; i >= 0; --i) d[i] = (d[i] - c[i] * d[i + 1]) / b[i];
  return d;
}

// Second derivatives at the points from continuity of the slope.
VectorXd natural_curvature(const VectorXd& x, const VectorXd& y) {
  const Index n = x.size();
  VectorXd out = VectorXd::Zero(n);
  if (n < 3) return out;
  VectorXd a(n - 2), b(n - 2), c(n - 2), d(n - 2);
  for (Index i = 1; i + 1 < n; ++i) {
    const double h0 = x[i] - x[i - 1], h1 = x[i + 1] - x[i];
    a[i - 1] = h0 / 6;
    b[i - 1] = (h0 + h1) / 3;
    c[i - 1] = h1 / 6;
    d[i - 1] = (y[i + 1] - y[i]) / h1 - (y[i] - y[i - 1]) / h0;
  }
  out.segment(1, n - 2) = solve_tridiagonal(a, b, c, d);
  return out;
}

// The cyclic system by Sherman-Morrison: the corner entries are a rank-one change of a tridiagonal matrix.
VectorXd periodic_curvature(const VectorXd& x, const VectorXd& y) {
  const Index n = x.size() - 1;  // the last point repeats the first
  if (n < 3) return VectorXd::Zero(n + 1);
  VectorXd a(n), b(n), c(n), d(n);
  for (Index i = 0; i < n; ++i) {
    const Index before = i == 0 ? n - 1 : i - 1;
    const double h0 = x[before + 1] - x[before], h1 = x[i + 1] - x[i];
    a[i] = h0 / 6;
    b[i] = (h0 + h1) / 3;
    c[i] = h1 / 6;
    d[i] = (y[i + 1] - y[i]) / h1 - (y[before + 1] - y[before]) / h0;
  }
  const double corner = a[0], gamma = -b[0];
  b[0] -= gamma;
  b[n - 1] -= corner * corner / gamma;
  VectorXd u = VectorXd::Zero(n);
  u[0] = gamma;
  u[n - 1] = corner;
  const VectorXd p = solve_tridiagonal(a, b, c, d), q = solve_tridiagonal(a, b, c, u);
  const double factor = (p[0] + corner * p[n - 1] / gamma) / (1 + q[0] + corner * q[n - 1] / gamma);
  VectorXd out(n + 1);
  out.head(n) = p - factor * q;
  out[n] = out[0];
  return out;
}

}  // namespace

CubicSpline::CubicSpline(VectorXd x, VectorXd y, Ends ends) : x_(std::move(x)), y_(std::move(y)), ends_(ends) {
  const Index n = x_.size();
  if (n < 2 || y_.size() != n) throw InputError(fmt::format("a curve needs at least two points, this one has {}", n));
  for (Index i = 0; i + 1 < n; ++i)
    if (!(x_[i + 1] > x_[i]))
      throw InputError(
          fmt::format("abscissae must grow from row to row, but row {} has {} after {}", i + 2, x_[i + 1], x_[i]));
  if (!x_.allFinite() || !y_.allFinite()) throw InputError("a curve must have finite numbers only");
  if (ends_ == Ends::periodic) {
    const double span = y_.maxCoeff() - y_.minCoeff();
    if (!(std::abs(y_[n - 1] - y_[0]) <= 1e-6 * span))
      throw InputError(
          fmt::format("a periodic curve must end with the value it starts with, but it starts with {} and "
                      "ends with {}",
                      y_[0], y_[n - 1]));
    y_[n - 1] = y_[0];
  }
  second_ = ends_ == Ends::periodic ? periodic_curvature(x_, y_) : natural_curvature(x_, y_);
  integral_.setZero(n);
  for (Index i = 0; i + 1 < n; ++i) {
    const double h = x_[i + 1] - x_[i];
    integral_[i + 1] = integral_[i] + h * (y_[i] + y_[i + 1]) / 2 - h * h * h * (second_[i] + second_[i + 1]) / 24;
  }
}

SplineValue CubicSpline::inside(double x) const {
  const Index n = x_.size();
  const auto after = std::upper_bound(x_.data() + 1, x_.data() + n - 1, x);
  const Index i = after - x_.data() - 1;
  const double h = x_[i + 1] - x_[i], t = x - x_[i], A = (x_[i + 1] - x) / h, B = t / h;
  const double s0 = second_[i], s1 = second_[i + 1];
  SplineValue v;
  v.value = A * y_[i] + B * y_[i + 1] + ((A * A * A - A) * s0 + (B * B * B - B) * s1) * h * h / 6;
  v.slope = (y_[i + 1] - y_[i]) / h + ((1 - 3 * A * A) * s0 + (3 * B * B - 1) * s1) * h / 6;
  v.curvature = A * s0 + B * s1;
  const double slope0 = (y_[i + 1] - y_[i]) / h - (2 * s0 + s1) * h / 6;
  v.integral = integral_[i] + t * (y_[i] + t * (slope0 / 2 + t * (s0 / 6 + t * (s1 - s0) / (24 * h))));
  return v;
}

SplineValue CubicSpline::operator()(double x) const {
  if (ends_ == Ends::periodic) {
    const double turns = std::floor((x - first()) / period());
    SplineValue v = inside(x - turns * period());
    v.integral += turns * integral_[integral_.size() - 1];
    return v;
  }
  const double edge = std::clamp(x, first(), last()), beyond = x - edge;
  SplineValue v = inside(edge);
  if (beyond != 0) {
    v.integral += beyond * (v.value + 0.5 * beyond * v.slope);
    v.value += beyond * v.slope;
    v.curvature = 0;
  }
  return v;
}

}  // namespace trunnion
