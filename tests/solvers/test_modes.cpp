#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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
  const auto response = frequency_response(m, s, linearize(m, s), in);
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

// A rigid rotor of 5 kg along z in springs kx, ky at z = -l and l, and its drive.
struct SpringRotor {
  double kx = 1e6, ky = 1e6, l = 0.2, mass = 5, Ip = 0.02;
  Vector3d inertia{0.05, 0.05, 0.02};
  Mechanism m;

  SpringRotor(double stiffness_x, double stiffness_y, double Ixx, double Iyy)
      : kx(stiffness_x), ky(stiffness_y), inertia(Ixx, Iyy, Ip) {
    m.add_body(rigid_body("rotor", {mass, Vector3d::Zero(), inertia.asDiagonal()}));
    for (const double z : {-l, l}) {
      const Index a = add_marker(m, 0, {0, 0, z}), g = add_marker(m, -1, {0, 0, z});
      Bushing::Data data;
      data.stiffness.diagonal() << kx, ky, 1e6, 0, 0, 0;
      m.marker_forces.push_back({"bearing", "bushing", a, g, std::make_shared<Bushing>("bearing", data)});
    }
    m.joints = {motion("drive", 0, 1, MotionKind::angular_speed, constant_value(1))};
    finish(m);
  }
  CampbellPoint at(double speed) const {
    return campbell(m, testing::consistent_state(m), "drive", VectorXd::Constant(1, speed), 0)[0];
  }
  // Tilting: It^2 w^4 - (It (cx + cy) + (W Ip)^2) w^2 + cx cy = 0 with the moments cx, cy per angle about x and y.
  std::array<double, 2> tilting(double speed) const {
    const double It = inertia[0], cx = 2 * ky * l * l, cy = 2 * kx * l * l;
    const double b = It * (cx + cy) + std::pow(speed * Ip, 2), root = std::sqrt(b * b - 4 * It * It * cx * cy);
    return {std::sqrt((b - root) / (2 * It * It)), std::sqrt((b + root) / (2 * It * It))};
  }
};

TEST(Modes, ARigidRotorInBearingsOfTwoStiffnessesFollowsTheory) {
  for (const double speed : {50.0, 400.0, 2000.0}) {
    const SpringRotor rotor(1e6, 3e6, 0.05, 0.05);
    const CampbellPoint point = rotor.at(speed);
    EXPECT_EQ(point.caution, "");
    const auto [backward, forward] = rotor.tilting(speed);
    std::vector<double> exact{backward, forward};
    for (const double k : {rotor.kx, rotor.ky, 1e6}) exact.push_back(std::sqrt(2 * k / rotor.mass));
    ASSERT_EQ(point.modes.size(), exact.size());
    double worst = 0;
    for (const double w : exact) {
      const auto nearest = std::min_element(point.modes.begin(), point.modes.end(), [w](const auto& a, const auto& b) {
        return std::abs(2 * pi * a.fixed_frequency - w) < std::abs(2 * pi * b.fixed_frequency - w);
      });
      worst = std::max(worst, std::abs(2 * pi * nearest->fixed_frequency / w - 1));
      const Whirl whirl = w == backward ? Whirl::backward : (w == forward ? Whirl::forward : Whirl::none);
      EXPECT_EQ(nearest->whirl, whirl);
    }
    testing::record(
        {.group = "Multibody dynamics",
         .name = fmt::format("Rigid rotor in bearings of two stiffnesses at {:g} rad/s, five frequencies", speed),
         .reference = "closed form",
         .reference_value = 0,
         .value = worst,
         .error = worst,
         .allowed = 1e-9,
         .why = "round-off of the eigensolver, in frequencies four decades apart"});
  }
}

// Neither the rotor nor its bearings are the same all around: no frequency holds for all time, and that is said. On
// equal bearings the same rotor has them, in its own axes.
TEST(Modes, ARotorOfTwoInertiasInBearingsOfTwoStiffnessesIsSaidToVaryInTime) {
  const CampbellPoint both = SpringRotor(1e6, 3e6, 0.05, 0.035).at(400);
  EXPECT_NE(both.caution.find("% of themselves"), std::string::npos) << both.caution;
  EXPECT_EQ(SpringRotor(1e6, 3e6, 0.05, 0.035).at(1e-5).caution,
            "");  // left over from coming to rest: it does not turn
  const CampbellPoint rotor_only = SpringRotor(1e6, 1e6, 0.05, 0.035).at(400);
  EXPECT_EQ(rotor_only.caution, "");
  // In body axes: (a - Ix w^2)(b - Iy w^2) = (g w)^2, a = c + W^2 (Ip - Iy), b = c + W^2 (Ip - Ix), g = W (Ip - Ix -
  // Iy).
  const double c = 2 * 1e6 * 0.04, W = 400, Ix = 0.05, Iy = 0.035, Ip = 0.02;
  const double a = c + W * W * (Ip - Iy), b = c + W * W * (Ip - Ix), g = W * (Ip - Ix - Iy);
  const double p = a * Iy + b * Ix + g * g, root = std::sqrt(p * p - 4 * Ix * Iy * a * b);
  for (const double w : {std::sqrt((p - root) / (2 * Ix * Iy)), std::sqrt((p + root) / (2 * Ix * Iy))}) {
    double nearest = 1e9;
    for (const ComplexMode& mode : rotor_only.modes) nearest = std::min(nearest, std::abs(2 * pi * mode.frequency - w));
    EXPECT_LT(nearest, 1e-9 * w);
  }
}

// A force that does not turn with the rotor moves it as if it stood still: 1/(2 k - m w^2), whatever its speed.
TEST(Modes, AForceInSpaceShakesARotorInSpace) {
  const SpringRotor rotor(1e6, 3e6, 0.05, 0.05);
  Mechanism m = rotor.m;
  m.joints[0].motion = uniform_rate(0, 700);
  State s = testing::consistent_state(m);
  ASSERT_TRUE(solve_static(m, s, {.steady = true}).converged);
  ResponseInput in;
  in.load_marker = in.response_marker = add_marker(m, 0, Vector3d::Zero());
  in.wrench << 2, 1, 0, 0, 0, 0;
  in.frequencies = VectorXd::LinSpaced(5, 10, 300);
  const LinearSystem linear = linearize(m, s, -1, View::ground);
  EXPECT_EQ(caution(linear), "");
  const auto response = frequency_response(m, s, linear, in);
  for (Index k = 0; k < 5; ++k) {
    const double w2 = std::pow(2 * pi * in.frequencies[k], 2), x = 2 / (2 * 1e6 - 5 * w2), y = 1 / (2 * 3e6 - 5 * w2);
    EXPECT_LT(std::abs(response(0, k) - x), 1e-9 * std::abs(x));
    EXPECT_LT(std::abs(response(1, k) - y), 1e-9 * std::abs(y));
  }
}

}  // namespace
}  // namespace trunnion
