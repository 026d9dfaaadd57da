// The examples of mechanisms as a user runs them, and the quantities scripts read from them.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/paths.h"
#include "support/run_program.h"
#include "support/verification.h"

namespace trunnion {
namespace {

std::map<std::string, double> quantities_of(const std::string& example, const std::string& out,
                                            const std::vector<std::string>& set) {
  const auto folder = testing::fresh_folder(out);
  std::vector<std::string> arguments{"run", testing::source_dir() / "examples" / example / (example + ".toml"), "--out",
                                     folder, "--quiet"};
  for (const std::string& one : set) arguments.insert(arguments.end(), {"--set", one});
  const auto result = testing::run_program(arguments);
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  return testing::read_quantities(folder / "summary.json");
}

// A rigid rod, weightless parts aside: at the stretched position the pin carries what accelerates rod and slider.
TEST(SliderCrankExample, ARigidRodHasTheForcesOfKinematics) {
  const auto q = quantities_of("slider-crank", "example-rigid", {"flexible=false", "duration=41.89 ms"});
  const double r = 0.15, l = 0.3, w = 150, rod = 7870 * 36e-6 * l;
  // Slider: r w^2 (1 + r/l); centre of the rod: r w^2 (1 + r/(2 l)), each times its mass, slider half of the rod.
  const double stretched = rod / 2 * r * w * w * (1 + r / l) + rod * r * w * w * (1 + r / (2 * l));
  EXPECT_NEAR(q.at("joint.big end.peak_force"), stretched, 1e-3 * stretched);
  EXPECT_LT(q.at("energy_balance_error"), 1e-4);
  EXPECT_LT(q.at("constraint_drift"), 1e-10);
  EXPECT_EQ(q.at("degrees_of_freedom"), 0);
}

TEST(SliderCrankExample, TheFlexibleRodHasThePeakForceOfTheReferenceAndClosesItsBalances) {
  const auto q = quantities_of("slider-crank", "example-flexible", {});
  testing::record({.group = "Multibody dynamics",
                   .name = "Slider-crank example at 150 rad/s, peak force of the big end [N]",
                   .reference = "independent program, solid rod of 24x2x2 bricks, 3000 steps",
                   .reference_value = 574,
                   .value = q.at("joint.big end.peak_force"),
                   .error = std::abs(q.at("joint.big end.peak_force") / 574 - 1),
                   .allowed = 0.01,
                   .why = "the reference is given to three digits and starts without the steady stretch"});
  EXPECT_LT(q.at("energy_balance_error"), 1e-3);
  EXPECT_LT(q.at("constraint_drift"), 1e-9);
  EXPECT_LT(q.at("velocity_drift"), 1e-2);  // of 22.5 m/s
  EXPECT_GE(q.at("peak_bearing_force"), q.at("joint.big end.peak_force"));
}

// The disc overhangs nothing: it sits on the right bearing, so its tilt and the shaft's bending make the pairs. At rest
// backward and forward whirl fall together; they part with speed, backward falls and forward rises.
TEST(RotorExample, BackwardAndForwardWhirlPartWithSpeed) {
  const auto q = quantities_of("rotor", "example-rotor", {});
  EXPECT_NEAR(q.at("campbell.1.backward_1") / q.at("campbell.1.forward_1"), 1, 1e-2);
  for (int p = 1; p < 9; ++p) {
    EXPECT_LT(q.at(fmt::format("campbell.{}.backward_1", p + 1)), q.at(fmt::format("campbell.{}.backward_1", p)));
    EXPECT_GT(q.at(fmt::format("campbell.{}.forward_1", p + 1)), q.at(fmt::format("campbell.{}.forward_1", p)));
  }
  // Below the forward critical speed unbalance presses the disc against its bearing, by U w^2/(1 - (w/w1)^2) at most if
  // all of it were in the lowest mode.
  const double w = 1500 * std::numbers::pi / 30, force = 60e-6 * w * w;
  double critical = 1e9;
  for (int k = 1; q.contains(fmt::format("critical_speed.{}", k)); ++k)
    if (const double one = q.at(fmt::format("critical_speed.{}", k)); one > w) critical = std::min(critical, one);
  EXPECT_LT(q.at("peak_bearing_force"), force / (1 - std::pow(w / critical, 2)));
  EXPECT_GT(q.at("peak_bearing_force"), force);
  EXPECT_LT(q.at("energy_balance_error"), 1e-4);
  EXPECT_LT(q.at("constraint_drift"), 1e-9);
}

}  // namespace
}  // namespace trunnion
