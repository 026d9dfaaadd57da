#include "trunnion/run/film_warnings.h"

#include <fmt/format.h>

#include "trunnion/run/marker_frame.h"

namespace trunnion {
namespace {

constexpr double oil_carries_nothing = 0.99;  // share of the load carried by contact
constexpr double worth_telling = 1e-3;        // of the clearance: shapes that are left out

// A shape of the mesh that is left out, or leaves no room for a film.
std::string shape_warning(const FilmElement& film, const FilmSurface& face, double room) {
  if (!face.meshed() || !(face.high - face.low > no_shape)) return {};
  const bool journal = film.faces->shape == FilmShape::journal;
  const std::string where =
      fmt::format("bearing '{}': undeformed nodes of '{}' lie {:.3g} to {:+.3g} um off their mean {}", film.name,
                  face.name, 1e6 * face.low, 1e6 * face.high, journal ? "cylinder" : "plane");
  const double closes = std::max(-face.sign * face.low, -face.sign * face.high);
  if (face.shape.isZero(0))
    return face.high - face.low < worth_telling * room
               ? ""
               : where + ", which shape = \"ideal\" leaves out; shape = \"mesh\" counts it";
  // Faces that begin in touch, or in each other, do so with any shape.
  if (!(room > 0 && closes > room)) return {};
  return fmt::format(
      "{}, more than the {} of {:.3g} um: is the mesh about the axis of its marker, and fine enough? "
      "shape = \"ideal\" takes the face as {}",
      where, journal ? "clearance" : "gap at the start", 1e6 * room, journal ? "round" : "flat");
}

}  // namespace

std::vector<std::string> film_warnings(const FilmElement& film, const FilmFields& last, bool over_time) {
  std::vector<std::string> out;
  const BearingFilm& b = *film.film;
  const std::string who = fmt::format("bearing '{}'", film.name), place = place_of(b.film.grid, last.touch.node);
  if (last.starved && !over_time)
    out.push_back(
        fmt::format("{}: too little oil reaches the film for a steady state of its own; it was followed from "
                    "a full one, and shows what is left of that",
                    who));
  if (!last.touch.happened()) return out;
  const std::string when = over_time ? fmt::format("first at {:.6g} s, thinnest at {:.6g} s: {:.3g} um at {}",
                                                   last.touch.first, last.touch.deepest, 1e6 * last.touch.gap, place)
                                     : fmt::format("{:.3g} um at {}", 1e6 * last.touch.gap, place);
  const char* carrier = b.asperities.none() ? "the guard" : "rough faces in contact";
  out.push_back(
      fmt::format("{}: the film was used up, thinner than {:.3g} um ({}); {} carried up to {:.3g} % of the load", who,
                  1e6 * b.guard, when, carrier, 100 * last.touch.contact_share));
  if (last.touch.contact_share > oil_carries_nothing && !over_time)
    out.push_back(
        fmt::format("{}: its oil carries next to nothing: too little of it reaches the film (feeds, "
                    "ambient_pressure), or nothing draws it into a narrowing gap (speed)",
                    who));
  return out;
}

double room_of(const FilmElement& film, const Mechanism& mechanism, const Configuration& x) {
  if (film.faces->shape == FilmShape::journal) return film.faces->clearance;
  const FrameMotion I = marker_frame(mechanism, x, film.faces->I), J = marker_frame(mechanism, x, film.faces->J);
  return film.faces->clearance + (film.faces->reversed ? -1 : 1) * (I.r - J.r).dot(J.R.col(2));
}

std::vector<std::string> face_warnings(const FilmElement& film, double room) {
  if (!film.faces) return {};
  std::vector<std::string> out;
  if (film.faces->surface_I.lumping || film.faces->surface_J.lumping)
    out.push_back(
        fmt::format("bearing '{}': force_transfer = \"bilinear\" does not conserve work: what the film gives is not "
                    "what its faces take, and balances of energy are off by that",
                    film.name));
  for (const FilmSurface* face : {&film.faces->surface_I, &film.faces->surface_J})
    if (std::string sentence = shape_warning(film, *face, room); !sentence.empty()) out.push_back(std::move(sentence));
  return out;
}

}  // namespace trunnion
