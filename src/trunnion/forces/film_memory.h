#pragma once
// forces/film_memory.h -- how the memory of a film lies in the history of its element, and what a step adds to it.
//   [ known, oil that passed, oil not explained (both m^3), peak Reynolds number, fill, content, pressure, gap ]
// Oil not explained: of cells that were or are broken up, growth of their content less what flowed in.

#include "trunnion/forces/force.h"
#include "trunnion/forces/gap_coordinates.h"
#include "trunnion/lubrication/bearing_film.h"

namespace trunnion {

/// Nothing known yet: the film will be taken for full.
History no_film_memory(Index nodes);

/// What the film of `nodes` nodes left, for a step of this length [s].
FilmPast film_past(const History& memory, Index nodes, double step);

/// After a step (or a stage without time, step = 0).
History next_film_memory(const BearingFilm& bearing, const BearingFilmState& state, const History& memory, double step);

/// Fields of the last accepted step, for pictures.
struct FilmFields {
  bool known = false;
  VectorXd pressure, gap, theta;       ///< pressure above the surroundings, contact included [Pa], [m], fill ratio
  VectorXd contact;                    ///< what of it asperities or the guard carry [Pa]
  double passed = 0, unexplained = 0;  ///< [m^3]
  double reynolds_number = 0;          ///< largest so far
};
FilmFields film_fields(const BearingFilm& bearing, const History& memory);

/// What time means in a stage of this kind.
FilmTime film_time(const StepContext& at);

/// Force and place of the shaft, axes of the housing.
void add_wrench_outputs(FilmShape shape, const Vector6d& wrench, const RelativeMotion& motion, double clearance,
                        const VectorXd& gap_coordinates, NamedOutputs& out);

/// Outputs that all film bearings share.
void add_film_outputs(const BearingFilm& bearing, const BearingFilmState& state, const FilmFields& memory, double power,
                      NamedOutputs& out);

}  // namespace trunnion
