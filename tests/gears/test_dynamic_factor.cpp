#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/verification.h"
#include "trunnion/gears/dynamic_factor.h"
#include "trunnion/gears/mesh_law.h"

namespace trunnion {
namespace {

using namespace testing;
using std::numbers::pi;

constexpr double stiffness = 3e8, pitch = 0.01, force = 5000;  // [N/m], [m], [N]

/// Constant or swinging stiffness, errors of `error`, one wave a pitch.
LoadSurface wave(double swing, double error) {
  constexpr Index n = 64;
  VectorXd e(n), k(n);
  for (Index i = 0; i < n; ++i) {
    const double phase = 2 * pi * (double(i) / n - 0.5);
    e[i] = error * std::sin(phase);
    k[i] = stiffness * (1 + swing * std::cos(phase));
  }
  return stiffness_law(pitch, e, k, force);
}

// m x'' + c x' + k (x - e) = F_0 with e = e_1 sin(w t): the force swings by m w^2 X, X = k e_1/|k - m w^2 + i c w|.
TEST(DynamicFactor, OfAConstantStiffnessItIsTheTextbookResonanceCurve) {
  const double error = 1e-6, zeta = 0.07;
  const LoadSurface law = wave(0, error);
  const VibratingGears gears{.mass = 0.4, .force = force, .damping_ratio = zeta, .base_pitch = pitch};
  const double resonance = mesh_resonance(law, gears);
  EXPECT_NEAR(resonance, std::sqrt(stiffness / gears.mass) / (2 * pi), 1e-9 * resonance);
  for (const double ratio : {0.3, 0.9, 1.0, 1.4}) {
    const DynamicFactor found = dynamic_factor(law, gears, ratio * resonance);
    const double amplification = std::hypot(1 - ratio * ratio, 2 * zeta * ratio);
    const double expected = 1 + ratio * ratio * stiffness * error / (force * amplification);
    record({.group = "Gears",
            .name = "Dynamic factor of a constant mesh stiffness at " + std::to_string(ratio).substr(0, 3) +
                    " times resonance",
            .reference = "1 + r^2 k e/(F sqrt((1 - r^2)^2 + (2 zeta r)^2))",
            .reference_value = expected,
            .value = found.factor,
            .error = relative_error(found.factor - 1, expected - 1),
            .allowed = 5e-3,
            .why = "60 steps a period, e^-8 of the start is left"});
  }
}

TEST(DynamicFactor, FarBelowResonanceItIsOneAndTheErrorSwingsAsItDoesAtRest) {
  const LoadSurface law = wave(0.2, 0);
  const VibratingGears gears{.mass = 0.4, .force = force, .damping_ratio = 0.07, .base_pitch = pitch};
  const DynamicFactor slow = dynamic_factor(law, gears, 0.01 * mesh_resonance(law, gears));
  EXPECT_NEAR(slow.factor, 1, 2e-3);
  const double at_rest = force / stiffness * (1 / 0.8 - 1 / 1.2);
  EXPECT_NEAR(slow.swing, at_rest, 5e-3 * at_rest);
}

TEST(DynamicFactor, WeaklyDampedResonanceLosesContact) {
  const LoadSurface law = wave(0.3, 2e-6);
  VibratingGears gears{.mass = 0.4, .force = force, .damping_ratio = 0.02, .base_pitch = pitch};
  const double resonance = mesh_resonance(law, gears);
  const DynamicFactor weak = dynamic_factor(law, gears, resonance);
  EXPECT_EQ(weak.least, 0);
  EXPECT_GT(weak.factor, 2);
  gears.damping_ratio = 0.3;
  EXPECT_GT(dynamic_factor(law, gears, resonance).least, 0);
}

}  // namespace
}  // namespace trunnion
