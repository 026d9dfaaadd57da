#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/contact/friction.h"
#include "trunnion/contact/material.h"
#include "trunnion/contact/normal_force.h"
#include "trunnion/contact/point_law.h"

namespace trunnion {
namespace {

using std::numbers::pi;

TEST(NormalForce, DerivativesAreTheLimitOfDifferences) {
  const double e = 2e10, c = 0.75, h = 3e-6;
  for (const double rate : {0.2, -0.4, -2.0}) {
    const NormalForce at = normal_force(e, c, h, rate);
    const double dh = 1e-10, dv = 1e-6, de = 1e4;
    const auto F = [&](double ee, double hh, double vv) { return normal_force(ee, c, hh, vv).value; };
    EXPECT_NEAR(at.d_approach, (F(e, h + dh, rate) - F(e, h - dh, rate)) / (2 * dh), 1e-8 * 1.5 * e * std::sqrt(h));
    EXPECT_NEAR(at.d_rate, (F(e, h, rate + dv) - F(e, h, rate - dv)) / (2 * dv), 1e-8 * e * c * std::pow(h, 1.5));
    EXPECT_NEAR(at.d_stiffness, (F(e + de, h, rate) - F(e - de, h, rate)) / (2 * de), 1e-8 * std::pow(h, 1.5));
  }
}

TEST(NormalForce, NeverPullsAndNeverCreatesEnergy) {
  for (const double rate : {-10.0, -1.4, -1.3, -0.5, 0.0, 0.5, 10.0}) {
    const NormalForce F = normal_force(1e10, 0.75, 2e-6, rate);
    EXPECT_GE(F.value, 0);
    EXPECT_GE(F.dissipated_power, 0);
  }
  EXPECT_EQ(normal_force(1e10, 0.75, -1e-6, 3).value, 0);
}

struct Impact {
  double deepest, duration, restitution;
};

/// A ball of mass m meets a plane at speed v: Runge-Kutta of order 4 until it leaves.
Impact bounce(double m, double e, double rate_factor, double v) {
  const double scale = std::pow(1.25 * m * v * v / e, 0.4) / v, dt = scale / 2000;
  const auto acceleration = [&](double h, double u) { return -normal_force(e, rate_factor, h, u).value / m; };
  double h = 0, u = v, t = 0, deepest = 0;
  for (;;) {
    const double k1 = acceleration(h, u);
    const double k2 = acceleration(h + dt / 2 * u, u + dt / 2 * k1);
    const double k3 = acceleration(h + dt / 2 * (u + dt / 2 * k1), u + dt / 2 * k2);
    const double k4 = acceleration(h + dt * (u + dt / 2 * k2), u + dt * k3);
    const double next = h + dt * u + dt * dt / 6 * (k1 + k2 + k3);
    if (next < 0) return {deepest, t - h / u, -u / v};
    // the deepest point lies on the parabola of the step in which u changes sign
    const double un = u + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    if (un < 0 && u >= 0) deepest = h - 0.5 * u * u / k1;
    h = next;
    u = un;
    t += dt;
  }
}

TEST(NormalForce, SteelBallBouncesOffAPlaneAsHertzComputed) {
  const double D = 7.9375e-3, m = 7800 * pi * D * D * D / 6;
  const double modulus = reduced_modulus({2.06e11, 0.3}, {2.06e11, 0.3});
  const double e = point_stiffness({}, {1 / D, 1 / D}, modulus).e;
  EXPECT_NEAR(e, 9.507393e9, 1e3);
  const Impact elastic = bounce(m, e, 0, 0.1);
  EXPECT_NEAR(elastic.deepest, 1.484558e-6, 1e-12);
  testing::record({.group = "Contact laws",
                   .name = "duration of the impact of a 7.9 mm steel ball on a plane at 0.1 m/s",
                   .reference = "Hertz, closed form",
                   .reference_value = 43.69463e-6,
                   .value = elastic.duration,
                   .error = testing::relative_error(elastic.duration, 43.69463e-6),
                   .allowed = 5e-6,
                   .why = "straight line within the last of 5900 time steps"});
  EXPECT_NEAR(elastic.restitution, 1, 1e-9);
  EXPECT_NEAR(bounce(m, e, rate_factor_of_restitution_slope(0.5), 0.1).restitution, 0.952370, 1e-6);
  EXPECT_NEAR(bounce(m, e, rate_factor_of_restitution_slope(0.5), 1.0).restitution, 0.662962, 1e-6);
}

TEST(PointLaw, ConstantCoefficientIgnoresTheCurvatures) {
  const PointStiffness s = point_stiffness({PointLaw::Kind::constant, 3e10}, {10, 200}, 1e11);
  EXPECT_EQ(s.e, 3e10);
  EXPECT_EQ(s.de_dP, 0);
  EXPECT_EQ(s.de_dQ, 0);
  EXPECT_THROW(point_stiffness({PointLaw::Kind::constant, 0}, {10, 200}, 1e11), InputError);
}

TEST(PointLaw, VilkeIsChosenByName) {
  EXPECT_NEAR(point_stiffness({PointLaw::Kind::vilke, 0}, {1, 1}, 1).e / point_stiffness({}, {1, 1}, 1).e - 1,
              -0.004748, 1e-6);
}

TEST(Friction, DerivativesAreTheLimitOfDifferences) {
  const FrictionLaw law{0.1, 1e-2};
  const double N = 80, step = 1e-6;
  for (const Vector3d& v : {Vector3d(0.01, -0.02, 0.005), Vector3d(0, 0, 0), Vector3d(1, 2, -1)}) {
    const FrictionForce at = friction_force(law, N, v);
    for (int i = 0; i < 3; ++i) {
      const Vector3d d = step * Vector3d::Unit(i);
      const Vector3d slope = (friction_force(law, N, v + d).value - friction_force(law, N, v - d).value) / (2 * step);
      EXPECT_LE((at.d_velocity.col(i) - slope).norm(), 1e-8 * law.coefficient * N / law.regularization);
    }
    EXPECT_LE((at.d_normal * N - at.value).norm(), 1e-14 * N);
  }
}

TEST(Friction, SaturatesAtCoulombsLimitAndOpposesSliding) {
  const Vector3d v(3, -4, 0);
  const FrictionForce F = friction_force({0.1, 1e-3}, 100, v);
  EXPECT_NEAR(F.value.norm(), 10, 1e-6);
  EXPECT_NEAR(F.value.dot(v), -50, 1e-5);
  EXPECT_EQ(friction_force({0.1, 1e-3}, 100, Vector3d::Zero()).value.norm(), 0);
}

TEST(Friction, SpinArmIsTheMeanRadiusUnderTheHertzPressure) {
  EXPECT_NEAR(spin_arm(2e-4, 2e-4), 3 * pi / 16 * 2e-4, 1e-18);
  EXPECT_NEAR(spin_arm(1, 1e-6), 0.375, 1e-10);
  // mean of r over the ellipse with weight sqrt(1 - x^2/a^2 - y^2/b^2): periodic in the angle, the radius in closed
  // form
  const double a = 3, b = 0.5;
  double sum = 0;
  const int n = 400;
  for (int i = 0; i < n; ++i) sum += std::hypot(a * std::cos(2 * pi * i / n), b * std::sin(2 * pi * i / n));
  const double exact = 3.0 / 16 * sum / n * pi;
  testing::record({.group = "Contact laws",
                   .name = "arm of spin friction of a contact ellipse of 3 to 0.5",
                   .reference = "quadrature of the radius under the pressure of Hertz",
                   .reference_value = exact,
                   .value = spin_arm(a, b),
                   .error = testing::relative_error(spin_arm(a, b), exact),
                   .allowed = 1e-12,
                   .why = "rounding"});
}

}  // namespace
}  // namespace trunnion
