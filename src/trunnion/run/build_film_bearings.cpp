#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/forces/film_bearing_force.h"
#include "trunnion/forces/flexible_film_force.h"
#include "trunnion/run/film_bearings.h"

namespace trunnion {

namespace {

constexpr double turn = 2 * std::numbers::pi;
constexpr double thrust_guard = 0.2e-6;  // [m]

std::vector<FilmFeed> feeds_of(const FilmBearingInput& in) {
  std::vector<FilmFeed> feeds;
  for (int k = 0; k < in.grooves; ++k)
    feeds.push_back({.name = "groove",
                     .along = in.groove_start + k * turn / in.grooves,
                     .along_width = in.groove_width,
                     .pressure = in.ambient + in.groove_pressure});
  for (const FilmFeedInput& f : in.feeds)
    feeds.push_back({f.name, f.angle, f.width, f.axial, f.axial_width, f.diameter, in.ambient + f.pressure});
  return feeds;
}

Oil oil_of(const BearingInput& in) {
  const FilmBearingInput& f = in.film;
  Oil oil;
  if (f.oil_grade)
    oil = oil_of_grade({*f.oil_grade, f.viscosity_index, f.oil_density}, *f.temperature);
  else {
    oil.viscosity = in.journal.viscosity;
    oil.density = f.oil_density;
  }
  oil.pressure_coefficient = f.pressure_coefficient;
  oil.bulk_modulus = f.bulk_modulus;
  return oil;
}

// Where the flat part of each pad begins: nodes belong there too.
std::vector<double> land_edges(const FilmBearingInput& in) {
  std::vector<double> out;
  if (in.taper == 0) return out;
  const double pad = turn / in.grooves - in.groove_width, slope = (1 - in.taper_land) * pad;
  for (int k = 0; k < in.grooves; ++k) {
    const double groove = in.groove_start + k * turn / in.grooves, begin = groove + 0.5 * in.groove_width;
    out.push_back(in.taper_at_high_angle ? begin + pad - slope : begin + slope);
  }
  return out;
}

FilmGrid grid_of(const BearingInput& in, const std::vector<FilmFeed>& feeds) {
  const FilmBearingInput& f = in.film;
  std::vector<double> around = edges_along(feeds);
  for (const double e : land_edges(f)) around.push_back(e);
  const VectorXd angles = fitted_angles(around, f.around);
  if (in.type == BearingType::thrust)
    return annulus_grid(
        angles, fitted_radii(0.5 * f.inner_diameter, 0.5 * f.outer_diameter, edges_across(feeds), f.across - 1));
  const double half = 0.5 * in.journal.length;
  return cylinder_grid(0.5 * in.journal.diameter, angles, fitted_nodes(-half, half, edges_across(feeds), f.across - 1));
}

// Depth over the land: the taper of every pad, its full depth in the grooves.
VectorXd profile_of(const FilmBearingInput& in, const FilmGrid& grid) {
  VectorXd out = VectorXd::Zero(grid.size());
  if (in.taper == 0) return out;
  const double pitch = turn / in.grooves, pad = pitch - in.groove_width;
  for (Index i = 0; i < grid.columns(); ++i) {
    double s = std::fmod(grid.along[i] - in.groove_start - 0.5 * in.groove_width, pitch);
    if (s < -1e-9) s += pitch;
    s /= pad;  // 0 to 1 on the pad, beyond in the groove
    if (s > 1 + 1e-9) s = in.taper_at_high_angle ? 1 : 0;
    if (in.taper_at_high_angle) s = 1 - s;
    out.segment(grid.at(i, 0), grid.rows()).setConstant(in.taper * std::max(0.0, 1 - s / (1 - in.taper_land)));
  }
  return out;
}

Rupture rupture_named(const std::string& name) {
  if (name == "reynolds") return Rupture::reynolds;
  return name == "none" ? Rupture::none : Rupture::conserving;
}

FilmShape shape_of(const BearingInput& in) {
  return in.type == BearingType::journal ? FilmShape::journal : FilmShape::thrust;
}

// The face of a body in the film; an ideal one where no surface is named.
FilmSurface surface_of(const BearingInput& in, const std::string& name, const Marker& marker, bool housing,
                       const FilmGrid& grid, const BuiltMechanism& b) {
  if (name.empty()) return {};
  const char* key = housing ? "housing_surface" : "shaft_surface";
  const std::string body = marker.body < 0 ? "ground" : b.mechanism.bodies[marker.body].name;
  const auto reduced = b.reduced.find(body);
  if (reduced == b.reduced.end())
    throw InputError(in.where,
                     fmt::format("bearing '{}': {} = \"{}\", but '{}' is no flexible body", in.name, key, name, body));
  const std::vector<NodeRows>& known = reduced->second->surfaces;
  const auto found = std::find_if(known.begin(), known.end(), [&](const NodeRows& s) { return s.name == name; });
  const bool deforms = b.mechanism.bodies[marker.body].num_modes() > 0;
  if (found == known.end() && !deforms) return {};  // rigid, and where its nodes lie is not known
  if (found == known.end()) {
    std::vector<std::string> names;
    for (const NodeRows& s : known) names.push_back(s.name);
    throw InputError(
        in.where,
        fmt::format("bearing '{}': {} = \"{}\" is not among the surfaces of '{}' ({}); add it to its "
                    "reduction.surfaces",
                    in.name, key, name, body, names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
  }
  const SurfaceRule rule = in.film.interpolation == "linear"            ? SurfaceRule::linear
                           : in.film.interpolation == "fritsch-butland" ? SurfaceRule::fritsch_butland
                                                                        : SurfaceRule::spline;
  return film_surface(shape_of(in), *found, marker, grid,
                      {rule, in.film.tension, housing != in.film.grid_on_shaft, in.film.bilinear, in.film.ideal_shape,
                       deforms, in.film.grid_on_shaft});
}

}  // namespace

BearingFilm bearing_film(const BearingInput& in) {
  const FilmBearingInput& f = in.film;
  BearingFilm out;
  out.name = in.name;
  out.feeds = feeds_of(f);
  Roughness rough;
  if (!f.roughness.empty()) {  // face 1 is the one with the grid
    const std::size_t gridded = f.grid_on_shaft ? 0 : 1;
    rough = {f.roughness[gridded], f.roughness[1 - gridded], f.roughness_pattern};
  }
  out.film = make_film(in.name, grid_of(in, out.feeds), out.feeds, {.pressure = f.ambient}, oil_of(in), rough,
                       rupture_named(f.rupture));
  out.profile = profile_of(f, out.film.grid);
  if (f.contact_modulus)
    out.asperities = {rough.sigma(), f.asperity_density, f.asperity_slenderness, *f.contact_modulus};
  const double usual = in.type == BearingType::journal ? 0.01 * in.journal.clearance : thrust_guard;
  out.guard = f.guard.value_or(std::max(usual, 0.5 * rough.sigma()));
  out.touching = f.contact_pressure;
  out.stop_on_contact = in.journal.stop_on_contact;
  out.boundary_friction = in.journal.contact_friction;
  if (f.solver == "over-relaxation") out.options.method = FilmOptions::Method::over_relaxation;
  return out;
}

std::shared_ptr<const MarkerForce> film_law(const BearingInput& in) {
  return std::make_shared<FilmBearingForce>(shape_of(in), bearing_film(in), in.journal.clearance);
}

void add_film(const BearingInput& in, const MarkerPair& pair, BuiltMechanism& b) {
  Mechanism& m = b.mechanism;
  const std::string type = in.type == BearingType::journal ? "journal-bearing" : "thrust-bearing";
  FlexibleFilmForce::Data data;
  data.shape = shape_of(in);
  data.film = bearing_film(in);
  data.clearance = in.journal.clearance;
  data.I = m.markers[pair.I];
  data.J = m.markers[pair.J];
  data.surface_I = surface_of(in, in.film.shaft_surface, data.I, false, data.film.film.grid, b);
  data.surface_J = surface_of(in, in.film.housing_surface, data.J, true, data.film.film.grid, b);
  if (in.film.grid_on_shaft) {
    data.reversed = true;
    std::swap(data.I, data.J);
    std::swap(data.surface_I, data.surface_J);
  } else if (data.surface_I.ideal() && data.surface_J.ideal()) {
    m.marker_forces.push_back({in.name, type, pair.I, pair.J, film_law(in), "bearing"});
    return;
  }
  std::vector<Index> bodies;
  for (auto [marker, place] : {std::pair{&data.I, &data.body_I}, std::pair{&data.J, &data.body_J}})
    if (marker->body >= 0) {
      *place = static_cast<Index>(bodies.size());
      bodies.push_back(marker->body);
    }
  if (bodies.size() == 2 && bodies[0] == bodies[1])
    throw InputError(in.where, fmt::format("bearing '{}': both of its faces belong to one body", in.name));
  m.body_forces.push_back({in.name, type, std::move(bodies), std::make_shared<FlexibleFilmForce>(std::move(data)),
                           "bearing", pair.I, pair.J});
}

}  // namespace trunnion
