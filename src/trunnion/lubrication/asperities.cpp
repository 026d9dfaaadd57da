#include "trunnion/lubrication/asperities.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

constexpr double lowest = -1, fading = 4.5, last = 5;

HeightIntegral fit(double H) {
  const double log_value =
      -0.48318067 + H * (-1.74340607 + H * (-0.270729997 + H * (-0.0227489362 + H * 0.00111120350)));
  const double log_slope = -1.74340607 + H * (-2 * 0.270729997 + H * (-3 * 0.0227489362 + H * 4 * 0.00111120350));
  const double value = std::exp(log_value);
  return {value, value * log_slope};
}

}  // namespace

void validate(const Asperities& a, const std::string& name) {
  if (!(a.sigma >= 0 && a.density > 0 && a.slender > 0 && a.modulus >= 0))
    throw InputError(
        fmt::format("bearing '{}': asperities with sigma = {} m, sigma beta eta = {}, sigma/beta = {}, modulus = {} Pa "
                    "cannot be; usual are 0.03 to 0.05 and 1e-4 to 1e-2",
                    name, a.sigma, a.density, a.slender, a.modulus));
}

HeightIntegral height_integral(double H) {
  if (H >= last) return {};
  if (H < lowest) {
    const HeightIntegral end = fit(lowest);
    return {end.value + end.slope * (H - lowest), end.slope};
  }
  HeightIntegral f = fit(H);
  if (H > fading) {
    const double s = (last - H) / (last - fading), fade = s * s * (3 - 2 * s);
    f.slope = f.slope * fade - f.value * 6 * s * (1 - s) / (last - fading);
    f.value *= fade;
  }
  return f;
}

AsperityPressure asperity_pressure(const Asperities& a, double h) {
  if (a.none()) return {};
  const double H = h / a.sigma;
  const HeightIntegral F = height_integral(H);
  if (F.value == 0) return {};
  const double scale =
      16 * std::numbers::sqrt2 * std::numbers::pi / 15 * a.density * a.density * std::sqrt(a.slender) * a.modulus;
  const double open = 0.5 * std::erfc(H * std::numbers::sqrt2 / 2);
  const double F2 = (1 + H * H) * open - H * std::exp(-0.5 * H * H) / std::sqrt(2 * std::numbers::pi);
  return {scale * F.value, scale * F.slope / a.sigma, std::pow(std::numbers::pi * a.density, 2) * F2};
}

}  // namespace trunnion
