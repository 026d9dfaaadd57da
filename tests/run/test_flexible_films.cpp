// Films on faces that yield, from a model file: a collar between two washers, a wall between two collars.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "mechanism_text.h"

namespace trunnion {
namespace {

using testing::TextRun;

enum class Yields { collar, wall };

constexpr const char* pads = R"(
type = "thrust"
inner_diameter = "70 mm"
outer_diameter = "90 mm"
viscosity = "10 mPa.s"
grooves = 6
groove_width = "25 deg"
taper = "15 um"
nodes_around = 60
nodes_across = 5
)";

// What the two films are called in a table, by hand or as one bearing of two faces.
std::string two_films(Yields yields, bool by_hand, bool both_yield, const std::string& more) {
  const bool collar = yields == Yields::collar;
  const std::string key = collar ? "shaft_surface" : "housing_surface", first = collar ? "bottom" : "top",
                    second = collar ? "top" : "bottom";
  const std::string between = R"(["collar.face_1", "wall.face_1"])", other = R"(["collar.face_2", "wall.face_2"])";
  if (!by_hand)
    return fmt::format(
        "[[bearing]]\nname = \"thrust\"{}{}\nfaces = 2\nbetween = {}\nother_side = {}\ntaper_inlet = \"low-angle\"\n"
        "{} = \"{}\"\n{}\n",
        pads, more, between, other, key, first, both_yield ? fmt::format("other_{} = \"{}\"", key, second) : "");
  std::string text;
  for (const bool one : {true, false})
    text += fmt::format("[[bearing]]\nname = \"thrust {}\"{}{}\nbetween = {}\ntaper_inlet = \"{}-angle\"\n{}\n",
                        one ? 1 : 2, pads, more, one ? between : other, one ? "low" : "high",
                        one || both_yield ? fmt::format("{} = \"{}\"", key, one ? first : second) : "");
  return text;
}

/// A ring of steel on nodes of even circles, 6 mm thick, held at its inner or outer edge; a load along the axis presses
/// the first film, less than none the second one.
std::string between_two(Yields yields, double load, const std::string& films) {
  const bool collar = yields == Yields::collar;
  std::string text = fmt::format(R"(
[model]
name = "two faces"
[[flexible_body]]
name = "{}"
mesh = {{ cylinder = {{ inner_radius = "35 mm", radius = "45 mm", length = "6 mm", around = 24, radial = 2, along = 1 }}, element = "hex8" }}
material = {{ young = "210 GPa", poisson = 0.3, density = "7850 kg/m^3" }}
interface = [ {{ name = "held", surface = "{}", coupling = "rigid", point = ["0 mm", "0 mm", "3 mm"] }},
              {{ name = "low", surface = "bottom", point = ["0 mm", "0 mm", "0 mm"] }},
              {{ name = "high", surface = "top", point = ["0 mm", "0 mm", "6 mm"] }} ]
reduction = {{ band = "60 kHz", interfaces = ["held"], truncation_vectors = 0, surfaces = ["bottom", "top"], quality = false }}
)",
                                 collar ? "collar" : "wall", collar ? "inner" : "outer");
  if (!collar)
    text +=
        "[[rigid_body]]\nname = \"collar\"\nmass = \"1 kg\"\n"
        "inertia = [\"0.001 kg m^2\", \"0.001 kg m^2\", \"0.001 kg m^2\"]\n";
  // Face 1 of the collar looks down on face 1 of the wall, face 2 up at face 2.
  const auto marker = [&](const char* body, int face, const std::string& place) {
    const bool own = (std::string(body) == "collar") == collar;
    text += fmt::format(
        "[[marker]]\nname = \"{0}.face_{1}\"\nbody = \"{2}\"\n{3}\nx = [1, 0, 0]\nz = [0, 0, {4}]\n", body, face,
        own || std::string(body) == "collar" ? body : "ground",
        own ? fmt::format("interface = \"{}\"", place) : fmt::format("position = [\"0 m\", \"0 m\", \"{}\"]", place),
        face == 1 ? 1 : -1);
  };
  marker("collar", 1, collar ? "low" : "6.03 mm");
  marker("collar", 2, collar ? "high" : "-0.03 mm");
  marker("wall", 1, collar ? "-0.03 mm" : "high");
  marker("wall", 2, collar ? "6.03 mm" : "low");
  text += fmt::format(R"(
[[marker]]
name = "axis"
body = "ground"
position = ["0 mm", "0 mm", "3 mm"]
[[marker]]
name = "shaft"
body = "collar"
{}
[[joint]]
name = "guide"
type = "cylindrical"
between = ["shaft", "axis"]
[[motion]]
name = "drive"
between = ["shaft", "axis"]
angular_speed = "1800 rpm"
[[load]]
on = "shaft"
direction = [0, 0, -1]
size = "{} N"
)",
                      collar ? "interface = \"held\"" : "position = [\"0 mm\", \"0 mm\", \"3 mm\"]", load);
  if (!collar) text += "[[joint]]\nname = \"seat\"\ntype = \"fixed\"\nbetween = [\"wall.held\", \"axis\"]\n";
  return text + films + "[[stage]]\nname = \"running\"\ntype = \"steady\"\n";
}

