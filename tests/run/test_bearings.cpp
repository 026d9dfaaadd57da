// Bearings of the model file: shafts that hang, turn and orbit as the laws of their bearings say.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "mechanism_text.h"
#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/forces/journal_bearing_force.h"

namespace trunnion {
namespace {

using std::numbers::pi;
using testing::TextRun;

double last(const TextRun& run, const std::string& curve) {
  const VectorXd values = run.curve(curve);
  return values[values.size() - 1];
}

const std::string shaft = R"(
[[rigid_body]]
name = "shaft"
mass = "10 kg"
inertia = ["0.1 kg m^2", "0.1 kg m^2", "0.02 kg m^2"]
[[marker]]
name = "left"
body = "shaft"
position = ["0 mm", "0 mm", "-100 mm"]
[[marker]]
name = "right"
body = "shaft"
position = ["0 mm", "0 mm", "100 mm"]
[[marker]]
name = "ground.left"
body = "ground"
position = ["0 mm", "0 mm", "-100 mm"]
[[marker]]
name = "ground.right"
body = "ground"
position = ["0 mm", "0 mm", "100 mm"]
)";

std::string ball_bearing(const std::string& side, const std::string& more = "") {
  return "[[bearing]]\nname = \"" + side + "\"\ntype = \"ball\"\nbetween = [\"" + side + "\", \"ground." + side +
         "\"]\nballs = 14\nball_diameter = \"12.7 mm\"\npitch_diameter = \"65 mm\"\ncontact_angle = \"25 deg\"\n"
         "axial_preload = \"200 N\"\n" +
         more;
}

TEST(Bearings, AShaftHangsInItsPairAndEachSideCarriesHalfTheWeight) {
  TextRun run("[model]\nname = \"t\"\ngravity = [\"0 m/s^2\", \"-9.81 m/s^2\", \"0 m/s^2\"]\n" + shaft +
              ball_bearing("left") + ball_bearing("right", "mirrored = true\n") +
              R"(
[[motion]]
name = "drive"
between = ["shaft", "ground"]
angular_speed = "3000 rpm"
[[stage]]
name = "hang"
type = "static"
)");
  run.all();
  EXPECT_NEAR(last(run, "bearing.left.fy"), 0.5 * 10 * 9.81, 1e-4);
  EXPECT_GT(std::abs(last(run, "bearing.left.fz")), 190);  // the preload stays
}

// Steady film of a big end at 10 000 rpm: loads and attitudes of the impedance law.
struct FilmPoint {
  double load, eccentricity, attitude;
};
class SteadyFilm : public ::testing::TestWithParam<FilmPoint> {};

TEST_P(SteadyFilm, JournalFindsTheEccentricityOfItsLoad) {
  const FilmPoint p = GetParam();
  TextRun run(fmt::format(R"(
[model]
name = "t"
[[rigid_body]]
name = "journal"
mass = "1 kg"
inertia = ["1e-3 kg m^2", "1e-3 kg m^2", "1e-3 kg m^2"]
[[joint]]
name = "plane"
type = "planar"
between = ["journal", "ground"]
[[bearing]]
name = "film"
type = "journal"
between = ["journal", "ground"]
length = "17 mm"
diameter = "45 mm"
clearance = "30 um"
viscosity = "6 mPa.s"
[[load]]
on = "journal"
direction = [0, -1, 0]
size = "{} N"
[[motion]]
name = "drive"
between = ["journal", "ground"]
angular_speed = "10000 rpm"
[[stage]]
name = "settle"
type = "transient"
duration = "40 ms"
)",
                          p.load));
  run.all();
  const double eps = last(run, "bearing.film.eccentricity");
  const double attitude = std::atan2(last(run, "bearing.film.ex"), -last(run, "bearing.film.ey")) * 180 / pi;
  // The load is given to three digits; near the wall eps changes by 0.05 of the load's relative change.
  testing::record({.group = "Bearings",
                   .name = fmt::format("Journal bearing in a mechanism: eccentricity under {:.2f} kN", p.load / 1e3),
                   .reference = "independent program, impedance law in steady running",
                   .reference_value = p.eccentricity,
                   .value = eps,
                   .error = testing::relative_error(eps, p.eccentricity),
                   .allowed = 0.005,
                   .why = "three digits of the load"});
  EXPECT_NEAR(attitude, p.attitude, 0.3);
}
INSTANTIATE_TEST_SUITE_P(Film, SteadyFilm,
                         ::testing::Values(FilmPoint{530, 0.5, 54.6}, FilmPoint{3650, 0.8, 32.2},
                                           FilmPoint{12700, 0.9, 23.1}, FilmPoint{38100, 0.95, 17.2}));

