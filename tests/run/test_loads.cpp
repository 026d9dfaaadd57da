#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "support/paths.h"
#include "trunnion/run/run_model.h"

namespace trunnion {
namespace {

using std::numbers::pi;

RunRecord run_text(const std::string& name, const std::string& text) {
  const auto folder = testing::fresh_folder(name);
  std::ofstream(folder / "model.toml") << text;
  const RunResult result = run_model({.model_file = folder / "model.toml",
                                      .set = {},
                                      .out = folder / "out",
                                      .cache = folder / "cache",
                                      .stages = {},
                                      .threads = 1,
                                      .command = ""});
  EXPECT_TRUE(result.success());
  return result.record;
}

double quantity(const RunRecord& record, const std::string& name) {
  const Quantity* found = find_quantity(record, name);
  EXPECT_TRUE(found && found->value) << name;
  return found && found->value ? *found->value : std::nan("");
}

constexpr const char* kBar = R"toml(
[model]
name = "bar"
[[material]]
name = "steel"
young = "200 GPa"
poisson = 0
density = "8000 kg/m^3"
expansion = "10 um/(m.K)"
[[flexible_body]]
name = "bar"
mesh = { box = ["1 m", "100 mm", "50 mm"], divisions = [8, 1, 1], element = "hex20" }
material = "steel"
[[support]]
on = "xmin"
fixed = ["x"]
[[support]]
on = "xmin_ymin"
fixed = ["y"]
[[support]]
on = "xmin_ymin_zmin"
fixed = ["z"]
[[support]]
on = "xmin_zmin"
fixed = ["z"]
[[stage]]
type = "fe-static"
)toml";

std::string output(const std::string& name, const std::string& keys) {
  return "[[output]]\nname = \"" + name + "\"\n" + keys + "\n";
}

}  // namespace

// A bar of length L, area A, held at x = 0 and free to contract: every load has a closed form.
TEST(FeLoads, EachKindOfLoadHasItsClosedForm) {
  const double length = 1, area = 0.1 * 0.05, young = 200e9, density = 8000, speed = 3000 * pi / 30;
  const RunRecord record = run_text(
      "bar-loads",
      std::string(kBar) + R"toml(
[[load]]
case = "pull"
on = "xmax"
force = ["10 kN", "0 N", "0 N"]
[[load]]
case = "press"
on = "xmax"
pressure = "2 MPa"
[[load]]
case = "hang"
gravity = ["9.81 m/s^2", "0 m/s^2", "0 m/s^2"]
[[load]]
case = "spin"
centrifugal = { speed = "3000 rpm", axis = [0, 0, 2] , point = ["0 m", "50 mm", "0 m"] }
[[load]]
case = "warm"
temperature = "50 K"
)toml" + output("pull", "quantity = \"displacement\"\non = \"xmax\"\ncomponent = \"x\"\ncase = \"pull\"") +
          output("press", "quantity = \"stress\"\ncomponent = \"xx\"\ncase = \"press\"") +
          output("hang", "quantity = \"reaction\"\ncomponent = \"x\"\ncase = \"hang\"") +
          output("spin", "quantity = \"reaction\"\ncomponent = \"magnitude\"\ncase = \"spin\"") +
          output("warm", "quantity = \"displacement\"\non = \"xmax\"\ncomponent = \"x\"\ncase = \"warm\"") +
          output("warm_stress", "quantity = \"von-mises\"\ncase = \"warm\"") +
          output("energy", "quantity = \"strain-energy\"\ncase = \"pull\"") + output("mass", "quantity = \"mass\""));
  const double tolerance = 1e-9;
  EXPECT_NEAR(quantity(record, "pull"), 10e3 * length / (young * area), tolerance * 1e-5);
  EXPECT_NEAR(quantity(record, "press"), -2e6, tolerance * 2e6);
  EXPECT_NEAR(quantity(record, "hang"), -density * area * length * 9.81, tolerance * 400);
  EXPECT_NEAR(quantity(record, "spin"), density * area * speed * speed * length * length / 2, tolerance * 2e6);
  EXPECT_NEAR(quantity(record, "warm"), 10e-6 * 50 * length, tolerance * 5e-4);
  EXPECT_NEAR(quantity(record, "warm_stress"), 0, 1e-9 * young * 5e-4);
  EXPECT_NEAR(quantity(record, "energy"), 0.5 * 10e3 * 10e3 * length / (young * area), tolerance * 0.05);
  EXPECT_NEAR(quantity(record, "mass"), density * area * length, tolerance * 40);
}

