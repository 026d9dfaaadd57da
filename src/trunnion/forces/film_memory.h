#pragma once
// forces/film_memory.h -- how the memory of a film lies in the history of its element, and what a step adds to it.
//   [ sums and extremes (film_fields() names them), then per node: fill, content, pressure, gap, squeeze ]
// Oil not explained, of all control volumes:  growth of their content - what flowed in over the edges and from feeds.
// What flows into cells that stay full is integrated by the trapezoidal rule, since they take their squeeze from a rate
// (order two); cells that are or were broken up keep account of their oil, exactly  (theory/lubrication.md, Eq. 13.1 to
// 13.3).

#include <limits>

#include "trunnion/forces/force.h"
#include "trunnion/forces/gap_coordinates.h"
#include "trunnion/lubrication/bearing_film.h"

namespace trunnion {

/// Nothing known yet: the film will be taken for full.
History no_film_memory(Index nodes);

/// What the film of `nodes` nodes left, for a step of this length [s].
FilmPast film_past(const History& memory, Index nodes, double step);

/// After a step that ends at t (or a stage without time, step = 0) with this wrench on the shaft, axes of the housing.
History next_film_memory(const BearingFilm& bearing, const BearingFilmState& state, const Vector6d& wrench,
                         const History& memory, double t, double step);

/// Why a run ends here where the user wants that of a film that is used up; else empty.
std::string film_stop(const BearingFilm& bearing, const BearingFilmState& state);

/// A step as far as extremes of a run are concerned.
struct FilmStep {
  double force = 0, axial = 0;            ///< |F|, F_z on the shaft [N]
  double least_gap = 0;                   ///< [m]
  double pressure = 0, oil_pressure = 0;  ///< peaks above the surroundings, with contact and without [Pa]
};

bool film_known(const History& memory);
FilmStep film_step(const History& memory);

/// Faces that came nearer than the guard film.
struct FilmTouch {
  double first = std::numeric_limits<double>::quiet_NaN();    ///< when [s]; NaN: never
  double deepest = std::numeric_limits<double>::quiet_NaN();  ///< when the gap was smallest [s]
  double gap = 0;                                             ///< then [m]
  Index node = 0;                                             ///< where
  double contact_share = 0;                                   ///< largest share of the load carried by contact
  bool happened() const { return first == first; }
};

/// Fields of the last accepted step, for pictures, and what happened up to it.
struct FilmFields {
  bool known = false;
  VectorXd pressure, gap, theta;  ///< pressure above the surroundings, contact included [Pa], [m], fill ratio
  VectorXd contact;               ///< what of it asperities or the guard carry [Pa]
  double passed = 0;              ///< half the sum of what flowed in and out over all edges and feeds [m^3]
  double brought = 0;             ///< net inflow over them [m^3]
  double unexplained = 0;         ///< growth of the content less that [m^3]
  double most_unexplained = 0;    ///< largest |unexplained| so far [m^3]
  double reynolds_number = 0;     ///< largest so far
  bool starved = false;           ///< a steady film that too little oil reaches; it was followed from full
  FilmStep step;
  FilmTouch touch;
};
FilmFields film_fields(const BearingFilm& bearing, const History& memory);

/// What time means in a stage of this kind.
FilmTime film_time(const StepContext& at);

/// Force and place of the shaft, axes of the housing.
void add_wrench_outputs(FilmShape shape, const Vector6d& wrench, const RelativeMotion& motion, double clearance,
                        const VectorXd& gap_coordinates, NamedOutputs& out);

/// Outputs that all film bearings share; `friction`: moment of shear and contact on the shaft.
void add_film_outputs(const BearingFilm& bearing, const BearingFilmState& state, const FilmFields& memory,
                      double friction, double power, NamedOutputs& out);

}  // namespace trunnion
