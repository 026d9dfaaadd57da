// Bodies near known positions from model files.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>

#include "support/paths.h"
#include "support/run_program.h"
#include "trunnion/results/hdf5_file.h"
#include "trunnion/results/results_reader.h"

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

// Half of the sphere is meshed: it carries half of the press and of the push, which is 0.6 of the friction limit.
TEST(Touch, TheArrowOfAContactIsTheLoadThatItCarries) {
  const auto out = fresh_folder("pressed-sphere-arrow");
  const ProgramResult result =
      run_program({"run", example("pressed-sphere"), "--quiet", "--out", out.string(), "--set", "elements=6"});
  ASSERT_EQ(result.status, 0) << result.err;
  const RunRecord record = read_run_record(out);
  const Scene& scene = record.scenes.at(0);
  ASSERT_EQ(scene.symbols.size(), 1U);
  EXPECT_EQ(scene.symbols[0].name, "contact 1, force of sphere on block");
  EXPECT_EQ(scene.symbols[0].role, SymbolRole::force);
  const double press = 0.5 * 11.72e3, push = 0.6 * 0.4 * press, radius = 2e-3;
  const Vector3d expected[] = {{0, 0, -press}, {push, 0, -press}};
  ASSERT_EQ(scene.frames.size(), 2U);
  for (std::size_t step = 0; step < 2; ++step) {
    const SymbolPlace& arrow = scene.frames[step].symbols.at(0);
    const Vector3d force = scene.symbols[0].per_length * arrow.axes.col(0);
    // Equilibrium of each motion closes to 1e-6; across y nothing is pushed, and friction has the direction of the
    // push.
    EXPECT_LE((force - expected[step]).norm(), 2e-6 * press) << step << ": " << force.transpose();
    // It acts in the pressed half circle, nearer to its middle than to its rim.
    EXPECT_LT(std::abs(arrow.point.x()), 0.2 * radius) << step;
    EXPECT_GT(arrow.point.y(), 0) << step;
    EXPECT_LT(arrow.point.y(), 0.6 * radius) << step;
    EXPECT_LT(std::abs(arrow.point.z()), 0.01 * radius) << step;
  }
}

// The load acts at x = 60 mm of a beam whose supports are at 20 and 180 mm; all three bodies are elastic.
TEST(Touch, AShaftOnTwoSupportsLoadsThemByStatics) {
  const auto folder = fresh_folder("shaft-on-supports");
  const auto body = [](const char* name, const char* size, const char* origin, const char* divisions) {
    return fmt::format(
        "[[flexible_body]]\nname = \"{}\"\nmesh = {{ rectangle = [{}], origin = [{}], divisions = [{}], element = "
        "\"quad4\" }}\npart = [ {{ material = {{ young = \"200 GPa\", poisson = 0.3, density = \"7850 kg/m^3\" }}, "
        "thickness = \"20 mm\", plane = \"strain\" }} ]\n",
        name, size, origin, divisions);
  };
  const auto support = [](const char* name, const char* on) {
    return fmt::format("[[support]]\nbody = \"{}\"\non = \"{}\"\nfixed = [\"x\", \"y\"]\n", name, on);
  };
  std::ofstream(folder / "m.toml")
      << body("shaft", "\"200 mm\", \"30 mm\"", "\"0 m\", \"0 m\", \"0 m\"", "100, 6")
      << body("left", "\"20 mm\", \"20 mm\"", "\"10 mm\", \"-20 mm\", \"0 m\"", "10, 6")
      << body("right", "\"20 mm\", \"20 mm\"", "\"170 mm\", \"-20 mm\", \"0 m\"", "10, 6") << support("shaft", "xmin")
      << support("left", "ymin") << support("right", "ymin")
      << "[[touch]]\nname = \"seats\"\nsurfaces = [\"shaft.ymin\", \"left.ymax\", \"shaft.ymin\", \"right.ymax\"]\n"
         "gap = \"(abs(x - 0.1 m) - 0.08 m)^2/(2 * 0.5 m)\"\nreach = \"0.1 mm\"\n"
         "motion = [ { body = \"shaft\", direction = [0, -1, 0], force = [\"5 kN\", \"10 kN\"] },\n"
         "  { body = \"shaft\", axis = [0, 0, 1], about = [\"60 mm\", \"0 m\", \"0 m\"], moment = [\"0 N.m\", \"0 "
         "N.m\"] } ]\n"
         "[[stage]]\nname = \"loaded\"\ntype = \"touch\"\n";
  const ProgramResult result =
      run_program({"run", (folder / "m.toml").string(), "--quiet", "--out", (folder / "out").string()});
  ASSERT_EQ(result.status, 0) << result.err;
  const auto q = read_quantities(folder / "out" / "summary.json");
  // Where a support presses is known to an element of 2 mm, of arms that are 160 mm apart.
  EXPECT_NEAR(q.at("loaded.2.pair_1.normal_force"), 7500, 10e3 * 2.0 / 160);
  EXPECT_NEAR(q.at("loaded.2.pair_2.normal_force"), 2500, 10e3 * 2.0 / 160);
  EXPECT_NEAR(q.at("loaded.2.normal_force"), 10e3, 0.01);
  EXPECT_NEAR(q.at("loaded.1.normal_force"), 5e3, 0.01);
  const Hdf5File file(folder / "out" / "results.h5", Hdf5File::Mode::read);
  const std::vector<double> pressure = file.read_doubles("curves/loaded/pressure.2").values;
  EXPECT_EQ(*std::max_element(pressure.begin(), pressure.end()), q.at("loaded.2.pair_2.largest_pressure"));
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
  EXPECT_NE(message_for("check", "pressed-cylinder", "touch.0.surfaces=['cylinder.ymin', 'block.ymax', 'block.xmin']")
                .find("it has 3"),
            std::string::npos);
  EXPECT_NE(message_for("check", "pressed-cylinder", "touch.0.surfaces=['cylinder.ymin', 'cylinder.ymax']")
                .find("a pair needs two bodies"),
            std::string::npos);
  EXPECT_NE(message_for("run", "pressed-sphere", "touch.0.slides_along=[0, 0, 0]", "elements=6").find("'slides_along'"),
            std::string::npos);
  EXPECT_NE(message_for("run", "shaft-in-bore", "touch.0.reach=1 um", "around=120").find("larger 'reach'"),
            std::string::npos);
}

}  // namespace
}  // namespace trunnion
