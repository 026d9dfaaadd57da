// The pulley of examples/press-fit, pulled sideways and let go: the joint rings as stuck parts do.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "run/mechanism_text.h"
#include "support/paths.h"
#include "support/verification.h"

namespace trunnion {
namespace {

const std::string pulley_let_go = R"toml([[flexible_body]]
name = "pulley"
from = { model = "press-fit.toml", set = { contact_modes = 25 } }
[[marker]]
name = "pedestal A"
body = "ground"
position = ["0 mm", "0 mm", "-107.5 mm"]
[[marker]]
name = "pedestal B"
body = "ground"
position = ["0 mm", "0 mm", "107.5 mm"]
[[joint]]
name = "A"
type = "fixed"
between = ["pulley.A", "pedestal A"]
[[joint]]
name = "B"
type = "fixed"
between = ["pulley.B", "pedestal B"]
[[load]]
name = "belt"
on = "pulley.C"
direction = [0, 1, 0]
size = "50 kN*smooth(time/(3 ms))*step(4 ms - time)"
[[marker]]
name = "along the belt"
body = "ground"
z = [0, 1, 0]
[[measure]]
name = "rim"
kind = "way"
between = ["pulley.C", "along the belt"]
[[stage]]
name = "shrink"
type = "static"
load_steps = 5
[[stage]]
name = "release"
type = "transient"
duration = "8 ms"
samples = 1600
error_indicator = false
)toml";

/// Instants at which a curve passes its last value from `from` on, by interpolation.
std::vector<double> crossings(const VectorXd& t, const VectorXd& y, double from) {
  std::vector<double> out;
  const double rest = y[y.size() - 1];
  for (Index k = 1; k < t.size(); ++k) {
    const double a = y[k - 1] - rest, b = y[k] - rest;
    if (t[k] > from && a * b < 0) out.push_back(t[k - 1] + (t[k] - t[k - 1]) * a / (a - b));
  }
  return out;
}

TEST(PressFitRelease, RingsAtTheLateralFrequencyOfTheStuckParts) {
  testing::TextRun run(pulley_let_go, testing::source_dir() / "examples" / "press-fit");
  run.all();
  const VectorXd t = run.curve("time"), rim = run.curve("measure.rim");
  const std::vector<double> at = crossings(t, rim, 4.02e-3);
  ASSERT_GE(at.size(), 5U);
  const double hz = 2 / (at[4] - at[0]), damped = 1892 * std::sqrt(1 - 0.1 * 0.1);
  testing::record({.group = "Press fits",
                   .name = "Pulley pulled by 50 kN and let go: frequency of the rim [Hz]",
                   .reference = "independent program, lateral mode of the stuck parts at 1892 Hz, damped by 10 %",
                   .reference_value = damped,
                   .value = hz,
                   .error = testing::relative_error(hz, damped),
                   .allowed = 0.02,
                   .why = "tolerance of the mode between two programs; points that slide lower it, too"});
  // Static deflection under the load before it is let go.
  Index held = 0;
  while (t[held] < 3.99e-3) ++held;
  EXPECT_NEAR(1e3 * std::abs(rim[held]), 0.0650, 0.1 * 0.0650);
}

}  // namespace
}  // namespace trunnion
