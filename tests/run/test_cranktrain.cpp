// The cranktrain example: rigid parts at constant speed against loads worked out by hand from the same data.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "support/paths.h"
#include "support/verification.h"
#include "trunnion/run/run_model.h"

namespace trunnion {
namespace {

RunResult rigid_cranktrain(const std::string& folder, const std::string& motion) {
  RunOptions options;
  options.model_file = testing::source_dir() / "examples" / "cranktrain" / "cranktrain.toml";
  options.set = {{"variant", "0"}, {"motion", motion}, {"crank_mesh", "14 mm"}, {"rod_mesh", "6 mm"},
                 {"cycles", "2"},  {"settle", "0.5"},  {"accuracy", "0.1"}};
  options.out = testing::fresh_folder(folder);
  return run_model(options);
}

VectorXd curve(const std::vector<NamedArray>& arrays, const std::string& name) {
  for (const NamedArray& array : arrays)
    if (array.name == name) return array.values;
  ADD_FAILURE() << name;
  return {};
}

// Crank angle [degree] and force of one rod on the crankpin [N], closed form of a slider-crank with the gas force of
// the example, rod of 0.350 kg with its center at 33.36 mm.
constexpr std::array<std::array<double, 3>, 12> rod_load{{{15, -29366.17, 5238.03},
                                                          {30, -18179.39, 8422.57},
                                                          {60, -4296.79, 10330.80},
                                                          {90, -14752.16, 13649.13},
                                                          {120, -24232.23, 12991.88},
                                                          {180, -25503.34, 0},
                                                          {270, -6700.48, -11270.34},
                                                          {330, 30610.55, -1440.24},
                                                          {360, 37903.52, 0},
                                                          {450, -6656.35, 11257.30},
                                                          {540, -25459.22, 0},
                                                          {690, 21563.38, -2734.98}}};

TEST(Cranktrain, RigidPartsAtConstantSpeedCarryTheLoadsOfTheClosedForm) {
  const RunResult result = rigid_cranktrain("cranktrain-rigid", "kept");
  ASSERT_TRUE(result.success());
  const auto& cycle = result.arrays.at("cycle/run");
  const VectorXd angle = curve(cycle, "angle"), x = curve(cycle, "joint.big end 1.wx"),
                 y = curve(cycle, "joint.big end 1.wy");
  double worst = 0;
  for (const auto& [degrees, fx, fy] : rod_load) {
    Index k = 0;
    (angle.array() - degrees * std::numbers::pi / 180).abs().minCoeff(&k);
    worst = std::max(worst, std::hypot(x[k] + fx, y[k] + fy));  // recorded is the force on the rod
  }
  constexpr double peak = 54476.7;  // both rods on the pin
  testing::record({.group = "Cranktrain",
                   .name = "Rigid L-twin at 10 000 rpm: load of rod 1 on the crankpin, share of the peak",
                   .reference = "closed form",
                   .error = worst / 37903.52,
                   .allowed = 1e-3,
                   .why = "mass of the coarse rod mesh, reactions interpolated between steps"});
  for (const char* name : {"min_film_1", "min_film_2", "peak_stress_crank"}) {
    const Quantity* none = find_quantity(result.record, name);
    ASSERT_TRUE(none) << name;
    EXPECT_FALSE(none->value) << name << ": rigid parts on ideal joints have neither films nor stress";
  }
  const Quantity* pin = find_quantity(result.record, "peak_crankpin_force");
  ASSERT_TRUE(pin && pin->value);
  testing::record({.group = "Cranktrain",
                   .name = "Rigid L-twin at 10 000 rpm: peak force on the crankpin [N]",
                   .reference = "closed form",
                   .reference_value = peak,
                   .value = *pin->value,
                   .error = testing::relative_error(*pin->value, peak),
                   .allowed = 1e-3,
                   .why = "mass of the coarse rod mesh, reactions interpolated between steps"});
}

TEST(Cranktrain, FreeSpeedStartsAtItsMean) {
  const RunResult result = rigid_cranktrain("cranktrain-free", "released");
  ASSERT_TRUE(result.success());
  const auto& curves = result.arrays.at("curves/run");
  const VectorXd time = curve(curves, "time"), angle = curve(curves, "measure.crank_angle");
  // Two whole cycles from the first instant on, straight between recorded instants.
  const double end = angle[0] + 8 * std::numbers::pi;
  Index k = 0;
  while (angle[k + 1] < end) ++k;
  const double t = time[k] + (end - angle[k]) / (angle[k + 1] - angle[k]) * (time[k + 1] - time[k]);
  const double rpm = 8 * std::numbers::pi / (t - time[0]) * 30 / std::numbers::pi;
  testing::record({.group = "Cranktrain",
                   .name = "Rigid L-twin with free speed: mean speed of the first two cycles [rpm]",
                   .reference = "rated speed",
                   .reference_value = 10000,
                   .value = rpm,
                   .error = testing::relative_error(rpm, 10000),
                   .allowed = 5e-3,
                   .why = "the speed at crank angle 0 is given to a percent of the mean"});
}

}  // namespace
}  // namespace trunnion
