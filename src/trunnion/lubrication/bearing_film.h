#pragma once
// lubrication/bearing_film.h -- the film of a bearing with all that acts on its faces: oil, asperities, shear.
//   load of a node  P = area (p - p_a + p_c),   moment on face 2 about the axis  T = T_shear - sum mu_b p_c area r sgn
// for a gap, its rate and the spin of face 2 against face 1, on which the grid rides    (theory/lubrication.md, 11)

#include "trunnion/lubrication/asperities.h"
#include "trunnion/lubrication/film_results.h"

namespace trunnion {

struct BearingFilm {
  std::string name;
  Film film;
  std::vector<FilmFeed> feeds;
  VectorXd profile;              ///< added to the gap of every node [m]: pads, tapers, out-of-roundness of face 1
  Asperities asperities;         ///< none: the guard carries
  double guard = 0;              ///< h_c [m], > 0: below it gaps are held
  double touching = 50e6;        ///< pressure of smooth faces where they touch [Pa]
  double boundary_friction = 0;  ///< mu_b
  double friction_speed = 1e-2;  ///< [m/s]
  bool stop_on_contact = false;  ///< a run ends where a gap falls below the guard
  FilmOptions options;
};

/// Throws InputError naming the bearing.
void validate(const BearingFilm& bearing);

/// Where the film stands in time.
enum class FilmTime {
  steady,   ///< nothing changes
  instant,  ///< fill as it was left, no time has passed
  step      ///< a step after what was left
};

struct BearingFilmState {
  FilmMotion motion;    ///< with held gaps
  VectorXd gap;         ///< with profile, not held [m]
  VectorXd hold, bend;  ///< dh_f/dh, and d(dh_f/dt)/dh
  FilmSolution solution;
  VectorXd contact, contact_slope;  ///< p_c [Pa], [Pa/m]
  VectorXd load;                    ///< P [N]
  double moment = 0;                ///< T [N m] on face 2
  double rubbing = 0;               ///< what of it contact adds [N m]
  double face_1_moment = 0;         ///< shear on face 1 [N m]
};

/// `gap` without profile [m], `rate` [m/s], `spin` [rad/s]; `past` is not read in steady films. The state is also the
/// start of the iteration. Throws SolveError naming the bearing, the place and the reason when the film finds no
/// answer.
void solve_bearing_film(const BearingFilm& bearing, const VectorXd& gap, const VectorXd& rate, double spin,
                        FilmTime time, const FilmPast& past, BearingFilmState& state);

/// Directions of gap, rate (nodes x m) and spin (m): change of loads (nodes x m) and of the moment (m).
struct BearingFilmChange {
  RowMatrixXd load;
  Eigen::RowVectorXd moment;
};
BearingFilmChange bearing_film_change(const BearingFilm& bearing, BearingFilmState& state, const RowMatrixXd& gap,
                                      const RowMatrixXd& rate, const Eigen::RowVectorXd& spin);

/// Pressure of asperities, or of the guard between smooth faces, at these gaps (with profile); none in feeds [Pa].
VectorXd contact_pressures(const BearingFilm& bearing, const VectorXd& gap);

/// What reports show.
struct BearingFilmFigures {
  double least_gap = 0;      ///< [m]
  double peak_pressure = 0;  ///< above the surroundings [Pa]
  double flow = 0;           ///< oil that passes [m^3/s]
  double supplied = 0;       ///< by feeds [m^3/s]
  double broken_share = 0;   ///< of the area
  double contact_force = 0;  ///< [N]
  double reynolds_number = 0;
};
BearingFilmFigures figures_of(const BearingFilm& bearing, const BearingFilmState& state);

/// "at 34 degrees, 12 mm": where node k is, for messages.
std::string place_of(const FilmGrid& grid, Index node);

}  // namespace trunnion
