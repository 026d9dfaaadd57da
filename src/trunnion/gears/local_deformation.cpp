#include "trunnion/gears/local_deformation.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace trunnion {
namespace {

/// Mean of ln|x - t| over |t| < a.
double mean_log(double x, double a) {
  const auto f = [](double s) { return s == 0 ? 0.0 : s * std::log(std::abs(s)); };
  return (f(x + a) - f(x - a)) / (2 * a) - 1;
}

}  // namespace

HalfPlane half_plane(const GearMaterial& m) {
  const double nu = m.elastic.poisson;
  return {m.elastic.young / (2 * (1 + nu)), m.plane == PlaneKind::strain ? nu : nu / (1 + nu)};
}

Eigen::Matrix2d surface_against_deep(const HalfPlane& body, double x, const Vector2d& deep, double half_width) {
  const double v = body.poisson, a = half_width;
  const double log_0 = -2 * (1 - v) * mean_log(x, a);
  // Mean of atan(x/z) on the surface: a quarter turn to either side, in proportion inside the strip.
  const double angle_0 = (1 - 2 * v) * 0.5 * std::numbers::pi * std::clamp(x / a, -1.0, 1.0);
  Eigen::Matrix2d surface;
  surface << -angle_0, 1 + log_0, log_0, angle_0;
  // Below the surface the load is smooth enough for three Gauss points.
  const double outer = std::sqrt(0.6);
  Eigen::Matrix2d below = Eigen::Matrix2d::Zero();
  for (const auto& [place, weight] : {std::pair{-outer, 5.0 / 18}, {0.0, 8.0 / 18}, {outer, 5.0 / 18}}) {
    const double dx = x + deep.x() - place * a, z = deep.y(), r2 = dx * dx + z * z;
    const double log_r = -(1 - v) * std::log(r2), angle = (1 - 2 * v) * std::atan2(dx, z);
    Eigen::Matrix2d u;
    u << dx * z / r2 - angle, dx * dx / r2 + log_r, z * z / r2 + log_r, dx * z / r2 + angle;
    below += weight * u;
  }
  return (surface - below) / (2 * std::numbers::pi * body.shear);
}

}  // namespace trunnion
