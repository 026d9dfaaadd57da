#include "trunnion/lubrication/mobility.h"

#include <cmath>

#include "trunnion/lubrication/film_forms.h"

namespace trunnion {

Eigen::Vector2d mobility_velocity(const JournalFilm& film, const Eigen::Vector2d& e, const Eigen::Vector2d& load) {
  const double size = load.norm();
  if (size == 0) return Eigen::Vector2d::Zero();
  const Eigen::Vector2d f = load / size, perp(-f[1], f[0]), x = e / film.clearance;
  const double lambda = film.length / (2 * film.radius);
  const double q = 1 - x.dot(f), Y = x.dot(perp);  // 1 - eps cos(gamma), eps sin(gamma)
  const double Q = q / (lambda * lambda), E = 1 + 2.12 * Q, G = 3 * Y * (1 + 3.6 * Q) / (4 * q);
  return size / film_forms::film_scale(film) * 0.15 * q * std::sqrt(q) * (E * f - G * perp);
}

}  // namespace trunnion
