// A rotor with unbalance runs up through its critical speed: order analysis against the steady response.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "mechanism_text.h"
#include "support/verification.h"

namespace trunnion {
namespace {

// A disc of 2 kg on isotropic springs, its mass center 0.1 mm off the axis it is driven about: critical at 100 rad/s.
// The amplitude of order 1 is e r^2 / sqrt((1 - r^2)^2 + (2 z r)^2), r = speed/100, z = 0.05.
const char* rotor = R"([model]
name = "run-up"
[[rigid_body]]
name = "disc"
mass = "2 kg"
center = ["0.1 mm", "0 mm", "0 mm"]
inertia = ["0.02 kg.m^2", "0.02 kg.m^2", "0.04 kg.m^2"]
[[rigid_body]]
name = "carrier"
mass = "1e-3 kg"
inertia = ["1e-5 kg.m^2", "1e-5 kg.m^2", "1e-5 kg.m^2"]
[[marker]]
name = "x axis"
body = "ground"
z = [1, 0, 0]
x = [0, 1, 0]
[[joint]]
name = "level"
type = "planar"
between = ["carrier", "ground"]
[[joint]]
name = "bearing"
type = "revolute"
between = ["disc", "carrier"]
[[force]]
name = "support"
type = "bushing"
between = ["carrier", "ground"]
translation_stiffness = ["20 N/mm", "20 N/mm", "0 N/mm"]
translation_damping = ["20 N.s/m", "20 N.s/m", "0 N.s/m"]
turn_stiffness = ["0 N.m/rad", "0 N.m/rad", "1000 N.m/rad"]
turn_damping = ["0 N.m.s/rad", "0 N.m.s/rad", "1 N.m.s/rad"]
[[motion]]
name = "drive"
between = ["disc", "carrier"]
angular_speed = "40 rad/s + 4 rad/s^2*time"
[[measure]]
name = "turn"
kind = "angle"
between = ["disc", "carrier"]
[[measure]]
name = "sway"
kind = "way"
between = ["carrier", "x axis"]
[[stage]]
name = "run-up"
type = "transient"
duration = "30 s"
samples = 8000
order_analysis = [ { signal = "measure.sway", angle = "turn", orders = [1, 2], max_order = 4, revolutions = 6 } ]
)";

TEST(RunUp, TheFirstOrderPeaksAtTheCriticalSpeedAndFollowsTheSteadyResponse) {
  testing::TextRun run(rotor);
  run.all();
  EXPECT_TRUE(run.listener.warnings.empty()) << run.listener.warnings;
  const auto& arrays = run.results.back().arrays.at("orders/run-up/measure.sway");
  const VectorXd speed = arrays[1].values, first = arrays[7].values.col(0), second = arrays[7].values.col(1);
  const double e = 1e-4, m = 2.001, w0 = std::sqrt(2e4 / m), z = 20 / (2 * m * w0), share = 2 / m;
  const auto steady = [&](double w) {
    const double r = w / w0;
    return share * e * r * r / std::hypot(1 - r * r, 2 * z * r);
  };
  Index at = 0;
  const double peak = first.maxCoeff(&at);
  const double critical = w0 / std::sqrt(1 - 2 * z * z);
  testing::record({.group = "Multibody dynamics",
                   .name = "Run-up of an unbalanced rotor, amplitude of order 1 at the critical speed",
                   .reference = "steady response, closed form",
                   .reference_value = steady(critical),
                   .value = peak,
                   .error = testing::relative_error(peak, steady(critical)),
                   .allowed = 0.05,
                   .why = "the speed grows by 4 rad/s^2: the resonance has no time to build up fully"});
  testing::record({.group = "Multibody dynamics",
                   .name = "Run-up of an unbalanced rotor, speed of the largest order 1",
                   .reference = "steady response, closed form",
                   .reference_value = critical,
                   .value = speed[at],
                   .error = testing::relative_error(speed[at], critical),
                   .allowed = 0.03,
                   .why = "a growing speed shifts the peak upwards"});
  for (Index w = 0; w < speed.size(); ++w) {
    if (std::abs(speed[w] - w0) < 25) continue;
    EXPECT_NEAR(first[w], steady(speed[w]), 0.04 * steady(speed[w])) << speed[w];
  }
  EXPECT_LT(second.maxCoeff(), 0.01 * peak);
  ASSERT_EQ(run.results.back().matrices.size(), 2u);
  EXPECT_LE(run.results.back().matrices[0].values.rows(), 240);
  EXPECT_LE(run.results.back().matrices[0].values.cols(), 360);
  EXPECT_NEAR(run.quantity("orders.measure.sway.1.peak_speed"), speed[at], 1e-12);
}

}  // namespace
}  // namespace trunnion
