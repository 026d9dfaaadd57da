#pragma once
// Films of a journal and of a thrust bearing for tests of the forces they make.

#include <numbers>

#include "trunnion/lubrication/bearing_film.h"

namespace trunnion::testing {

using std::numbers::pi;

inline BearingFilm journal_film() {
  BearingFilm b;
  b.name = "main";
  b.feeds = {{.along = pi / 2, .along_width = 0.3, .across_width = 0.01, .pressure = 4e5}};
  b.film = make_film("main",
                     cylinder_grid(0.025, fitted_angles(edges_along(b.feeds), 48),
                                   fitted_nodes(-0.0125, 0.0125, edges_across(b.feeds), 8)),
                     b.feeds, {.pressure = 1e5}, {.viscosity = 0.01});
  b.profile = VectorXd::Zero(b.film.grid.size());
  b.guard = 0.3e-6;
  b.boundary_friction = 0.1;
  return b;
}

inline BearingFilm thrust_film() {
  BearingFilm b;
  b.name = "thrust";
  for (int k = 0; k < 6; ++k) b.feeds.push_back({.along = k * pi / 3, .along_width = 25 * pi / 180, .pressure = 1e5});
  b.film = make_film("thrust", annulus_grid(fitted_angles(edges_along(b.feeds), 60), fitted_radii(0.035, 0.045, {}, 6)),
                     b.feeds, {.pressure = 1e5}, {.viscosity = 0.01}, {0.4e-6, 0.3e-6});
  b.profile = VectorXd::Zero(b.film.grid.size());
  b.asperities = {.sigma = 0.5e-6, .modulus = 8.08e10};
  b.guard = 0.25e-6;
  b.boundary_friction = 0.12;
  return b;
}

}  // namespace trunnion::testing
