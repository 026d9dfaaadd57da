// The cranktrain example: flexible parts on bearings, and the run-up.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/paths.h"
#include "support/verification.h"
#include "trunnion/run/run_model.h"

namespace trunnion {
namespace {

RunResult cranktrain(const std::string& folder, const std::vector<SetOption>& set) {
  RunOptions options;
  options.model_file = testing::source_dir() / "examples" / "cranktrain" / "cranktrain.toml";
  options.set = {{"crank_mesh", "14 mm"}, {"rod_mesh", "6 mm"}};
  options.set.insert(options.set.end(), set.begin(), set.end());
  options.out = testing::fresh_folder(folder);
  return run_model(options);
}

VectorXd curve(const std::vector<NamedArray>& arrays, const std::string& name) {
  for (const NamedArray& array : arrays)
    if (array.name == name) return array.values;
  ADD_FAILURE() << name;
  return {};
}

double quantity(const RunResult& result, const std::string& name) {
  const Quantity* found = find_quantity(result.record, name);
  return found && found->value ? *found->value : std::nan("");
}

TEST(Cranktrain, RunUpThatKeepsItsDriveEndsInTheLoadsOfTheSteadyStart) {
  const RunResult steady = cranktrain("cranktrain-steady", {{"variant", "0"}, {"motion", "kept"}, {"cycles", "1"}});
  const RunResult run_up =
      cranktrain("cranktrain-run-up", {{"variant", "0"}, {"motion", "kept"}, {"cycles", "1"}, {"start", "run-up"}});
  ASSERT_TRUE(steady.success() && run_up.success());
  for (const char* name : {"channel.big_end_1", "channel.small_end_2", "channel.central_main_1"}) {
    const VectorXd a = curve(steady.arrays.at("cycle/run"), name), b = curve(run_up.arrays.at("cycle/run"), name);
    ASSERT_EQ(a.size(), b.size());
    testing::record({.group = "Cranktrain",
                     .name = std::string("Rigid L-twin: ") + name + " after a run-up, difference as share of the peak",
                     .reference = "steady start",
                     .error = (a - b).cwiseAbs().maxCoeff() / a.maxCoeff(),
                     .allowed = 2e-3,
                     .why = "both are the one periodic motion; each may have the 0.1 % of its reactions",
                     .inside = true});
  }
}

TEST(Cranktrain, FlexiblePartsOnOilFilmsAndBallsKeepEnergyFilmAndMomentum) {
  const RunResult result = cranktrain("cranktrain-flexible", {{"variant", "G"}, {"cycles", "1"}, {"settle", "2"}});
  ASSERT_TRUE(result.success());
  testing::record({.group = "Cranktrain",
                   .name = "Flexible L-twin on films and balls (variant G): energy that is not explained",
                   .reference = "energy balance",
                   .error = quantity(result, "energy_balance_error"),
                   .allowed = 1e-4,
                   .why = "tolerance of the integration"});
  for (const char* film : {"min_film_1", "min_film_2"}) {
    EXPECT_GT(quantity(result, film), 0);
    EXPECT_LT(quantity(result, film), 30e-6);
  }
  EXPECT_GT(quantity(result, "peak_stress_crank"), 0);
  // Impulse of gas and rod on a piston against its change of momentum.
  const auto& curves = result.arrays.at("curves/run");
  const VectorXd time = curve(curves, "time"), v = curve(curves, "body.piston_1.vx"),
                 force = -curve(curves, "joint.small end 1.wx") - curve(curves, "force.gas 1.force");
  const Index n = time.size() - 1;
  const double impulse =
      (time.tail(n) - time.head(n)).dot(force.tail(n) + force.head(n)) / 2;  // recorded is the force on the rod
  constexpr double mass = 0.5;
  testing::record({.group = "Cranktrain",
                   .name = "Flexible L-twin: impulse on piston 1 less its change of momentum, share of the largest",
                   .reference = "Newton's second law",
                   .error = std::abs(impulse - mass * (v[n] - v[0])) / (mass * v.cwiseAbs().maxCoeff()),
                   .allowed = 1e-3,
                   .why = "trapezoids between samples a degree apart"});
}

}  // namespace
}  // namespace trunnion
