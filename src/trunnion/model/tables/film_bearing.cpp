#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/model/tables/bearing.h"
#include "trunnion/model/tables/measure.h"

namespace trunnion {

namespace {

using B = BearingInput;
using F = FilmBearingInput;

const std::vector<std::string> films{"journal", "thrust"};

template <class Member>
auto film(Member F::*member) {
  return [member](B& b) -> Member& { return b.film.*member; };
}

TableSchema<FilmFeedInput> feed_table() {
  using I = FilmFeedInput;
  TableSchema<I> table("feed", "A groove, pocket or hole through which oil comes into a film, or leaves it.");
  table.text("name", &I::name, "For tables and messages.")
      .fallback("feed")
      .quantity("angle", Kind::angle, &I::angle, "Of its middle, from x of the housing marker.")
      .fallback("0 deg")
      .quantity("width", Kind::angle, &I::width, "Angle it covers; all around if not given.")
      .positive()
      .quantity("axial", Kind::length, &I::axial, "Of its middle along the axis; thrust: its radius.")
      .fallback("0 m")
      .quantity("axial_width", Kind::length, &I::axial_width, "Along the axis, or radial; everywhere if not given.")
      .positive()
      .quantity("diameter", Kind::length, &I::diameter, "Of a round hole, instead of widths.")
      .positive()
      .quantity("pressure", Kind::pressure, &I::pressure, "Above the surroundings.")
      .fallback("0 Pa");
  return table;
}

void add_shape_keys(TableSchema<B>& table) {
  const std::vector<std::string> only{"thrust"};
  table
      .integer("faces", film(&F::faces),
               "2: a film on either side, of a collar between two washers or a wall between two collars. They are "
               "recorded as 'NAME 1' and 'NAME 2', what both carry as channels 'NAME axial force' (along z of the "
               "first) and 'NAME power loss'; the second one is mirrored, with its grooves and pads.")
      .fallback("1")
      .at_least(1)
      .only_for(only)
      .quantity(
          "play", Kind::length, film(&F::play),
          "Two faces: way from one side to the other, half of it on each where the markers coincide. Leave it out "
          "where markers stand in the faces themselves: gaps are then those between them, plus clearance.")
      .positive()
      .only_for(only)
      .texts("other_side", film(&F::other_side),
             "Two faces: markers of collar and washer of the second one, x as those of the first and z opposite; those "
             "of the first turned round if not given.")
      .only_for(only)
      .text("other_shaft_surface", film(&F::other_shaft_surface), "Two faces: as shaft_surface, of the second one.")
      .only_for(only)
      .text("other_housing_surface", film(&F::other_housing_surface),
            "Two faces: as housing_surface, of the second one.")
      .only_for(only)
      .quantity("inner_diameter", Kind::length, film(&F::inner_diameter), "Of the faces.")
      .positive()
      .only_for(only)
      .quantity("outer_diameter", Kind::length, film(&F::outer_diameter), "Of the faces.")
      .positive()
      .only_for(only)
      .integer("grooves", film(&F::grooves), "Film: equal grooves across it, evenly around.")
      .fallback("0")
      .at_least(0)
      .only_for(films)
      .quantity("groove_width", Kind::angle, film(&F::groove_width), "Angle each of them covers.")
      .positive()
      .only_for(films)
      .quantity("groove_start", Kind::angle, film(&F::groove_start), "Middle of the first one.")
      .fallback("0 deg")
      .only_for(films)
      .quantity("groove_pressure", Kind::pressure, film(&F::groove_pressure), "In the grooves, above the surroundings.")
      .fallback("0 Pa")
      .only_for(films)
      .quantity("taper", Kind::length, film(&F::taper), "How much deeper a pad begins than it ends.")
      .fallback("0 m")
      .not_negative()
      .only_for(only)
      .number("taper_land", film(&F::taper_land), "Share of a pad at its end that is flat.")
      .fallback("0.25")
      .between(-1e-12, 1)
      .only_for(only)
      .choice<bool>("taper_inlet", film(&F::taper_at_high_angle), {{"low-angle", false}, {"high-angle", true}},
                    "Side of a pad that the collar meets first: low-angle where it turns about +z.")
      .fallback("low-angle")
      .only_for(only)
      .tables("feed", film(&F::feeds), feed_table(), "Film: grooves, pockets and holes one by one.")
      .only_for(films);
}

void add_oil_keys(TableSchema<B>& table) {
  table.number("oil_grade", film(&F::oil_grade), "Film: ISO VG, with 'temperature', instead of viscosity.")
      .positive()
      .only_for(films)
      .quantity("temperature", Kind::temperature, film(&F::temperature), "Of the oil in the film.")
      .only_for(films)
      .number("viscosity_index", film(&F::viscosity_index), "Of the grade, ASTM D2270.")
      .fallback("95")
      .not_negative()
      .only_for(films)
      .quantity("oil_density", Kind::density, film(&F::oil_density),
                "At 15 degC; for a grade and for Reynolds' number.")
      .fallback("870 kg/m^3")
      .positive()
      .only_for(films)
      .quantity("pressure_coefficient", Kind::pressure_coefficient, film(&F::pressure_coefficient),
                "Film: growth of the logarithm of viscosity with pressure (Roelands); none if not given.")
      .positive()
      .only_for(films)
      .quantity("bulk_modulus", Kind::pressure, film(&F::bulk_modulus),
                "Film: of the oil; incompressible if not given.")
      .positive()
      .only_for(films)
      .quantity("ambient_pressure", Kind::pressure, film(&F::ambient),
                "Film: of the surroundings above that of cavitation; 0: no suction at all.")
      .fallback("100 kPa")
      .not_negative()
      .only_for(films)
      .choice<std::string>(
          "rupture", film(&F::rupture), {{"conserving", "conserving"}, {"reynolds", "reynolds"}, {"none", "none"}},
          "Film: conserving: breaks up into streamers, oil is kept account of; reynolds: ends where the pressure "
          "gradient vanishes; none: negative pressures stay.")
      .fallback("conserving")
      .only_for(films);
}

void add_grid_keys(TableSchema<B>& table) {
  table.integer("nodes_around", film(&F::around), "Film: of the grid, fitted to edges of grooves.")
      .fallback("120")
      .at_least(12)
      .only_for(films)
      .integer("nodes_across", film(&F::across), "Film: of the grid; at most 200 000 nodes in all.")
      .fallback("11")
      .at_least(3)
      .only_for(films)
      .choice<std::string>("film_solver", film(&F::solver),
                           {{"newton", "newton"}, {"over-relaxation", "over-relaxation"}},
                           "Film: newton: exact to rounding; over-relaxation: for comparison.")
      .fallback("newton")
      .only_for(films);
}

void add_surface_keys(TableSchema<B>& table) {
  table
      .list("roughness", Kind::length, film(&F::roughness),
            "Film: root mean squares of shaft and housing; smooth if "
            "not given.",
            2)
      .only_for(films)
      .number("roughness_pattern", film(&F::roughness_pattern),
              "Length of asperities along the motion over that across: 1/9, 1/6, 1/3, 1, 3, 6 or 9.")
      .fallback("1")
      .positive()
      .only_for(films)
      .quantity("contact_modulus", Kind::pressure, film(&F::contact_modulus),
                "Of rough faces in contact, 1/E' = sum (1 - nu^2)/E; needs roughness. Without it a guard carries.")
      .positive()
      .only_for(films)
      .number("asperity_density", film(&F::asperity_density),
              "Roughness times radius of asperities times their number per area.")
      .fallback("0.04")
      .positive()
      .only_for(films)
      .number("asperity_slenderness", film(&F::asperity_slenderness), "Roughness over radius of asperities.")
      .fallback("0.001")
      .positive()
      .only_for(films)
      .quantity(
          "guard_film", Kind::length, film(&F::guard),
          "Film: gaps below are held and a contact carries; a hundredth of the clearance, thrust 0.2 um, half the "
          "roughness if that is more.")
      .positive()
      .only_for(films)
      .quantity("contact_pressure", Kind::pressure, film(&F::contact_pressure),
                "Film: pressure of the guard where smooth faces touch.")
      .fallback("50 MPa")
      .positive()
      .only_for(films);
}

void add_flexible_keys(TableSchema<B>& table) {
  table
      .text("shaft_surface", film(&F::shaft_surface),
            "Film: surface of the shaft's flexible body that deforms in it, one of its reduction.surfaces.")
      .only_for(films)
      .text("housing_surface", film(&F::housing_surface), "The same of the housing's flexible body.")
      .only_for(films)
      .choice<std::string>(
          "interpolation", film(&F::interpolation),
          {{"spline", "spline"}, {"fritsch-butland", "fritsch-butland"}, {"linear", "linear"}},
          "From rings of surface nodes to the film; nodes that lie anywhere go by moving least squares. "
          "fritsch-butland: never overshoots, but is not linear in the nodes.")
      .fallback("spline")
      .only_for(films)
      .number("tension", film(&F::tension), "Of the spline; 0: cubic, more: towards the polygon, less accurate.")
      .fallback("0")
      .not_negative()
      .only_for(films)
      .choice<bool>(
          "grid_on", film(&F::grid_on_shaft), {{"housing", false}, {"shaft", true}},
          "Film: which of the two carries the grid, and with it grooves, pads and feeds, whose angles count from x of "
          "its marker. shaft: a hole drilled in a crankpin, pads on a collar; for stages in time.")
      .fallback("housing")
      .only_for(films)
      .choice<bool>(
          "force_transfer", film(&F::bilinear), {{"conjugate", false}, {"bilinear", true}},
          "How pressures go to the nodes of rings. conjugate: exactly the work of the film; bilinear: shares of "
          "the four nodes around, does not conserve work, for comparison.")
      .fallback("conjugate")
      .only_for(films)
      .choice<bool>(
          "shape", film(&F::ideal_shape), {{"mesh", false}, {"ideal", true}},
          "Of shaft_surface and housing_surface before they deform. mesh: as their nodes lie, out of round or out of "
          "plane; 'clearance' is that of the mean faces. ideal: round and flat, what meshes have beyond that is told.")
      .fallback("mesh")
      .only_for(films);
}

}  // namespace

void add_film_keys(TableSchema<B>& table) {
  add_flexible_keys(table);
  add_shape_keys(table);
  add_oil_keys(table);
  add_grid_keys(table);
  add_surface_keys(table);
}

namespace {

void check_faces(const B& b) {
  const F& f = b.film;
  if (f.faces > 2)
    throw InputError(fmt::format("faces = {}: a thrust bearing has 1 or 2; more collars are more bearings", f.faces));
  if (f.faces == 2) {
    if (f.play && b.journal.clearance > 0)
      throw InputError("give either 'play', of both faces together, or 'clearance', of each");
    if (!f.other_side.empty()) check_pair(f.other_side);
    return;
  }
  for (const auto& [given, key] : {std::pair{f.play.has_value(), "play"},
                                   {!f.other_side.empty(), "other_side"},
                                   {!f.other_shaft_surface.empty(), "other_shaft_surface"},
                                   {!f.other_housing_surface.empty(), "other_housing_surface"}})
    if (given) throw InputError(fmt::format("'{}' belongs to a bearing with faces = 2", key));
}

}  // namespace

void check_film(const B& b) {
  const F& f = b.film;
  if (b.type == BearingType::thrust && !(f.inner_diameter > 0 && f.outer_diameter > f.inner_diameter))
    throw InputError("a thrust bearing needs 'inner_diameter' and a larger 'outer_diameter'");
  check_faces(b);
  if ((b.journal.viscosity > 0) == f.oil_grade.has_value())
    throw InputError("a film needs either 'viscosity', or 'oil_grade' and 'temperature'");
  if (f.oil_grade.has_value() != f.temperature.has_value())
    throw InputError("'oil_grade' and 'temperature' belong together");
  if ((f.grooves > 0) != (f.groove_width > 0))
    throw InputError("'grooves' need a 'groove_width', and only grooves have one");
  if (f.grooves > 0 && !(f.grooves * f.groove_width < 2 * std::numbers::pi))
    throw InputError(
        fmt::format("{} grooves of {:.4g} degrees leave no pads", f.grooves, f.groove_width * 180 / std::numbers::pi));
  constexpr double most_nodes = 2e5;  // factors take a gigabyte
  if (double(f.around) * f.across > most_nodes)
    throw InputError(
        fmt::format("nodes_around = {} times nodes_across = {} make {:.3g} nodes, at most {:.0f} are allowed", f.around,
                    f.across, double(f.around) * f.across, most_nodes));
  if (f.grooves > f.around)
    throw InputError(fmt::format("{} grooves need as many nodes_around, {} are given", f.grooves, f.around));
  if (f.taper > 0 && f.grooves == 0) throw InputError("a 'taper' needs pads: give 'grooves'");
  if (f.contact_modulus && f.roughness.empty()) throw InputError("'contact_modulus' needs 'roughness'");
  for (const FilmFeedInput& feed : f.feeds)
    if (feed.diameter > 0 && (feed.width > 0 || feed.axial_width > 0))
      throw InputError(fmt::format("feed '{}': a round hole has a diameter and no widths", feed.name));
  const JournalBearingInput& j = b.journal;
  const auto impedance_only = [](bool given, const char* key, const char* instead) {
    if (given)
      throw InputError(
          fmt::format("'{}' belongs to fidelity = \"impedance\"; films by Reynolds' equation {}", key, instead));
  };
  impedance_only(j.form != "finite" && !j.form.empty(), "form", "need no closed form: leave it out");
  impedance_only(j.film == "full", "film", "keep negative pressures with rupture = \"none\"");
  impedance_only(j.rest_speed.has_value(), "rest_speed", "are regular at rest: leave it out");
  impedance_only(j.contact_eccentricity.has_value(), "contact_eccentricity", "have 'guard_film' for it");
  impedance_only(j.contact_load.has_value(), "contact_load", "have 'contact_pressure' for it");
  impedance_only(j.contact_stiffness.has_value(), "contact_stiffness",
                 "have 'contact_pressure' and 'guard_film' for it");
  impedance_only(j.contact_damping.has_value(), "contact_damping", "are damped by their oil: leave it out");
}

}  // namespace trunnion
