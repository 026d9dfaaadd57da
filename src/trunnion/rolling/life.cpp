#include "trunnion/rolling/life.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

constexpr double million = 1e6, forever = std::numeric_limits<double>::infinity();

double power_mean(const VectorXd& x, double p) { return std::pow(x.array().pow(p).mean(), 1 / p); }

}  // namespace

double rating_life(double dynamic_rating, double equivalent_load) {
  return equivalent_load > 0 ? million * std::pow(dynamic_rating / equivalent_load, 3) : forever;
}

RingLoads ring_loads(const VectorXd& ball_loads, RotatingRing rotating) {
  const double turning = power_mean(ball_loads, 3), standing = power_mean(ball_loads, 10.0 / 3);
  return rotating == RotatingRing::inner ? RingLoads{turning, standing} : RingLoads{standing, turning};
}

double reference_life(const LoadRatings& ratings, const RingLoads& loads) {
  const double risk =
      std::pow(loads.inner / ratings.inner_ring, 10.0 / 3) + std::pow(loads.outer / ratings.outer_ring, 10.0 / 3);
  return risk > 0 ? million * std::pow(risk, -0.9) : forever;
}

double system_life(std::span<const double> lives) {
  double risk = 0;
  for (const double life : lives) risk += std::pow(life, -10.0 / 9);
  return risk > 0 ? std::pow(risk, -0.9) : forever;
}

double reference_life(const FiveDofBearing& bearing, const LoadRatings& ratings, const Vector5d& delta,
                      const Vector5d& rate, RotatingRing rotating) {
  const MatrixXd loads = ball_loads(bearing, delta, rate, 0, 128);
  std::vector<double> rows(bearing.rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r)
    rows[r] = reference_life(ratings, ring_loads(loads.col(static_cast<Index>(r)), rotating));
  return system_life(rows);
}

double life_under_history(std::span<const LifeInterval> history) {
  double revolutions = 0, damage = 0;
  for (const LifeInterval& interval : history) {
    revolutions += interval.revolutions;
    damage += interval.revolutions / interval.life;
  }
  return damage > 0 ? revolutions / damage : forever;
}

double reliability_factor(double percent) {
  constexpr std::array<std::array<double, 2>, 6> table{
      {{90, 1}, {95, 0.64}, {96, 0.55}, {97, 0.47}, {98, 0.37}, {99, 0.25}}};
  if (!(percent >= 90 && percent <= 99))
    throw InputError(fmt::format("reliability = {} %, must lie in 90 to 99 %", percent));
  const auto* upper = std::find_if(table.begin() + 1, table.end(), [&](const auto& row) { return percent <= row[0]; });
  const auto& lower = *(upper - 1);
  return std::lerp(lower[1], (*upper)[1], (percent - lower[0]) / ((*upper)[0] - lower[0]));
}

double lubrication_life_factor(double viscosity_ratio, double clean_load_ratio) {
  if (!(viscosity_ratio >= 0.1))
    throw InputError(
        fmt::format("viscosity ratio kappa = {}, must be at least 0.1: below, the film separates nothing "
                    "and no life can be predicted",
                    viscosity_ratio));
  const double kappa = std::min(viscosity_ratio, 4.0), load = std::clamp(clean_load_ratio, 0.0, 5.0);
  const double film = kappa < 0.4 ? 2.2649 * std::pow(kappa, -0.054381)
                      : kappa < 1 ? 1.9987 * std::pow(kappa, -0.19087)
                                  : 1.9987 * std::pow(kappa, -0.071739);
  const double strength = 1 - std::pow(2.5671 - film, 0.83) * std::cbrt(load);
  return strength > 0 ? std::min(50.0, 0.1 * std::pow(strength, -9.3)) : 50;
}

}  // namespace trunnion
