// examples/press-fit/capacity.toml: the torque that a turned pulley ends at, against friction times pressure, area and
// radius.

#include <gtest/gtest.h>

#include <fstream>
#include <numbers>
#include <sstream>

#include "run/hub_on_shaft.h"
#include "support/paths.h"
#include "support/verification.h"

namespace trunnion {
namespace {

using testing::quantity;
using testing::replaced;

TEST(PressFitCapacity, TheExampleEndsAtFrictionTimesPressureAreaAndRadius) {
  const auto folder = testing::source_dir() / "examples" / "press-fit";
  std::stringstream text;
  text << std::ifstream(folder / "capacity.toml").rdbuf();
  const RunResult result = testing::run_fit(
      replaced(text.str(), "model = \"press-fit.toml\"", "model = \"" + (folder / "press-fit.toml").string() + "\"") +
      "[[output]]\nname = \"pressure_at_the_end\"\nquantity = \"curve\"\nstage = \"turn\"\n"
      "on = \"fit.seat.mean_pressure\"\ntake = \"last\"\n");
  ASSERT_TRUE(result.success());
  EXPECT_NEAR(quantity(result, "sliding_share"), 1, 1e-12);
  const double friction = 0.2, radius = 22e-3, area = 2 * std::numbers::pi * radius * 84e-3,
               found = quantity(result, "torque_capacity"),
               exact = friction * quantity(result, "pressure_at_the_end") * area * radius;
  testing::record({.group = "Press fits",
                   .name = "Shaft with pulley, level 1, model file: torque of the pulley that is turned until it slips",
                   .reference = "mu p A r",
                   .reference_value = exact,
                   .value = found,
                   .error = testing::relative_error(found, exact),
                   .allowed = 2e-3,
                   .why = "friction that points along the axis since the parts were shrunk"});
  testing::record(
      {.group = "Press fits",
       .name = "Shaft with pulley, level 1, model file: torque that it slips at, against an axisymmetric mesh",
       .reference = "independent program, axisymmetric mesh refined to 0.1 %",
       .reference_value = 3364,
       .value = found,
       .error = testing::relative_error(found, 3364),
       .allowed = 0.01,
       .why = "stated with the reference, which has the pressures after shrinking"});
}

}  // namespace
}  // namespace trunnion
