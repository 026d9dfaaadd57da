// Gears run up through the resonance of their mesh, from a model file: where it is, and what it does to error and
// contact. The pinion is driven at a given speed, so the wheel alone swings on the teeth: f = sqrt(k r_b2^2/J_2)/2 pi.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "mechanism_text.h"
#include "support/paths.h"
#include "support/run_program.h"
#include "support/verification.h"
#include "trunnion/run/run_model.h"

namespace trunnion {
namespace {

using namespace testing;

constexpr double inertia = 5e-3;  // of the wheel [kg m^2]

std::string whine(double damping) {
  const auto gear = [](const char* name, int teeth) {
    return fmt::format(
        "[[gear]]\nname = \"{}\"\nteeth = {}\nmodule = \"4 mm\"\nwidth = \"20 mm\"\nhub_radius = \"25 mm\"\nthinning = "
        "\"0.05 mm\"\nmaterial = \"steel\"\n",
        name, teeth);
  };
  return "[[material]]\nname = \"steel\"\nyoung = \"206 GPa\"\npoisson = 0.3\n" + gear("pinion gear", 24) +
         gear("wheel gear", 36) +
         fmt::format(R"([[gear_pair]]
name = "mesh"
driver = "pinion gear"
driven = "wheel gear"
flank_size = "0.4 mm"
bulk_size = "1.2 mm"
rim_size = "3 mm"
between = ["pinion", "wheel"]
torque = "200 N.m"
positions = 48
damping = "{} N.s/m"
)",
                     damping) +
         geared_rotors_text("120 mm", "200 N.m") + R"([[motion]]
name = "drive"
between = ["pinion", "ground"]
angular_speed = "9000 rpm*time/0.15 s"
[[stage]]
name = "static error"
type = "mesh-cycle"
torque = "200 N.m"
positions = 48
[[stage]]
name = "load"
type = "static"
[[stage]]
name = "run-up"
type = "transient"
duration = "0.15 s"
samples = 7500
)";
}

std::map<std::string, double> run_up(double damping) {
  const auto folder = fresh_folder("gear-whine");
  std::ofstream(folder / "whine.toml") << whine(damping);
  const ProgramResult result =
      run_program({"run", (folder / "whine.toml").string(), "--quiet", "--out", (folder / "out").string()});
  EXPECT_EQ(result.status, 0) << result.err;
  return read_quantities(folder / "out" / "summary.json");
}

TEST(GearWhine, ARunUpMeetsTheMeshResonanceWhereMassAndStiffnessPutIt) {
  const double base = 0.072 * std::cos(20 * std::numbers::pi / 180);
  const auto damped = run_up(8000), free = run_up(400);
  const std::string mesh = "gear_pair.mesh.";
  const double resonance = std::sqrt(damped.at("static error.mesh_stiffness_mean") / inertia) / (2 * std::numbers::pi);
  record({.group = "Gears",
          .name = "Mesh resonance in a run-up, model file, strong damping",
          .reference = "mean mesh stiffness on the inertia of the wheel",
          .reference_value = resonance,
          .value = damped.at(mesh + "dynamic_factor_frequency"),
          .error = relative_error(damped.at(mesh + "dynamic_factor_frequency"), resonance),
          .allowed = 0.1,
          .why = "a fifth of critical damping lowers the peak by 4 %, stretches of eight cycles are 2.5 % apart"});
  EXPECT_GT(damped.at(mesh + "dynamic_factor"), 1.2);
  EXPECT_EQ(damped.at(mesh + "time_without_contact_percent"), 0);
  // With a hundredth flanks part, the spring softens and the peak comes earlier.
  const double swing = base * free.at("static error.transmission_error_peak_to_peak");
  EXPECT_GT(free.at(mesh + "time_without_contact_percent"), 1);
  EXPECT_GT(free.at(mesh + "dynamic_factor"), 2);
  EXPECT_GT(free.at(mesh + "transmission_error_peak_to_peak"), 5 * swing);
  EXPECT_LT(free.at(mesh + "dynamic_factor_frequency"), resonance);
}

}  // namespace
}  // namespace trunnion
