// Bodies near known positions from model files.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/paths.h"
#include "support/run_program.h"

namespace trunnion {
namespace {

using namespace testing;
using std::numbers::pi;

std::string example(const std::string& name) { return (source_dir() / "examples" / name / (name + ".toml")).string(); }

TEST(Touch, PressedAndPushedTheMiddleSticksAsMindlinSays) {
  const auto out = fresh_folder("pressed-cylinder");
  const ProgramResult result =
      run_program({"run", example("pressed-cylinder"), "--quiet", "--out", out.string(), "--set", "elements=90"});
  ASSERT_EQ(result.status, 0) << result.err;
  const auto q = read_quantities(out / "summary.json");
  const double press = 2e6, modulus = 200e9 / (2 * (1 - 0.09)), element = 18e-3 / 90;
  const double half = std::sqrt(4 * press * 0.1 / (pi * modulus));
  EXPECT_NEAR(q.at("pressed and pushed.1.contact_length"), 2 * half, 2 * element);
  EXPECT_NEAR(q.at("pressed and pushed.2.stick_length"), 2 * half * std::sqrt(1 - 0.6), 2 * element);
  EXPECT_EQ(q.at("pressed and pushed.1.friction_force"), 0);  // only pressed: what sums leave over is not a force,
  EXPECT_EQ(q.at("pressed and pushed.1.motion_2"), 0);        // nor a motion
  EXPECT_NEAR(q.at("pressed and pushed.2.normal_force"), press, 1e-6 * press);
  EXPECT_NEAR(std::abs(q.at("pressed and pushed.2.friction_force")), 0.6 * 0.4 * press, 1e-6 * press);
}

// All points slide: pressure and friction have their resultant against the load when the contact stands at the angle
// of friction beside the lowest point.
TEST(Touch, AShaftThatTurnsClimbsItsBoreByTheAngleOfFriction) {
  const auto out = fresh_folder("shaft-in-bore");
  const ProgramResult result =
      run_program({"run", example("shaft-in-bore"), "--quiet", "--out", out.string(), "--set", "around=360"});
  ASSERT_EQ(result.status, 0) << result.err;
  const auto q = read_quantities(out / "summary.json");
  const double down = q.at("loaded.2.motion_1"), aside = q.at("loaded.2.motion_2");
  EXPECT_NEAR(std::abs(std::atan2(aside, down)), std::atan(0.15), 0.02);
  EXPECT_NEAR(q.at("loaded.2.normal_force"), 200e3 / std::sqrt(1 + 0.15 * 0.15), 0.01 * 200e3);
}

TEST(Touch, ASphereOfSolidElementsIsPressedAsHertzAndSticksAsMindlinSays) {
  const auto out = fresh_folder("pressed-sphere");
  const ProgramResult result =
      run_program({"run", example("pressed-sphere"), "--quiet", "--out", out.string(), "--set", "elements=10"});
  ASSERT_EQ(result.status, 0) << result.err;
  const auto q = read_quantities(out / "summary.json");
  const double press = 11.72e3, modulus = 200e9 / (2 * (1 - 0.09)), element = 0.6e-3;
  const double radius = std::cbrt(0.75 * press * 0.1 / modulus);
  EXPECT_NEAR(q.at("pressed and pushed.1.largest_pressure"), 1.5 * press / (pi * radius * radius), 50e6);
  const auto radius_of = [&](const std::string& what) {
    return std::sqrt(2 * q.at("pressed and pushed." + what) / pi);
  };
  EXPECT_NEAR(radius_of("1.contact_area"), radius, element);
  EXPECT_NEAR(radius_of("2.stick_area"), radius * std::cbrt(1 - 0.6), element);
  EXPECT_NEAR(q.at("pressed and pushed.2.normal_force"), 0.5 * press, 1e-6 * press);
  EXPECT_NEAR(std::abs(q.at("pressed and pushed.2.friction_force")), 0.5 * 0.6 * 0.4 * press, 1e-6 * press);
}

std::string message_for(const char* verb, const std::string& name, const std::string& set,
                        const std::string& coarse = "elements=60") {
  const auto out = fresh_folder("touch-refused");
  std::vector<std::string> arguments{verb, example(name), "--quiet", "--set", set, "--set", coarse};
  if (std::string(verb) == "run") arguments.insert(arguments.end(), {"--out", out.string()});
  const ProgramResult result = run_program(arguments);
  return fmt::format("{} {} {}", result.status, result.err, result.out);
}

TEST(Touch, WhatCannotWorkIsToldInSentences) {
  EXPECT_NE(message_for("run", "pressed-cylinder", "push=1.3").find("shift of 'cylinder' along (1, 0)"),
            std::string::npos);
  EXPECT_NE(
      message_for("check", "pressed-cylinder", "touch.0.surfaces=['cylindre.ymin', 'block.ymax']").find("cylinder"),
      std::string::npos);
  EXPECT_NE(message_for("run", "pressed-sphere", "touch.0.slides_along=[0, 0, 0]", "elements=6").find("'slides_along'"),
            std::string::npos);
  EXPECT_NE(message_for("run", "shaft-in-bore", "touch.0.reach=1 um", "around=120").find("larger 'reach'"),
            std::string::npos);
}

}  // namespace
}  // namespace trunnion
