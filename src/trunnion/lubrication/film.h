#pragma once
// lubrication/film.h -- an oil film between two faces: what stays, what moves, what it remembers.
//   d_phi(D d_phi p) + d_zeta(D d_zeta p) = r^2 [ W d_phi(s h) + d_t(s h) ],  D = phi_x rho h^3/(12 eta)
//   p >= 0, theta <= 1, p (1 - theta) = 0;  s = rho theta,  W = (w_1 + w_2)/2          (theory/lubrication.md, Eq. 7.1)
// Pressures count from cavitation. Speeds are relative to the grid, positive along it; face 2 lies across the gap h.

#include "trunnion/lubrication/film_feed.h"
#include "trunnion/lubrication/oil.h"
#include "trunnion/lubrication/roughness.h"

namespace trunnion {

/// What happens where the pressure would fall below that of cavitation.
enum class Rupture {
  conserving,  ///< the film breaks up into streamers of fill ratio theta; no oil is lost (Jakobsson, Floberg, Olsson)
  reynolds,    ///< it ends where the pressure gradient vanishes and is full elsewhere (Swift, Stieber)
  none         ///< negative pressures stay
};

/// Numbers of the nodes with unknown pressure so that neighbors are close.
struct FilmNumbering {
  std::vector<Index> unknown;  ///< per node: its place among the unknowns, or -1
  Index count = 0;
  Index band = 0;  ///< largest distance of neighbors
};

struct Film {
  FilmGrid grid;
  FilmBoundary boundary;
  Oil oil;
  Roughness roughness;
  double ambient = 0;  ///< pressure of the surroundings, which pushes from outside [Pa]
  Rupture rupture = Rupture::conserving;
  FilmNumbering numbering;  ///< by make_film
};

/// Checks oil and roughness and numbers the unknowns; throws InputError naming `name`.
Film make_film(const std::string& name, FilmGrid grid, const std::vector<FilmFeed>& feeds, const FilmEdges& edges,
               const Oil& oil, const Roughness& roughness = {}, Rupture rupture = Rupture::conserving);

/// How the faces move at an instant.
struct FilmMotion {
  VectorXd gap;                     ///< h of every node [m], > 0
  VectorXd rate;                    ///< its change at fixed nodes [m/s]
  double speed_1 = 0, speed_2 = 0;  ///< of the faces along the grid [rad/s]; plane: [m/s]
};

/// What the last accepted step left, per node. Nothing of it matters in a steady film.
struct FilmPast {
  double step = 0;   ///< time since then [s]; 0: steady film
  VectorXd fill;     ///< rho theta; at least 1 where the film was full
  VectorXd content;  ///< oil per area rho theta h_T [m]
};

/// A film that was full at this gap.
FilmPast full_past(const Film& film, const VectorXd& gap, double step);

}  // namespace trunnion
