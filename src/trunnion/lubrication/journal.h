#pragma once
// lubrication/journal.h -- journal bearing between two members that both move and turn about the same direction.
//   V = e' - w x e,   w = (w_j + w_s)/2                                                  (theory/lubrication.md,
//   Eq. 1.2) force on the journal  -F_L(e, V) - F_c,   on the sleeve the opposite M_j = -M_p + (e x F_L)/2,   M_s = M_p
//   + (e x F_L)/2,   M_p = 2 pi mu R^3 L (w_j - w_s)/(C sqrt(1 - eps^2))  (Eq. 5.2)
// Forces act at the centers of journal and sleeve, moments about them: M_j + M_s + e x F_j = 0 holds exactly, and the
// power lost is F_L.V + M_p (w_j - w_s) >= 0. Beyond a set eccentricity the film is held and a contact takes over.

#include "trunnion/lubrication/film_force.h"

namespace trunnion {

/// Takes over where the film formula loses its meaning: the film is evaluated at an eccentricity that no longer
/// grows, and a contact pushes back, F_c = k p_+^(3/2) max(0, 1 + c p'), p = |e| - C eps_c.
struct FilmGuard {
  double eccentricity = 0.99;    ///< eps_c
  double stiffness = 0;          ///< k [N/m^(3/2)]
  double rate_factor = 0;        ///< c [s/m], see contact/normal_force.h
  double friction = 0;           ///< Coulomb coefficient of the dry contact
  double friction_speed = 1e-2;  ///< its regularization [m/s]
};

struct JournalBearing {
  std::string name = "journal bearing";
  JournalFilm film{};
  FilmGuard guard{};
};

/// Throws InputError naming the bearing and the first impossible entry.
void validate(const JournalBearing& bearing);

/// Stiffness of a guard that carries `load` [N] when the journal reaches the clearance circle.
double guard_stiffness(const JournalFilm& film, double guard_eccentricity, double load);

/// In axes that do not turn.
struct JournalMotion {
  Eigen::Vector2d e = Eigen::Vector2d::Zero();     ///< journal center minus sleeve center [m]
  Eigen::Vector2d rate = Eigen::Vector2d::Zero();  ///< e' [m/s]
  double journal_speed = 0;                        ///< w_j [rad/s]
  double sleeve_speed = 0;                         ///< w_s [rad/s]
};

struct JournalForce {
  Eigen::Vector2d force = Eigen::Vector2d::Zero();  ///< on the journal [N]; minus this on the sleeve
  double journal_moment = 0;                        ///< M_j [N m]
  double sleeve_moment = 0;                         ///< M_s [N m]
  /// d(F_x, F_y, M_j, M_s)/d(e_x, e_y, e'_x, e'_y, w_j, w_s)
  Eigen::Matrix<double, 4, 6> jacobian = Eigen::Matrix<double, 4, 6>::Zero();
  double eccentricity_ratio = 0;  ///< eps = |e|/C
  double min_film = 0;            ///< C - |e| [m]; negative when the contact has given way by more than the clearance
  double film_force = 0;          ///< |F_L| [N]
  double contact_force = 0;       ///< F_c [N]; > 0: the guard carries
  double stored_energy = 0;       ///< in the guard contact [J]
  double dissipated_power = 0;    ///< [W]
};

JournalForce journal_force(const JournalBearing& bearing, const JournalMotion& motion);

}  // namespace trunnion
