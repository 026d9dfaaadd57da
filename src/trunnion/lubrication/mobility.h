#pragma once
// lubrication/mobility.h -- the inverse of the film force: squeeze velocity of a journal under a given load.
//   V = |F_L| (C/R)^3/(2 mu L) 0.15 q^(3/2) (E f - G f_perp),   e' = V + w x e            (theory/lubrication.md,
//   Eq. 6.1)
// f: direction of F_L. The mobility form of the finite ruptured fit; its impedance form (film_force.h) is only an
// approximate inverse: within 7 % for an approaching journal, up to 35 % for a retreating one.
// Serves for orbits of massless journals and squeeze times, the classic hand methods.

#include "trunnion/lubrication/film_force.h"

namespace trunnion {

/// V [m/s] for the load F_L [N] of the journal on the film, |e| < C. The film's form and extent are not consulted.
Eigen::Vector2d mobility_velocity(const JournalFilm& film, const Eigen::Vector2d& e, const Eigen::Vector2d& load);

}  // namespace trunnion
