#include "trunnion/lubrication/fit_error.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace trunnion {
namespace {

constexpr std::array eccentricities{0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95};
// Largest of approach, rotation and retreat; found against finite-volume films with Reynolds rupture.
constexpr std::array half_length{0.03, 0.03, 0.03, 0.11, 0.18, 0.27, 0.32};
constexpr std::array full_length{0.11, 0.11, 0.10, 0.09, 0.16, 0.24, 0.26};

double at(const std::array<double, 7>& errors, double eccentricity) {
  const double e = std::clamp(eccentricity, eccentricities.front(), eccentricities.back());
  const auto above =
      std::max(std::upper_bound(eccentricities.begin(), eccentricities.end() - 1, e), eccentricities.begin() + 1);
  const auto k = static_cast<std::size_t>(above - eccentricities.begin());
  const double u = (e - eccentricities[k - 1]) / (eccentricities[k] - eccentricities[k - 1]);
  return (1 - u) * errors[k - 1] + u * errors[k];
}

}  // namespace

double film_fit_error(double length_over_diameter, double eccentricity) {
  const double u = std::clamp((length_over_diameter - 0.5) / 0.5, 0.0, 1.0);
  return (1 - u) * at(half_length, eccentricity) + u * at(full_length, eccentricity);
}

bool film_fit_error_known(double length_over_diameter, double eccentricity) {
  return length_over_diameter >= 0.5 && length_over_diameter <= 1 && eccentricity <= eccentricities.back();
}

}  // namespace trunnion
