#include "trunnion/contact/hertz.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "trunnion/math/elliptic.h"

namespace trunnion {

RatioOfEllipse ratio_of_ellipse(double q) {
  const auto [K, E, B, D] = complete_elliptic(q);
  const double C = q * D / B, m = 1 - q;
  if (m < 1e-3) return {C, (0.75 + 0.1875 * m) * q / C};  // two terms of the series: the quotients below lose digits
  const double dD = (B / q - D) / (2 * m), dB = (D - B) / (2 * m);  // with respect to m
  return {C, 1 - q * (dD / D - dB / B)};
}

double axis_ratio_squared(double curvature_ratio) {
  assert(curvature_ratio > 0 && curvature_ratio <= 1);
  // Newton on ln C(q) = ln(P/Q) in ln q, nearly a straight line; the start is within some percent everywhere.
  double y = 4 / std::numbers::pi * std::log(curvature_ratio);
  for (int k = 0; k < 20; ++k) {
    const RatioOfEllipse at = ratio_of_ellipse(std::exp(y));
    const double step = (std::log(curvature_ratio) - std::log(at.value)) / at.log_slope;
    y = std::min(y + step, 0.0);
    if (std::abs(step) < 1e-14) break;
  }
  return std::exp(y);
}

HertzPoint hertz_point(const RelativeCurvature& curvature, double reduced_modulus) {
  const auto [P, Q] = curvature;
  assert(P > 0 && P <= Q);
  const double q = axis_ratio_squared(P / Q);
  const CompleteElliptic el = complete_elliptic(q);
  const double b2 = el.B / (Q * el.K), a2 = b2 / q;
  const double e = 2 * std::numbers::pi / 3 * reduced_modulus * std::sqrt(a2) / el.K;
  // The energy is stationary in the axis ratio, so only the explicit dependence on P and Q remains.
  return {.stiffness = {.e = e, .de_dP = -0.5 * e * a2, .de_dQ = -0.5 * e * b2}, .a2 = a2, .b2 = b2};
}

ContactEllipse contact_ellipse(const HertzPoint& point, double approach) {
  if (approach <= 0) return {};
  const double root = std::sqrt(approach);
  return {
      .a = root * std::sqrt(point.a2),
      .b = root * std::sqrt(point.b2),
      .peak_pressure = 1.5 * point.stiffness.e * root / (std::numbers::pi * std::sqrt(point.a2) * std::sqrt(point.b2))};
}

double approach_under(double load, double e) { return std::cbrt((load / e) * (load / e)); }

}  // namespace trunnion
