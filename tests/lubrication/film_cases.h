#pragma once
// Films that several tests compute: sliders, journals, the washer with six grooves.

#include <cmath>
#include <numbers>

#include "trunnion/lubrication/film_results.h"

namespace trunnion::film_cases {

inline constexpr double turn = 2 * std::numbers::pi;

inline VectorXd even(double from, double to, Index nodes) { return VectorXd::LinSpaced(nodes, from, to); }
inline VectorXd even_angles(Index count) {
  return VectorXd::LinSpaced(count, 0, turn * (1 - 1.0 / static_cast<double>(count)));
}

inline FilmMotion still(const VectorXd& gap) { return {.gap = gap, .rate = VectorXd::Zero(gap.size())}; }

inline FilmSolution steady(const Film& film, const FilmMotion& motion, const FilmOptions& options = {}) {
  FilmSolution s;
  solve_film(film, motion, {}, s, options);
  return s;
}

/// The gap of a washer that is tilted: h = mean + tilt r cos phi.
inline VectorXd tilted(const FilmGrid& grid, double mean, double tilt) {
  VectorXd h(grid.size());
  for (Index i = 0; i < grid.columns(); ++i)
    for (Index j = 0; j < grid.rows(); ++j) h[grid.at(i, j)] = mean + tilt * grid.arm[j] * std::cos(grid.along[i]);
  return h;
}

/// Six radial grooves of 25 degrees, centers at 0, 60, ... degrees.
inline std::vector<FilmFeed> six_grooves(double pressure) {
  std::vector<FilmFeed> feeds;
  for (int k = 0; k < 6; ++k)
    feeds.push_back({.along = k * turn / 6, .along_width = turn * 25 / 360, .pressure = pressure});
  return feeds;
}

inline constexpr double inner = 0.035, outer = 0.045, washer_speed = 188.49555921538757;

struct WasherOptions {
  Index columns = 144, rows = 11;
  bool fitted = false;
  double ambient = 0;
  Roughness roughness = {};
};
inline Film washer(const WasherOptions& o) {
  const auto feeds = six_grooves(o.ambient);
  const VectorXd angles = o.fitted ? fitted_angles(edges_along(feeds), o.columns) : even_angles(o.columns);
  return make_film("washer", annulus_grid(angles, fitted_radii(inner, outer, {}, o.rows - 1)), feeds,
                   {.pressure = o.ambient}, {.viscosity = 0.01}, o.roughness);
}
inline FilmMotion washer_motion(const Film& film) {
  FilmMotion m = still(tilted(film.grid, 20e-6, 2e-4));
  m.speed_2 = washer_speed;
  return m;
}

/// Pressure above ambient, integrated with weights 1, y, -x.
struct WasherLoad {
  double force, mx, my, cosine, sine;
};
inline WasherLoad washer_load(const Film& film, const FilmSolution& s) {
  WasherLoad out{};
  const FilmGrid& grid = film.grid;
  for (Index i = 0; i < grid.columns(); ++i)
    for (Index j = 0; j < grid.rows(); ++j) {
      const double f = (s.pressure[grid.at(i, j)] - film.ambient) * grid.area(i, j), r = grid.arm[j];
      out.force += f;
      out.cosine += f * r * std::cos(grid.along[i]);
      out.sine += f * r * std::sin(grid.along[i]);
    }
  out.mx = out.sine;
  out.my = -out.cosine;
  return out;
}

/// Gap of a journal with its widest place at angle 0.
inline VectorXd journal_gap(const FilmGrid& grid, double clearance, double eps) {
  VectorXd h(grid.size());
  for (Index i = 0; i < grid.columns(); ++i)
    h.segment(grid.at(i, 0), grid.rows()).setConstant(clearance * (1 + eps * std::cos(grid.along[i])));
  return h;
}

}  // namespace trunnion::film_cases
