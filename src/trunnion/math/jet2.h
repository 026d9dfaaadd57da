#pragma once
// math/jet2.h -- numbers that carry exact first and second derivatives with respect to N inputs.
//   f(x) = (f(v), f' g, f' H + f'' g g')                                                 (theory/math.md, section 7)
// Like Dual (math/dual.h), one order further: a potential written once gives its force and its stiffness.

#include <cmath>

#include "trunnion/math/types.h"

namespace trunnion {

template <int N>
struct Jet2 {
  using Gradient = Eigen::Matrix<double, N, 1>;
  using Hessian = Eigen::Matrix<double, N, N>;
  double v = 0;
  Gradient g = Gradient::Zero();
  Hessian H = Hessian::Zero();

  Jet2() = default;
  Jet2(double value) : v(value) {}  // a constant: implicit on purpose
  static Jet2 input(double value, int i) {
    Jet2 out(value);
    out.g[i] = 1;
    return out;
  }

  /// f of this number, given f, f' and f'' at its value.
  Jet2 composed(double f, double f1, double f2) const {
    Jet2 out(f);
    out.g = f1 * g;
    out.H = f1 * H + f2 * g * g.transpose();
    return out;
  }

  friend Jet2 operator-(const Jet2& a) { return a.composed(-a.v, -1, 0); }
  friend Jet2 operator+(Jet2 a, const Jet2& b) {
    a.v += b.v;
    a.g += b.g;
    a.H += b.H;
    return a;
  }
  friend Jet2 operator-(const Jet2& a, const Jet2& b) { return a + (-b); }
  friend Jet2 operator*(const Jet2& a, const Jet2& b) {
    Jet2 out(a.v * b.v);
    out.g = a.v * b.g + b.v * a.g;
    const Hessian cross = a.g * b.g.transpose();
    out.H = a.v * b.H + b.v * a.H + cross + cross.transpose();
    return out;
  }
  friend Jet2 operator/(const Jet2& a, const Jet2& b) {
    const double r = 1 / b.v;
    return a * b.composed(r, -r * r, 2 * r * r * r);
  }
  friend Jet2 sqrt(const Jet2& a) {
    const double r = std::sqrt(a.v);
    return a.composed(r, 0.5 / r, -0.25 / (r * a.v));
  }
  friend Jet2 cos(const Jet2& a) { return a.composed(std::cos(a.v), -std::sin(a.v), -std::cos(a.v)); }
  friend Jet2 sin(const Jet2& a) { return a.composed(std::sin(a.v), std::cos(a.v), -std::sin(a.v)); }
  friend Jet2 tan(const Jet2& a) {
    const double t = std::tan(a.v), slope = 1 + t * t;
    return a.composed(t, slope, 2 * t * slope);
  }
  friend Jet2 acos(const Jet2& a) {
    const double root = std::sqrt(1 - a.v * a.v);
    return a.composed(std::acos(a.v), -1 / root, -a.v / (root * root * root));
  }
  /// Angle of the point (x, y).
  friend Jet2 atan2(const Jet2& y, const Jet2& x) {
    const double r2 = x.v * x.v + y.v * y.v, fx = -y.v / r2, fy = x.v / r2;
    const double fxx = 2 * x.v * y.v / (r2 * r2), fxy = (y.v * y.v - x.v * x.v) / (r2 * r2);
    Jet2 out(std::atan2(y.v, x.v));
    out.g = fx * x.g + fy * y.g;
    const Hessian cross = fxy * (x.g * y.g.transpose());
    out.H = fx * x.H + fy * y.H + fxx * (x.g * x.g.transpose() - y.g * y.g.transpose()) + cross + cross.transpose();
    return out;
  }
};

}  // namespace trunnion
