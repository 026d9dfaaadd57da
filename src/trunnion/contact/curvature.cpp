#include "trunnion/contact/curvature.h"

#include <fmt/format.h>

#include <cmath>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

RelativeCurvature checked(double P, double Q) {
  if (!(P > 0))
    throw InputError(
        fmt::format("smallest relative curvature of the touching surfaces = {} 1/m, must be > 0: they conform along a "
                    "line or an area, which is no point contact; make the hollow surface wider than the round one",
                    2 * P));
  return {P, Q};
}

}  // namespace

RelativeCurvature relative_curvature(const SurfaceCurvature& a, const SurfaceCurvature& b, double angle) {
  const double da = a.first - a.second, db = b.first - b.second;
  const double sum = 0.5 * (a.first + a.second + b.first + b.second);
  // hypot of the two deviators turned by twice the angle: never the root of a rounded negative number
  const double difference = 0.5 * std::hypot(da + db * std::cos(2 * angle), db * std::sin(2 * angle));
  return checked(0.5 * (sum - difference), 0.5 * (sum + difference));
}

RelativeCurvature relative_curvature(const Eigen::Matrix2d& form) {
  const double mean = 0.5 * (form(0, 0) + form(1, 1));
  const double radius = std::hypot(0.5 * (form(0, 0) - form(1, 1)), 0.5 * (form(0, 1) + form(1, 0)));
  return checked(mean - radius, mean + radius);
}

RelativeCurvature ball_in_groove(double ball_radius, double groove_radius, double race) {
  if (!(ball_radius > 0)) throw InputError(fmt::format("ball radius = {} m, must be > 0", ball_radius));
  if (!(groove_radius > ball_radius))
    throw InputError(
        fmt::format("groove radius = {} m, must be larger than the ball's radius {} m (usual: 1.03 to "
                    "1.08 times)",
                    groove_radius, ball_radius));
  return relative_curvature({1 / ball_radius, 1 / ball_radius}, {-1 / groove_radius, race}, 0);
}

}  // namespace trunnion