// An unbalance turns with the shaft: the mean cycle shows a load of constant size that goes round once.
std::string unbalance(const std::string& sum) {
  return "[model]\nname = \"t\"\n" + shaft +
         ball_bearing("left", "damping = \"proportional\"\ndamping_time = \"50 us\"\nsum = \"" + sum + "\"\n") +
         ball_bearing("right", "mirrored = true\ndamping = \"proportional\"\ndamping_time = \"50 us\"\nsum = \"" + sum +
                                   "\"\n") +
         R"toml(
[[rigid_body]]
name = "weight"
mass = "0.2 kg"
center = ["20 mm", "0 mm", "0 mm"]
inertia = ["1e-4 kg m^2", "1e-4 kg m^2", "1e-4 kg m^2"]
place = { angular_velocity = ["0 rpm", "0 rpm", "3000 rpm"] }
[[joint]]
name = "bolt"
type = "fixed"
between = ["weight", "shaft"]
[[motion]]
name = "drive"
between = ["shaft", "ground"]
angular_speed = "3000 rpm"
[[measure]]
name = "turn"
kind = "angle"
between = ["shaft", "ground"]
[[channel]]
name = "radial"
let = { x = "bearing.left.wx", y = "bearing.left.wy" }
formula = "sqrt(x^2 + y^2)"
[[stage]]
name = "settle"
type = "transient"
duration = "100 ms"
[[stage]]
name = "run"
type = "transient"
duration = "110 ms"
samples = 2200
cycle = { angle = "turn", period = "360 deg", points = 36 }
)toml";
}

TEST(Bearings, AnUnbalanceGivesAMeanCycleOfConstantLoadAndALife) {
  TextRun run(unbalance("integral"));
  run.all();
  const double speed = 3000 * 2 * pi / 60, expected = 0.5 * 0.2 * 0.02 * speed * speed;
  // The shaft gives way, and what it moves by is thrown outwards too: all 10.2 kg of it.
  const double way = std::hypot(last(run, "body.shaft.x"), last(run, "body.shaft.y"));
  EXPECT_NEAR(run.curve("channel.radial").mean() / (expected + 0.5 * 10.2 * way * speed * speed), 1, 1e-3);
  EXPECT_EQ(run.quantity("cycles_averaged"), 5);
  EXPECT_LT(run.quantity("cycle_scatter_percent"), 0.1);
  EXPECT_GT(run.quantity("bearing.left.reference_life_hours"), 1000);
  EXPECT_GT(run.quantity("bearing.left.static_safety"), 5);
  const auto& cycle = run.results.back().arrays.at("cycle/run");
  EXPECT_EQ(cycle.front().values.size(), 36);
}

TEST(Bearings, BallsThatAreFollowedGiveTheSameMeanLoad) {
  TextRun run(unbalance("balls"));
  run.all();
  const double speed = 3000 * 2 * pi / 60;
  EXPECT_NEAR(run.curve("channel.radial").mean() / (0.5 * 0.2 * 0.02 * speed * speed), 1, 1e-2);
}

TEST(Bearings, MistakesAreNamedAtTheirPlace) {
  const auto message = [](const std::string& bearing) -> std::string {
    try {
      TextRun run("[model]\nname = \"t\"\n" + shaft + bearing);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message("[[bearing]]\nname = \"b\"\ntype = \"ball\"\nbetween = [\"left\", \"ground.left\"]\n")
                .find("a ball bearing needs 'balls'"),
            std::string::npos);
  EXPECT_NE(message("[[bearing]]\nname = \"b\"\ntype = \"journal\"\nbetween = [\"left\", \"right\"]\nlength = \"1 "
                    "cm\"\ndiameter = \"2 cm\"\nclearance = \"10 um\"\nviscosity = \"5 mPa.s\"\n[[stage]]\ntype = "
                    "\"static\"\n")
                .find("sit on the same body"),
            std::string::npos);
  EXPECT_NE(message(ball_bearing("left", "damping_time = \"1 us\"\n")).find("damping = \"none\""), std::string::npos);
  EXPECT_NE(message("[[bearing]]\nname = \"b\"\ntype = \"journal\"\nbetween = [\"left\", \"ground.left\"]\nballs = 8\n")
                .find("balls"),
            std::string::npos);
}

TEST(Bearings, OfOneShapeShareTheirImpedanceTableAcrossMechanismsToo) {
  std::string text = "[model]\nname = \"t\"\n" + shaft;
  for (const std::string side : {"left", "right"})
    text += "[[bearing]]\nname = \"" + side + "\"\ntype = \"journal\"\nbetween = [\"" + side + "\", \"ground." + side +
            "\"]\nlength = \"17 mm\"\ndiameter = \"45 mm\"\nclearance = \"30 um\"\nviscosity = \"6 mPa.s\"\n"
            "form = \"table\"\n";
  text += "[[stage]]\ntype = \"transient\"\nduration = \"1 ms\"\n";
  const TextRun one(text), other(text);
  const auto table = [](const TextRun& run, std::size_t k) {
    return dynamic_cast<const JournalBearingForce&>(*run.run.built.mechanism.marker_forces.at(k).law)
        .bearing()
        .film.table;
  };
  EXPECT_EQ(table(one, 0), table(one, 1));
  EXPECT_EQ(table(one, 0), table(other, 0));
}

}  // namespace
}  // namespace trunnion
