#include "trunnion/lubrication/roughness.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/math/dual.h"

namespace trunnion {
namespace {

using D = Dual<1>;
constexpr double least = 0.5;         // H below which the fits have no meaning
constexpr double closed_nowhere = 9;  // H above which the share of closed area is below rounding

// Roughness::sigma without the care for tiny and huge numbers, which takes longer than all the rest.
double sigma_of(const Roughness& r) { return std::sqrt(r.sigma_1 * r.sigma_1 + r.sigma_2 * r.sigma_2); }

/// Constants of the fits for one pattern.
struct Pattern {
  double pattern;
  double C, r;                // pressure flow: 1 - C exp(-r H), or 1 + C H^-r for patterns above 1
  double A1, a1, a2, a3, A2;  // shear flow
  double D, s;                // friction by pressure: 1 - D exp(-s H)
  double A3, a4, a5, a6;      // friction by shear of the roughness
};
constexpr std::array<Pattern, 7> patterns{
    {{1.0 / 9, 1.48, 0.42, 2.046, 1.12, 0.78, 0.03, 1.856, 1.51, 0.52, 14.1, 2.45, 2.30, 0.10},
     {1.0 / 6, 1.38, 0.42, 1.962, 1.08, 0.77, 0.03, 1.754, 1.51, 0.54, 13.4, 2.42, 2.30, 0.10},
     {1.0 / 3, 1.18, 0.42, 1.858, 1.01, 0.76, 0.03, 1.561, 1.47, 0.58, 12.3, 2.32, 2.30, 0.10},
     {1, 0.90, 0.56, 1.899, 0.98, 0.92, 0.05, 1.126, 1.40, 0.66, 11.1, 2.31, 2.38, 0.11},
     {3, 0.225, 1.5, 1.560, 0.85, 1.13, 0.08, 0.556, 0.98, 0.79, 9.8, 2.25, 2.80, 0.18},
     {6, 0.520, 1.5, 1.290, 0.62, 1.09, 0.08, 0.388, 0.97, 0.91, 10.1, 2.25, 2.90, 0.18},
     {9, 0.870, 1.5, 1.011, 0.54, 1.07, 0.08, 0.295, 0.73, 0.91, 8.7, 2.15, 2.97, 0.18}}};

const Pattern* find_pattern(double value) {
  for (const Pattern& p : patterns)
    if (std::abs(p.pattern - value) < 1e-3 * value) return &p;
  return nullptr;
}
const Pattern& pattern_of(double value) { return *find_pattern(value); }

D pressure_flow(const Pattern& p, const D& H) {
  return p.pattern <= 1 ? 1.0 - p.C * exp(-p.r * H) : 1.0 + p.C * pow(H, -p.r);
}

D shear_flow_of(const Pattern& p, const D& H) {
  if (H.v > 5) return p.A2 * exp(-0.25 * H);
  return p.A1 * pow(H, p.a1) * exp(-p.a2 * H + p.a3 * H * H);
}

// Mean of h/(h + delta) where h + delta > sigma/100, heights with the density 35/32 (1 - delta^2/9)^3/3.
D viscous_friction(const D& H) {
  const D z = H / 3.0, z2 = z * z, one = 1.0 - z2;
  if (z.v > 10) return 1.0 + 1.0 / (9.0 * z2);
  if (z.v <= 1)
    return (35.0 / 32) * z *
           (one * one * one * log(300.0 * (z + 1.0)) +
            (-55.0 + z * (132.0 + z * (345.0 + z * (-160.0 + z * (-405.0 + z * (60.0 + 147.0 * z)))))) / 60.0);
  return (35.0 / 32) * z * (one * one * one * log((z + 1.0) / (z - 1.0)) + z / 15.0 * (66.0 + z2 * (30.0 * z2 - 80.0)));
}

// The fit ends at H = 7 with a small step: it fades over the last unit.
D shear_friction_of(const Pattern& p, const D& H) {
  if (H.v >= 7) return 0.0;
  const D fit = p.A3 * pow(H, p.a4) * exp(-p.a5 * H + p.a6 * H * H);
  if (H.v <= 6) return fit;
  const D s = 7.0 - H;
  return fit * s * s * (3.0 - 2.0 * s);
}

// Evaluates a factor of H at the gap h, held below H = 1/2.
template <class Formula>
GapFactor at_gap(double sigma, double h, const Formula& formula) {
  const double H = h / sigma;
  if (H <= least) return {formula(D(least)).v, 0};
  const D f = formula(D::input(H, 0));
  return {f.v, f.g[0] / sigma};
}

}  // namespace

double Roughness::difference() const {
  const double s = sigma_of(*this);
  return s > 0 ? (sigma_1 - sigma_2) * (sigma_1 + sigma_2) / (s * s) : 0;
}

void validate(const Roughness& roughness, const std::string& name) {
  if (!(roughness.sigma_1 >= 0 && roughness.sigma_2 >= 0))
    throw InputError(
        fmt::format("bearing '{}': roughness {} and {} m, must be >= 0", name, roughness.sigma_1, roughness.sigma_2));
  if (!find_pattern(roughness.pattern))
    throw InputError(fmt::format(
        "bearing '{}': roughness pattern = {}, known are 1/9, 1/6, 1/3 (across the motion), 1 (none), 3, 6 and 9", name,
        roughness.pattern));
}

GapFactor flow_along(const Roughness& roughness, double h) {
  if (roughness.smooth()) return {};
  return at_gap(sigma_of(roughness), h, [&](const D& H) { return pressure_flow(pattern_of(roughness.pattern), H); });
}

GapFactor flow_across(const Roughness& roughness, double h) {
  if (roughness.smooth()) return {};
  return at_gap(sigma_of(roughness), h,
                [&](const D& H) { return pressure_flow(pattern_of(1 / roughness.pattern), H); });
}

GapFactor shear_flow(const Roughness& roughness, double h) {
  const double weight = roughness.difference() * sigma_of(roughness);
  if (weight == 0) return {0, 0};
  return at_gap(sigma_of(roughness), h,
                [&](const D& H) { return weight * shear_flow_of(pattern_of(roughness.pattern), H); });
}

GapFactor friction_factor(const Roughness& roughness, double h) {
  if (roughness.smooth()) return {};
  return at_gap(sigma_of(roughness), h, [](const D& H) { return viscous_friction(H); });
}

GapFactor friction_difference(const Roughness& roughness, double h) {
  const double weight = roughness.difference();
  if (weight == 0) return {0, 0};
  return at_gap(sigma_of(roughness), h,
                [&](const D& H) { return weight * shear_friction_of(pattern_of(roughness.pattern), H); });
}

GapFactor friction_pressure_factor(const Roughness& roughness, double h) {
  if (roughness.smooth()) return {};
  const Pattern& p = pattern_of(roughness.pattern);
  return at_gap(sigma_of(roughness), h, [&](const D& H) { return 1.0 - p.D * exp(-p.s * H); });
}

MeanGap mean_gap(const Roughness& roughness, double h) {
  if (roughness.smooth()) return {h, 1, 0};
  const double sigma = sigma_of(roughness), H = h / sigma;
  if (H > closed_nowhere) return {h, 1, 0};
  const double share = 0.5 * std::erfc(-H * std::numbers::sqrt2 / 2);  // of the area that is open
  const double density = std::exp(-0.5 * H * H) / std::sqrt(2 * std::numbers::pi);
  return {h * share + sigma * density, share, density / sigma};
}

}  // namespace trunnion
