#pragma once
// math/dual.h -- numbers that carry their exact gradient with respect to N inputs (forward differentiation).
//   x = (v, g):   f(x) = (f(v), f'(v) g)
// Write a formula once as a template over its scalar; with double it gives the value, with Dual<N> value and gradient.
// Comparisons are made on `v` by the caller, so that every branch is visible in the formula.

#include <cmath>

#include "trunnion/math/types.h"

namespace trunnion {

template <int N>
struct Dual {
  using Gradient = Eigen::Matrix<double, N, 1>;
  double v = 0;
  Gradient g = Gradient::Zero();

  Dual() = default;
  Dual(double value) : v(value) {}  // a constant: implicit on purpose
  Dual(double value, Gradient gradient) : v(value), g(std::move(gradient)) {}
  /// The i-th of the N inputs.
  static Dual input(double value, int i) { return {value, Gradient::Unit(i)}; }

  friend Dual operator-(const Dual& a) { return {-a.v, -a.g}; }
  friend Dual operator+(const Dual& a, const Dual& b) { return {a.v + b.v, a.g + b.g}; }
  friend Dual operator-(const Dual& a, const Dual& b) { return {a.v - b.v, a.g - b.g}; }
  friend Dual operator*(const Dual& a, const Dual& b) { return {a.v * b.v, a.v * b.g + b.v * a.g}; }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const double q = a.v / b.v;
    return {q, (a.g - q * b.g) / b.v};
  }
  // With constants, without touching gradients of zeros.
  friend Dual operator+(const Dual& a, double b) { return {a.v + b, a.g}; }
  friend Dual operator+(double a, const Dual& b) { return b + a; }
  friend Dual operator-(const Dual& a, double b) { return {a.v - b, a.g}; }
  friend Dual operator-(double a, const Dual& b) { return {a - b.v, -b.g}; }
  friend Dual operator*(const Dual& a, double b) { return {a.v * b, a.g * b}; }
  friend Dual operator*(double a, const Dual& b) { return b * a; }
  friend Dual operator/(const Dual& a, double b) { return {a.v / b, a.g / b}; }
  friend Dual operator/(double a, const Dual& b) { return {a / b.v, (-a / (b.v * b.v)) * b.g}; }

  friend Dual sqrt(const Dual& a) {
    const double root = std::sqrt(a.v);
    return {root, a.g * (0.5 / root)};
  }
  friend Dual pow(const Dual& a, double p) { return {std::pow(a.v, p), a.g * (p * std::pow(a.v, p - 1))}; }
  friend Dual exp(const Dual& a) { return {std::exp(a.v), a.g * std::exp(a.v)}; }
  friend Dual log(const Dual& a) { return {std::log(a.v), a.g / a.v}; }
  friend Dual sin(const Dual& a) { return {std::sin(a.v), a.g * std::cos(a.v)}; }
  friend Dual cos(const Dual& a) { return {std::cos(a.v), a.g * -std::sin(a.v)}; }
  friend Dual asin(const Dual& a) { return {std::asin(a.v), a.g / std::sqrt(1 - a.v * a.v)}; }
  friend Dual atan(const Dual& a) { return {std::atan(a.v), a.g / (1 + a.v * a.v)}; }
  friend Dual atan2(const Dual& y, const Dual& x) {
    return {std::atan2(y.v, x.v), (x.v * y.g - y.v * x.g) / (x.v * x.v + y.v * y.v)};
  }
  friend Dual tanh(const Dual& a) {
    const double t = std::tanh(a.v);
    return {t, a.g * (1 - t * t)};
  }
};

/// The plain value of a scalar of either kind, for branches.
inline double value_of(double x) { return x; }
template <int N>
double value_of(const Dual<N>& x) {
  return x.v;
}

}  // namespace trunnion