std::unique_ptr<TextRun> settled(Yields yields, double load, bool by_hand, bool both_yield,
                                 const std::string& more = "") {
  auto run = std::make_unique<TextRun>(between_two(yields, load, two_films(yields, by_hand, both_yield, more)));
  run->all();
  return run;
}

TEST(FlexibleFilms, ABearingOfTwoYieldingFacesIsTheTwoBearingsThatItStandsFor) {
  for (const Yields yields : {Yields::collar, Yields::wall})
    for (const double load : {400.0, -400.0}) {
      const auto one = settled(yields, load, false, true), two = settled(yields, load, true, true);
      for (const char* what : {"thrust 1.min_film", "thrust 2.min_film", "thrust 1.max_pressure",
                               "thrust 2.max_pressure", "thrust 1.peak_force", "thrust 2.peak_force"})
        EXPECT_EQ(one->quantity(std::string("bearing.") + what), two->quantity(std::string("bearing.") + what)) << what;
    }
}

TEST(FlexibleFilms, EitherFaceYieldsAlikeUnderTheLoadThatPressesIt) {
  for (const Yields yields : {Yields::collar, Yields::wall}) {
    const auto first = settled(yields, 400, false, true), second = settled(yields, -400, false, true),
               stiff = settled(yields, -400, false, false);
    for (const char* what : {"min_film", "max_pressure", "peak_force"}) {
      const double value = first->quantity(std::string("bearing.thrust 1.") + what);
      EXPECT_NEAR(second->quantity(std::string("bearing.thrust 2.") + what), value, 1e-6 * value) << what;
    }
    // a second face of which no surface is named stays flat
    EXPECT_GT(
        std::abs(stiff->quantity("bearing.thrust 2.max_pressure") / second->quantity("bearing.thrust 2.max_pressure") -
                 1),
        5e-4);
  }
}

TEST(FlexibleFilms, TensionLeadsFromTheCubicSplineToThePolygon) {
  const auto peak = [](const std::string& more) {
    return settled(Yields::collar, 400, false, true, more)->quantity("bearing.thrust 1.max_pressure");
  };
  const double cubic = peak(""), polygon = peak("interpolation = \"linear\"\n");
  EXPECT_GT(std::abs(cubic - polygon), 1e-6 * polygon);
  EXPECT_EQ(peak("tension = 0\n"), cubic);
  const double near = std::abs(peak("tension = 10\n") - polygon), nearer = std::abs(peak("tension = 100\n") - polygon);
  EXPECT_LT(near, std::abs(cubic - polygon));
  EXPECT_LT(nearer, 0.05 * std::abs(cubic - polygon));
}

}  // namespace
}  // namespace trunnion
