// Steady stages of flexible rotors from a model file: whirl of an unbalance and rotation about a bent axis, against
// beam theory; bearing loads as a user reads them.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "mechanism_text.h"
#include "support/verification.h"

namespace trunnion {
namespace {

using std::numbers::pi;
using testing::TextRun;

// A shaft of 2 x 300 mm, 10 mm thick and a thousandth as heavy as steel, with a disc of 2 kg in its middle, on bearings
// of 1 N/um that are the same in all directions.
constexpr double length = 0.6, radius = 0.005, young = 210e9, poisson = 0.3, density = 7.85, disc = 2, bearing = 1e6;

std::string rotor_text(double speed, double eccentricity, double gravity = 0) {
  return fmt::format(R"([model]
name = "rotor"
gravity = ["0 m/s^2", "{} m/s^2", "0 m/s^2"]
[[flexible_body]]
name = "shaft"
mesh = {{ shaft = [ {{ length = "300 mm", diameter = "10 mm", elements = 6 }}, {{ length = "300 mm", diameter = "10 mm", elements = 6 }} ] }}
material = {{ young = "210 GPa", poisson = 0.3, density = "7.85 kg/m^3" }}
interface = [ {{ name = "left", surface = "end_0" }}, {{ name = "middle", surface = "end_1" }}, {{ name = "right", surface = "end_2" }} ]
reduction = {{ modes = 8, quality = false, damping = 0 }}
[[rigid_body]]
name = "disc"
mass = "2 kg"
center = ["{} m", "0 mm", "0 mm"]
inertia = ["1e-3 kg.m^2", "1e-3 kg.m^2", "2e-3 kg.m^2"]
place = {{ position = ["0 mm", "0 mm", "300 mm"] }}
[[marker]]
name = "ground.right"
body = "ground"
position = ["0 mm", "0 mm", "600 mm"]
[[joint]]
name = "hub"
type = "fixed"
between = ["disc", "shaft.middle"]
[[force]]
name = "left"
type = "bushing"
between = ["shaft.left", "ground"]
translation_stiffness = ["1 N/um", "1 N/um", "1 N/um"]
[[force]]
name = "right"
type = "bushing"
between = ["shaft.right", "ground.right"]
translation_stiffness = ["1 N/um", "1 N/um", "0 N/um"]
[[motion]]
name = "drive"
between = ["shaft.left", "ground"]
angular_speed = "{} rad/s"
[[measure]]
name = "x"
kind = "way"
between = ["disc", "x axis"]
[[marker]]
name = "x axis"
body = "ground"
z = [1, 0, 0]
x = [0, 1, 0]
[[stage]]
name = "running"
type = "steady"
)",
                     -gravity, eccentricity, speed);
}

// Timoshenko's beam in the middle, in series with both bearings; the shaft's mass moves with 17/35 in bending.
double stiffness() {
  const double area = pi * radius * radius, I = area * radius * radius / 4, G = young / (2 * (1 + poisson));
  const double kappa = 6 * (1 + poisson) / (7 + 6 * poisson);
  return 1 / (std::pow(length, 3) / (48 * young * I) + length / (4 * kappa * G * area) + 1 / (2 * bearing));
}
double shaft_mass() { return density * pi * radius * radius * length; }

double last(const TextRun& run, const std::string& curve) { return run.curve(curve)(Eigen::last); }

class FlexibleRotor : public ::testing::TestWithParam<double> {};

TEST_P(FlexibleRotor, WhirlsInTheTurningFrameWithTheAmplitudeAndBearingLoadOfTheClosedForm) {
  constexpr double e = 1e-5;
  const double k = stiffness(), moving = disc + 17.0 / 35 * shaft_mass(), W = GetParam() * std::sqrt(k / moving);
  TextRun run(rotor_text(W, e));
  run.all();
  ASSERT_EQ(run.results.back().record.status, StageStatus::done) << run.results.back().record.message;
  EXPECT_EQ(run.listener.warnings, "");
  const double exact = disc * e * W * W / (k - moving * W * W);
  const double near = std::abs(k / (k - moving * W * W));  // how much an error in the shaft's small share grows
  testing::record({.group = "Multibody dynamics",
                   .name = fmt::format("Steady whirl of a flexible rotor at {:g} of its critical speed", GetParam()),
                   .reference = "m e w^2/(k - m w^2), beam theory",
                   .reference_value = exact,
                   .value = last(run, "measure.x"),
                   .error = std::abs(last(run, "measure.x") / exact - 1),
                   .allowed = 0.1 * shaft_mass() / disc * near,
                   .why = "Rayleigh's share of the shaft's mass, 2e-4 of the disc's, is good to a tenth of it"});
  const double load = last(run, "force.left.force");
  EXPECT_NEAR(load, 0.5 * k * std::abs(exact), shaft_mass() / disc * near * k * std::abs(exact));
}

INSTANTIATE_TEST_SUITE_P(Speed, FlexibleRotor, ::testing::Values(0.5, 0.95, 1.05, 2.0));

// The axis of a turning shaft that hangs through under the disc's weight stands still: nothing is thrown outwards, and
// its sag is that of the shaft at rest, at all speeds.
TEST_P(FlexibleRotor, InBalanceTurnsAboutItsAxisBentByWeight) {
  const double k = stiffness(), W = GetParam() * std::sqrt(k / disc);
  TextRun run(rotor_text(W, 0, 9.81));
  run.all();
  ASSERT_EQ(run.results.back().record.status, StageStatus::done) << run.results.back().record.message;
  EXPECT_EQ(run.listener.warnings, "");
  const State& s = run.state();
  const Index b = run.run.built.bodies.at("disc");
  EXPECT_NEAR(s.x.R[b].y(), -disc * 9.81 / k, shaft_mass() / disc * disc * 9.81 / k);
  EXPECT_LT(s.v.segment<3>(run.run.built.mechanism.first_velocity[b]).norm(), 1e-6 * W * disc * 9.81 / k);
}

}  // namespace
}  // namespace trunnion