TEST(FeLoads, APrescribedDisplacementStretchesTheBar) {
  const RunRecord record = run_text("bar-stretch", std::string(kBar) + R"toml(
[[support]]
on = "xmax"
x = "0.1 mm"
)toml" + output("pull", "quantity = \"reaction\"\non = \"xmax\"\ncomponent = \"x\""));
  EXPECT_NEAR(quantity(record, "pull"), 200e9 * 0.005 * 1e-4, 1e-9 * 1e5);
}

TEST(FeLoads, PrescribedDisplacementsBelongToTheirLoadCase) {
  const auto pull = [](const std::string& load_case) {
    return output("pull_" + load_case,
                  "quantity = \"reaction\"\non = \"xmax\"\ncomponent = \"x\"\ncase = \"" + load_case + "\"");
  };
  const RunRecord record = run_text("bar-stretch-cases", std::string(kBar) + R"toml(
[[support]]
case = "stretched"
on = "xmax"
x = "0.1 mm"
[[support]]
case = "squeezed"
on = "xmax"
x = "-0.3 mm"
[[load]]
case = "warm"
temperature = "50 K"
)toml" + pull("stretched") + pull("squeezed") + pull("warm"));
  const double stiffness = 200e9 * 0.005 / 1.0;
  EXPECT_NEAR(quantity(record, "pull_stretched"), stiffness * 1e-4, 1e-9 * 1e5);
  EXPECT_NEAR(quantity(record, "pull_squeezed"), -stiffness * 3e-4, 1e-9 * 3e5);
  EXPECT_NEAR(quantity(record, "pull_warm"), -stiffness * 10e-6 * 50, 1e-9 * 5e5);  // held at zero there
}

// A block on springs, far stiffer than they: f = sqrt(k/m)/(2 pi).
TEST(FeLoads, ABlockOnSpringsSwingsWithItsMass) {
  const RunRecord record = run_text("block-on-springs", R"toml(
[model]
name = "block"
[[flexible_body]]
name = "block"
mesh = { box = ["0.1 m", "0.1 m", "0.1 m"], divisions = [1, 1, 1], element = "hex20", origin = ["-50 mm", "-50 mm", "0 m"] }
material = { young = "200 GPa", poisson = 0.3, density = "1000 kg/m^3" }
interface = [ { name = "foot", surface = "zmin", coupling = "rigid" }, { name = "top", surface = "zmax" } ]
point_mass = [ { at = "foot", mass = "3 kg" } ]
spring = [ { from = "foot", stiffness = ["0 N/m", "0 N/m", "4 kN/m"] } ]
[[support]]
on = "foot"
fixed = ["x", "y", "rx", "ry", "rz"]
[[load]]
on = "top"
moment = ["0 Nm", "0 Nm", "5 Nm"]
[[stage]]
type = "fe-modes"
modes = 1
[[stage]]
type = "fe-static"
[[output]]
name = "bounce"
quantity = "frequency"
[[output]]
name = "moment"
quantity = "reaction-moment"
on = "foot"
component = "z"
)toml");
  EXPECT_NEAR(quantity(record, "bounce"), std::sqrt(4000.0 / (1 + 3)) / (2 * pi), 1e-5);  // the block gives a little
  EXPECT_NEAR(quantity(record, "moment"), -5, 1e-8);
}

}  // namespace trunnion
