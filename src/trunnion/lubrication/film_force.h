#pragma once
// lubrication/film_force.h -- force of the oil film between a journal and its sleeve (impedance method).
//   F_L = 2 mu L (R/C)^3 w(x, V),   x = e/C,   V = e' - (w_j + w_s)/2 x e                (theory/lubrication.md,
//   Eq. 1.3)
// e: journal center minus sleeve center, V: pure squeeze velocity, both in axes that do not turn. F_L is the force of
// the journal on the film: -F_L acts on the journal. Smallest film in the direction of e. |x| < 1.
// Isoviscous oil, aligned axes, rigid members, no feed pressure, no memory of cavitation.

#include <memory>
#include <string>

#include "trunnion/math/types.h"

namespace trunnion {

class ImpedanceTable;

struct JournalFilm {
  double viscosity = 0;  ///< mu [Pa s]
  double length = 0;     ///< L [m]
  double radius = 0;     ///< R [m]
  double clearance = 0;  ///< C [m], radial
  /// finite: the cavitating-film fit of Childs, Moes and van Leeuwen when ruptured, short and long mobilities added
  /// when full. table: that fit corrected by solved films. short_: no flow around (L/D below 0.25). long_: no flow out
  /// of the ends (L/D above 4).
  enum class Form { finite, table, short_, long_ } form = Form::finite;
  /// ruptured: no film where the pressure would be negative; full: negative pressures too.
  enum class Extent { ruptured, full } extent = Extent::ruptured;
  /// v_0 [m/s]: below this squeeze speed the direction of a ruptured film is blended away, so that its force has a
  /// derivative at rest. About 1e-6 of clearance times speed.
  double rest_speed = 1e-9;
  std::shared_ptr<const ImpedanceTable> table = {};  ///< of this length over diameter, for Form::table
};

/// Throws InputError naming `name` and the first impossible entry.
void validate(const JournalFilm& film, const std::string& name);

struct FilmForce {
  Eigen::Vector2d force = Eigen::Vector2d::Zero();                             ///< F_L [N]
  Eigen::Matrix<double, 2, 4> jacobian = Eigen::Matrix<double, 2, 4>::Zero();  ///< d F_L/d(e_x, e_y, V_x, V_y)
};

/// e [m], |e| < C; V [m/s].
FilmForce film_force(const JournalFilm& film, const Eigen::Vector2d& e, const Eigen::Vector2d& squeeze);

/// |W| = (C/R)^3 F_L/(2 mu L V), the dimensionless impedance of a force.
double impedance(const JournalFilm& film, double force, double squeeze_speed);

}  // namespace trunnion
