#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/contact/fit_law.h"

namespace trunnion {
namespace {

FitLaw steel() {
  FitLaw law;
  law.stiffness = 1e14;  // 1e5 N/mm^3
  law.friction = 0.2;
  law.elastic_slip = 1e-5;
  return law;
}

Vector3d stresses(const FitLaw& law, const Vector3d& w, const FitMemory& past) {
  const FitTraction t = fit_traction(law, w[0], w.tail<2>(), past);
  return {t.pressure, t.shear[0], t.shear[1]};
}

double tangent_error(const FitLaw& law, const Vector3d& w, const FitMemory& past) {
  Matrix3d exact, central;
  fit_traction(law, w[0], w.tail<2>(), past, &exact);
  constexpr double h = 1e-11;  // m: far from every kink of the states below
  for (int c = 0; c < 3; ++c) {
    Vector3d up = w, down = w;
    up[c] += h, down[c] -= h;
    central.col(c) = (stresses(law, up, past) - stresses(law, down, past)) / (2 * h);
  }
  return (exact - central).norm() / exact.norm();
}

TEST(FitLaw, TangentsAreThoseOfDifferencesInEveryState) {
  FitLaw power = steel(), smooth = steel(), weak = steel();
  power.exponent = 1.7;
  power.stiffness = 1e18;
  smooth.smoothing = 1e-7;
  weak.sliding = 0.12;
  weak.weakening = 4e-5;
  FitMemory past;
  past.slip = {3e-6, -2e-6};
  past.motion = {1e-6, 2e-6};
  past.slid = 6e-6;
  double worst = 0;
  for (const FitLaw& law : {steel(), power, smooth, weak})
    for (const Vector3d& w : {Vector3d(-8e-7, 4e-6, 1e-6), Vector3d(-8e-7, 2e-5, -1.1e-5), Vector3d(-4e-8, 1e-6, 0)})
      worst = std::max(worst, tangent_error(law, w, past));
  // Rounding of the stresses over the step: 1e-16 * 1e8 / 1e-11 against 1e13 is 1e-10; curvature adds h/e squared.
  EXPECT_LT(worst, 1e-6);
}

TEST(FitLaw, PressureIsTheSlopeOfItsEnergy) {
  FitLaw smooth = steel(), power = steel();
  smooth.smoothing = 1e-6;
  power.exponent = 2;
  for (const FitLaw& law : {steel(), smooth, power})
    for (const double e : {3e-7, 9e-7, 2.5e-6}) {
      constexpr double h = 1e-10;
      const auto energy = [&](double depth) { return fit_traction(law, -depth, Vector2d::Zero(), {}).energy; };
      const double p = fit_traction(law, -e, Vector2d::Zero(), {}).pressure;
      EXPECT_NEAR((energy(e + h) - energy(e - h)) / (2 * h), p, 1e-6 * p);
    }
}

/// Friction work of one cycle u0 sin, by the trapezoidal rule over the steps, after the first quarter has been left.
double cycle_work(const FitLaw& law, double pressure, double amplitude, int steps) {
  const double gap = -pressure / law.stiffness;
  FitMemory memory;
  Vector2d before = Vector2d::Zero(), motion = Vector2d::Zero();
  double work = 0;
  for (int k = 1; k <= 2 * steps; ++k) {
    const Vector2d next(amplitude * std::sin(2 * std::numbers::pi * k / steps), 0);
    const FitTraction t = fit_traction(law, gap, next, memory);
    if (k > steps) work += 0.5 * (t.shear + before).dot(next - motion);
    before = t.shear;
    motion = next;
    memory = t.memory;
  }
  return work;
}

TEST(FitLaw, CycleOfStickAndSlipDissipatesFourMuPTimesTheWaySlid) {
  const double mu = 0.2, p = 1e8, u0 = 3e-5, slip = 1e-5;
  const double closed = 4 * mu * p * (u0 - slip);
  const double measured = cycle_work(steel(), p, u0, 2000);
  // The trapezoidal rule misses the two corners of the loop by at most one step each.
  testing::record({.group = "Press fits",
                   .name = "friction work of a cycle of stick and slip",
                   .reference = "4 mu p (u0 - elastic slip)",
                   .reference_value = closed,
                   .value = measured,
                   .error = std::abs(measured / closed - 1),
                   .allowed = 2 * std::pow(2 * std::numbers::pi / 2000, 2) * 10,
                   .why = "trapezoidal rule of 2000 steps at the corners of the loop"});
}

TEST(FitLaw, FrictionWorkCountedByTheMemoryIsThatOfTheSlidWay) {
  const FitLaw law = steel();
  FitMemory memory;
  for (int k = 1; k <= 30; ++k) memory = fit_traction(law, -1e-6, {k * 1e-6, 0}, memory).memory;
  EXPECT_NEAR(memory.work, 0.2 * 1e8 * 20e-6, 1e-9 * 400);
}

TEST(FitLaw, StraightWayEndsAtTheSameStressInOneStepOrMany) {
  FitLaw law = steel();
  law.sliding = 0.1;
  law.weakening = 3e-5;
  const FitTraction once = fit_traction(law, -1e-6, {2.4e-5, 1.8e-5}, {});
  FitMemory memory;
  FitTraction many;
  for (int k = 1; k <= 50; ++k) {
    many = fit_traction(law, -1e-6, {k * 2.4e-5 / 50, k * 1.8e-5 / 50}, memory);
    memory = many.memory;
  }
  EXPECT_LT((once.shear - many.shear).norm(), 1e-12 * once.shear.norm());
  EXPECT_LT(once.shear.norm(), 0.2 * once.pressure);
}

TEST(FitLaw, APointThatSlidRestsWhereItIsOnEitherSideOfRoundOff) {
  for (int k = 0; k < 100; ++k) {
    const double angle = 0.0628 * k;
    const Vector2d way = 2e-5 * Vector2d(std::cos(angle), std::sin(angle));
    const FitTraction slid = fit_traction(steel(), -8e-7, way, {});
    ASSERT_TRUE(slid.sliding);
    Matrix3d tangent;
    const FitTraction again = fit_traction(steel(), -8e-7, way, slid.memory, &tangent);
    EXPECT_FALSE(again.sliding) << "toward " << angle;
    EXPECT_NEAR(tangent(1, 1), 0.2 * slid.pressure / 1e-5, 1e-9 * tangent(1, 1));
    EXPECT_TRUE(fit_traction(steel(), -8e-7, 1.001 * way, slid.memory).sliding);
  }
}

TEST(FitLaw, WeakenedFrictionFallsToThatOfSlidingAndComesBackWhenItSticks) {
  FitLaw law = steel();
  law.sliding = 0.1;
  FitTraction t = fit_traction(law, -1e-6, {5e-5, 0}, {});
  EXPECT_NEAR(t.shear.norm(), 0.1 * t.pressure, 1e-12 * t.pressure);
  for (int k = 1; k <= 20; ++k) t = fit_traction(law, -1e-6, {5e-5 - k * 1e-6, 0}, t.memory);
  EXPECT_NEAR(t.shear.norm(), 0.2 * t.pressure, 1e-9 * t.pressure);
}

TEST(FitLaw, OpenPointCarriesNothingAndForgetsItsSlip) {
  FitMemory past;
  past.slip = {5e-6, 0};
  past.work = 3;
  const FitTraction t = fit_traction(steel(), 1e-9, {1e-6, 0}, past);
  EXPECT_FALSE(t.closed);
  EXPECT_EQ(t.pressure, 0);
  EXPECT_EQ(t.shear.norm(), 0);
  EXPECT_EQ(t.memory.slip.norm(), 0);
  EXPECT_EQ(t.memory.work, 3);
}

TEST(FitLaw, ValuesThatCannotBeAreNamed) {
  FitLaw law = steel();
  law.sliding = 0.3;
  EXPECT_THROW(validate(law), InputError);
  law = steel();
  law.exponent = 0.5;
  EXPECT_THROW(validate(law), InputError);
  law = steel();
  law.elastic_slip = 0;
  EXPECT_THROW(validate(law), InputError);
  EXPECT_NO_THROW(validate(steel()));
}

}  // namespace
}  // namespace trunnion
