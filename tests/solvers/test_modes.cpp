#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/mechanisms.h"
#include "support/verification.h"
#include "trunnion/forces/bushing.h"
#include "trunnion/solvers/modes.h"
#include "trunnion/solvers/statics.h"

namespace trunnion {
namespace {

using std::numbers::pi;
using testing::add_marker;

TEST(Modes, AHangingPendulumSwingsWithTheRootOfGOverL) {
  const Mechanism m = testing::pendulum(0.7);
  State s = testing::consistent_state(m);
  ASSERT_TRUE(solve_static(m, s, {}).converged);
  const auto modes = complex_modes(m, s);
  ASSERT_EQ(modes.size(), 1u);
  EXPECT_NEAR(modes[0].frequency, std::sqrt(9.81 / 0.7) / (2 * pi), 1e-8);
}

TEST(Modes, ADampedOscillatorHasItsClosedFormEigenvalue) {
  Mechanism m;
  m.add_body(rigid_body("mass", {2, Vector3d::Zero(), Matrix3d::Identity()}));
  const Index a = add_marker(m, 0, Vector3d::Zero()), g = add_marker(m, -1, Vector3d::Zero());
  m.joints = {prismatic_joint("guide", a, g)};
  Bushing::Data data;
  data.stiffness(2, 2) = 800;
  data.damping(2, 2) = 8;
  m.marker_forces = {{"mount", "bushing", a, g, std::make_shared<Bushing>("mount", data)}};
  finish(m);
  const State s = testing::consistent_state(m);
  const auto modes = complex_modes(m, s);
  ASSERT_EQ(modes.size(), 1u);
  EXPECT_NEAR(modes[0].s.real(), -2, 1e-9);
  EXPECT_NEAR(modes[0].s.imag(), std::sqrt(400.0 - 4), 1e-9);
  // and its frequency response
  ResponseInput in;
  in.load_marker = in.response_marker = a;
  in.wrench[2] = 1;
  in.frequencies = VectorXd::LinSpaced(5, 1, 6);
  const auto response = frequency_response(m, s, in);
  for (Index k = 0; k < 5; ++k) {
    const double w = 2 * pi * in.frequencies[k];
    const std::complex<double> exact = 1.0 / std::complex<double>(800 - 2 * w * w, 8 * w);
    EXPECT_LT(std::abs(response(2, k) - exact), 1e-12 * std::abs(exact) + 1e-15);
  }
}

// A rigid rotor on isotropic springs, spinning about z: tilting frequencies split by the gyroscopic moment,
//   w = Omega Ip/(2 It) +- sqrt((Omega Ip/(2 It))^2 + k_t/It)   (seen from the ground).
TEST(Modes, GyroscopicSplittingOfARigidRotorFollowsTheory) {
  const double Ip = 0.02, It = 0.015, kt = 3000, k = 1e6, mass = 5, speed = 400;
  Mechanism m;
  m.add_body(rigid_body("rotor", {mass, Vector3d::Zero(), Vector3d(It, It, Ip).asDiagonal()}));
  const Index a = add_marker(m, 0, Vector3d::Zero()), g = add_marker(m, -1, Vector3d::Zero());
  Bushing::Data data;
  data.stiffness.diagonal() << k, k, 4 * k, kt, kt, 0;
  // The bearing does not turn with the shaft: ground looks at the rotor.
  m.marker_forces = {{"bearings", "bushing", a, g, std::make_shared<Bushing>("bearings", data)}};
  m.joints = {motion("drive", a, g, MotionKind::angular_speed, constant_value(speed))};
  finish(m);
  const State s = testing::consistent_state(m);
  const auto points = campbell(m, s, "drive", VectorXd::Constant(1, speed), 0);
  const double half = speed * Ip / (2 * It), root = std::sqrt(half * half + kt / It);
  double backward = 1e9, forward = 1e9;
  for (const ComplexMode& mode : points[0].modes) {
    const double w = 2 * pi * mode.fixed_frequency;
    if (mode.whirl == Whirl::backward) backward = std::min(backward, std::abs(w - (root - half)));
    if (mode.whirl == Whirl::forward) forward = std::min(forward, std::abs(w - (root + half)));
  }
  testing::record({.group = "Multibody dynamics",
                   .name = "Rigid rotor at 400 rad/s, backward tilt frequency",
                   .reference = "closed form",
                   .reference_value = root - half,
                   .value = root - half + backward,
                   .error = backward / (root - half),
                   .allowed = 1e-6,
                   .why = "round-off of the eigensolver"});
  testing::record({.group = "Multibody dynamics",
                   .name = "Rigid rotor at 400 rad/s, forward tilt frequency",
                   .reference = "closed form",
                   .reference_value = root + half,
                   .value = root + half + forward,
                   .error = forward / (root + half),
                   .allowed = 1e-6,
                   .why = "round-off of the eigensolver"});
}

}  // namespace
}  // namespace trunnion
