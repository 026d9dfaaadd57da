// What a press fit carries before it slips as a whole.

#include <gtest/gtest.h>

#include <cmath>

#include "run/hub_on_shaft.h"
#include "support/verification.h"

namespace trunnion {
namespace {

using testing::held_hub_on_shaft;
using testing::quantity;
using testing::run_fit;

TEST(FitSlip, TorqueGrowsToTheCapacityOfTheFitWhenTheRimIsTurned) {
  // Beyond the torque that friction holds there is no equilibrium under a load; a turned rim goes on.
  std::string text = held_hub_on_shaft();
  text += R"toml([[joint]]
name = "guide"
type = "revolute"
between = ["pair.C", "ground"]
[[motion]]
name = "turn"
between = ["pair.C", "ground"]
angle = "0 rad"
[[stage]]
name = "shrink"
type = "static"
load_steps = 2
[[stage]]
name = "turned"
type = "sweep"
motion = "turn"
first = "0 mrad"
last = "4 mrad"
samples = 9
[[output]]
name = "capacity"
quantity = "curve"
stage = "turned"
on = "fit.seat.torque"
take = "last"
[[output]]
name = "grip"
quantity = "curve"
stage = "turned"
on = "fit.seat.normal_force"
take = "last"
)toml";
  const RunResult result = run_fit(text);
  ASSERT_TRUE(result.success());
  EXPECT_NEAR(quantity(result, "turned.seat.sliding_share"), 1, 1e-12);
  const double exact = 0.2 * 0.02 * quantity(result, "grip");
  testing::record({.group = "Press fits",
                   .name = "Torque of a hub that is turned until it slips",
                   .reference = "mu r N",
                   .reference_value = exact,
                   .value = std::abs(quantity(result, "capacity")),
                   .error = testing::relative_error(std::abs(quantity(result, "capacity")), exact),
                   .allowed = 0.02,
                   .why = "20 facets around, and an axial part of friction that is left from shrinking"});
}

TEST(FitSlip, ATorqueBeyondFrictionEndsTheSweepAtTheLastEquilibriumAndSaysWhereItSlips) {
  std::string text = held_hub_on_shaft();
  text += R"toml([[load]]
name = "torque"
torque = true
on = "pair.C"
direction = [0, 0, 1]
size = "2400 N.m*time/(1 s)"
[[stage]]
name = "shrink"
type = "static"
load_steps = 2
[[stage]]
name = "twist"
type = "sweep"
duration = "1 s"
samples = 5
[[output]]
name = "grip"
quantity = "curve"
stage = "twist"
on = "fit.seat.normal_force"
take = "last"
[[output]]
name = "share_at_the_end"
quantity = "curve"
stage = "twist"
on = "fit.seat.sliding_share"
at = "1 s"
)toml";
  const RunResult result = run_fit(text);
  ASSERT_TRUE(result.success());
  // Positions lie 600 N m apart; the bracket is a 64th of that.
  const double held = quantity(result, "fit.seat.torque_held"), lost = quantity(result, "fit.seat.slips_at_torque"),
               capacity = 0.2 * 0.02 * quantity(result, "grip");
  testing::record({.group = "Press fits",
                   .name = "Torque at which a hub slips that is loaded until it does",
                   .reference = "mu r N",
                   .reference_value = capacity,
                   .value = held,
                   .error = testing::relative_error(held, capacity),
                   .allowed = 0.02,
                   .why = "20 facets around, an axial part of friction, the bracket of 9.4 N m"});
  EXPECT_NEAR(lost - held, 600.0 / 64, 1e-5 * held);
  EXPECT_NEAR(2400 * quantity(result, "fit.seat.slips_at"), lost, 1e-5 * held);
  std::string said;
  for (const std::string& warning : result.record.stages.back().warnings) said += warning;
  EXPECT_NE(said.find("the fit 'seat' slips at a torque between"), std::string::npos) << said;
  const Quantity* beyond = find_quantity(result.record, "share_at_the_end");
  ASSERT_NE(beyond, nullptr);
  EXPECT_NE(beyond->reason.find("does not reach there: the fit 'seat' slips at"), std::string::npos) << beyond->reason;
}

TEST(FitSlip, AStaticStageBeyondFrictionFailsInsteadOfHangingInSoftSprings) {
  const RunResult result = run_fit(testing::coarse(held_hub_on_shaft()) + R"toml([[load]]
name = "torque"
torque = true
on = "pair.C"
direction = [0, 0, 1]
size = "2400 N.m"
[[stage]]
name = "twist"
type = "static"
load_steps = 4
)toml");
  ASSERT_FALSE(result.success());
  EXPECT_NE(result.record.stages.back().message.find("the fit 'seat' slips"), std::string::npos)
      << result.record.stages.back().message;
}

TEST(FitSlip, AHubThatIsPulledAlongItsShaftSlipsAtAForce) {
  std::string text = held_hub_on_shaft();
  text += R"toml([[load]]
name = "pull"
on = "pair.C"
direction = [0, 0, 1]
size = "120 kN*time/(1 s)"
[[stage]]
name = "shrink"
type = "static"
load_steps = 2
[[stage]]
name = "pull"
type = "sweep"
duration = "1 s"
samples = 5
[[output]]
name = "grip"
quantity = "curve"
stage = "pull"
on = "fit.seat.normal_force"
take = "last"
)toml";
  const RunResult result = run_fit(text);
  ASSERT_TRUE(result.success());
  const double capacity = 0.2 * quantity(result, "grip");
  EXPECT_NEAR(quantity(result, "fit.seat.force_held"), capacity, 0.02 * capacity);
  EXPECT_NEAR(quantity(result, "fit.seat.slips_at_force") - quantity(result, "fit.seat.force_held"), 30e3 / 64, 1);
}

}  // namespace
}  // namespace trunnion
