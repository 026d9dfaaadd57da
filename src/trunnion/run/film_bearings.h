#pragma once
// run/film_bearings.h -- [[bearing]] tables of films by Reynolds' equation to films and forces.

#include <memory>

#include "trunnion/lubrication/bearing_film.h"
#include "trunnion/run/build_mechanism.h"

namespace trunnion {

/// The film with its grid, feeds, oil and faces.
BearingFilm bearing_film(const BearingInput& in);

/// Between rigid faces.
std::shared_ptr<const MarkerForce> film_law(const BearingInput& in);

/// Adds the film to the mechanism: between the two markers, or on the bodies where faces deform.
void add_film(const BearingInput& in, const MarkerPair& pair, BuiltMechanism& built);

}  // namespace trunnion
