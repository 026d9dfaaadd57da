#include "trunnion/model/two_faces.h"

#include <fmt/format.h>

#include <algorithm>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

bool named(const auto& list, const std::string& name) {
  return std::any_of(list.begin(), list.end(), [&](const auto& entry) { return entry.name == name; });
}

/// Adds the marker with z reversed and x kept; its name. Interfaces and bodies are markers, too. A name that is unknown
/// stays, to be told where the bearing is built.
std::string reversed(Model& model, const std::string& marker, const SourceLocation& where) {
  MarkerInput out;
  const auto found =
      std::find_if(model.markers.begin(), model.markers.end(), [&](const MarkerInput& m) { return m.name == marker; });
  const std::string body = marker.substr(0, marker.find('.'));
  if (found != model.markers.end()) {
    out = *found;
  } else if (named(model.flexible_bodies, body) || named(model.rigid_bodies, body) || body == "ground") {
    out.body = body;
    if (body != marker) out.interface = marker.substr(body.size() + 1);
    out.where = where;
  } else {
    return marker;
  }
  out.name = marker + ", reversed";
  out.z = -out.z;
  if (!named(model.markers, out.name)) model.markers.push_back(out);
  return out.name;
}

BearingInput side(const BearingInput& both, int number) {
  BearingInput out = both;
  out.name = fmt::format("{} {}", both.name, number);
  out.film.faces = 1;
  out.film.play.reset();
  out.film.other_side.clear();
  if (both.film.play) out.journal.clearance = 0.5 * *both.film.play;
  if (number == 1) return out;
  FilmBearingInput& film = out.film;
  film.groove_start = -film.groove_start;
  for (FilmFeedInput& feed : film.feeds) feed.angle = -feed.angle;
  film.taper_at_high_angle = !film.taper_at_high_angle;
  film.shaft_surface = both.film.other_shaft_surface;
  film.housing_surface = both.film.other_housing_surface;
  return out;
}

}  // namespace

void split_two_faced_bearings(Model& model) {
  std::vector<BearingInput> bearings;
  for (const BearingInput& both : model.bearings) {
    if (both.film.faces != 2) {
      bearings.push_back(both);
      continue;
    }
    BearingInput first = side(both, 1), second = side(both, 2);
    second.between = both.film.other_side;
    if (second.between.empty())
      for (const std::string& marker : both.between) second.between.push_back(reversed(model, marker, both.where));
    for (const BearingInput* one : {&first, &second})
      if (named(model.bearings, one->name))
        throw InputError(both.where, fmt::format("bearing '{}' has two faces and needs the name '{}' for one of them, "
                                                 "which is taken",
                                                 both.name, one->name));
    for (const auto& [what, curve, formula] :
         {std::tuple{"axial force", "fz", "a - b"}, {"power loss", "power_loss", "a + b"}})
      if (const std::string name = fmt::format("{} {}", both.name, what); !named(model.channels, name))
        model.channels.push_back({name,
                                  {{"a", fmt::format("bearing.{}.{}", first.name, curve)},
                                   {"b", fmt::format("bearing.{}.{}", second.name, curve)}},
                                  formula,
                                  both.where});
    bearings.push_back(std::move(first));
    bearings.push_back(std::move(second));
  }
  model.bearings = std::move(bearings);
}

}  // namespace trunnion
