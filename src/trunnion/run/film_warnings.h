#pragma once
// run/film_warnings.h -- what a user has to know of the films of a stage.

#include "trunnion/run/film_pictures.h"

namespace trunnion {

/// Films that did not carry alone, up to these fields.
std::vector<std::string> film_warnings(const FilmElement& film, const FilmFields& last, bool over_time);

/// Room between the mean faces [m]: of journals their clearance, of thrust bearings where their markers are.
double room_of(const FilmElement& film, const Mechanism& mechanism, const Configuration& x);

/// Faces on meshes: forces that lose work, shapes that are left out or larger than the room there is at the start.
std::vector<std::string> face_warnings(const FilmElement& film, double room);

}  // namespace trunnion
