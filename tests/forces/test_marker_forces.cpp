#include <gtest/gtest.h>

#include "support/point_mass_body.h"
#include "support/tangent_check.h"
#include "trunnion/base/error.h"
#include "trunnion/forces/bushing.h"
#include "trunnion/forces/radial_spring.h"
#include "trunnion/forces/spring_damper.h"
#include "trunnion/math/cubic_spline.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

RelativeMotion moving(double size) {
  RelativeMotion m;
  m.d = size * Vector3d(0.7, -0.4, 0.5);
  m.R = rotation_exp({0.4, -0.7, 0.3});
  m.v = {0.3, 0.2, -0.6};
  m.w = {1, -2, 0.5};
  return m;
}

TEST(LineSpring, TangentIsExact) {
  const LineSpring spring("s", {0.4, 5, linear_law(300), linear_law(7)});
  testing::expect_exact_tangent(spring, {}, moving(1), {});
}

TEST(LineSpring, MarkersThatCoincideAreRefusedWithASentence) {
  const LineSpring spring("s", {0.4, 5, linear_law(300), linear_law(7)});
  CacheSlot slot;
  EXPECT_THROW(spring.force({}, RelativeMotion{}, {}, slot), SolveError);
}

TEST(TorsionSpring, TangentIsExact) {
  testing::expect_exact_tangent(TorsionSpring({0.1, linear_law(50), linear_law(3)}), {}, moving(1), {0.0});
}

TEST(TorsionSpring, CountsFullTurns) {
  const TorsionSpring spring({0, linear_law(2), linear_law(0)});
  RelativeMotion m;
  m.R = rotation_exp({0, 0, 0.5});
  CacheSlot slot;
  const double turn = 2 * 3.14159265358979323846;
  EXPECT_NEAR(spring.force({}, m, {2 * turn}, slot)[5], -2 * (2 * turn + 0.5), 1e-12);
}

Bushing::Data bushing_data() {
  Bushing::Data data;
  const Matrix6d root = testing::scattered(6, 6, 9);
  data.stiffness = 100 * root * root.transpose();
  data.damping = 5 * Matrix6d::Identity();
  data.preload << 1, 2, 3, 4, 5, 6;
  data.curves[4] = [](double x) { return LawValue{x * x * x, 3 * x * x, x * x * x * x / 4}; };
  return data;
}

TEST(Bushing, TangentIsExact) { testing::expect_exact_tangent(Bushing("b", bushing_data()), {}, moving(1), {}); }

TEST(Bushing, ForceIsTheGradientOfItsEnergyAtLargeTurns) {
  Bushing::Data data = bushing_data();
  data.damping.setZero();
  const Bushing bushing("b", data);
  CacheSlot slot;
  const auto energy = [&](const RelativeMotion& m) {
    ForceReport report;
    bushing.report({}, m, {}, slot, report);
    return report.stored_energy;
  };
  const RelativeMotion m = moving(1);
  const Vector6d W = bushing.force({}, m, {}, slot);
  for (Index i = 0; i < 6; ++i) {
    const auto moved = [&](double h) {
      RelativeMotion y = m;
      if (i < 3)
        y.d[i] += h;
      else
        y.R = rotation_exp(h * Vector3d::Unit(i - 3)) * m.R;
      return energy(y);
    };
    EXPECT_NEAR(W[i], -(moved(1e-6) - moved(-1e-6)) / 2e-6, 1e-7 * W.norm());
  }
}

TEST(RadialSpring, TangentIsExactInContact) {
  testing::expect_exact_tangent(RadialSpring({1e6, 1e-3, 50, 1e-2}), {}, moving(5e-3), {});
  testing::expect_exact_tangent(RadialSpring({1e6, 1e-3, 50, 1e-4}), {}, moving(5e-3), {});
}

TEST(RadialSpring, TangentIsExactWhereTheStiffnessComesUp) {
  const RadialSpring spring({1e6, 1e-3, 50, 1e-2, 4e-3, 2e4, 30, 70});
  for (const double size : {1e-3, 4e-3, 9e-3}) testing::expect_exact_tangent(spring, {}, moving(size), {});
}

TEST(RadialSpring, EnergyWithAnOnsetIsTheWorkDoneOnTheWay) {
  const RadialSpring spring({.stiffness = 1.5e9, .clearance = 20e-6, .onset = 20e-6, .film_stiffness = 5e6});
  CacheSlot slot;
  RelativeMotion m;
  double work = 0;
  constexpr int steps = 8000;
  constexpr double way = 80e-6, h = way / steps;
  for (int k = 0; k < steps; ++k) {  // midpoint rule, error of second order
    m.d = {(k + 0.5) * h, 0, 0};
    work -= h * spring.force({}, m, {}, slot)[0];
  }
  m.d = {way, 0, 0};
  ForceReport report;
  spring.report({}, m, {}, slot, report);
  EXPECT_NEAR(report.stored_energy, work, 1e-6 * work);
}

TEST(RadialSpring, OnsetJoinsTheFilmAndTheStraightLine) {
  const RadialSpring spring({.stiffness = 1.5e9, .clearance = 20e-6, .onset = 20e-6, .film_stiffness = 5e6});
  CacheSlot slot;
  const auto force = [&](double e) {
    RelativeMotion m;
    m.d = {0, e, 0};
    return -spring.force({}, m, {}, slot)[1];
  };
  // k_f e up to the clearance, k s^2/(2 o) more up to the end of the onset, straight from there
  EXPECT_NEAR(force(20e-6), 100, 1e-9);
  EXPECT_NEAR(force(25e-6), 1062.5, 1e-8);
  EXPECT_NEAR(force(40e-6), 15200, 1e-7);
  EXPECT_NEAR(force(80e-6), 75400, 1e-7);
}

TEST(RadialSpring, CenteredJournalWithoutClearanceHasAStiffness) {
  const RadialSpring spring({1e6, 0, 0, 1e-6});
  CacheSlot slot;
  EXPECT_EQ(spring.force({}, {}, {}, slot).norm(), 0);
  EXPECT_EQ(spring.linearize({}, {}, {}, slot).dx(0, 0), -1e6);
}

TEST(RadialSpring, CarriesNothingWithinItsClearance) {
  const RadialSpring spring({1e6, 1e-3, 50, 1e-6});
  CacheSlot slot;
  EXPECT_EQ(spring.force({}, moving(1e-3), {}, slot).norm(), 0);
}

TEST(CubicSpline, ReproducesASineWithFourthOrder) {
  double error[2];
  for (int k = 0; k < 2; ++k) {
    const Index n = 20 << k;
    const VectorXd x = VectorXd::LinSpaced(n + 1, 0, 2 * 3.14159265358979323846);
    const CubicSpline spline(x, x.array().sin(), CubicSpline::Ends::periodic);
    error[k] = 0;
    for (double t = -7; t < 15; t += 0.0137) error[k] = std::max(error[k], std::abs(spline(t).value - std::sin(t)));
  }
  EXPECT_NEAR(std::log2(error[0] / error[1]), 4, 0.2);
}

TEST(CubicSpline, SlopeAndIntegralBelongToTheValue) {
  const VectorXd x = (VectorXd(5) << 0, 0.4, 1, 1.3, 2).finished(), y = (VectorXd(5) << 1, -1, 2, 0, 1).finished();
  for (const auto ends : {CubicSpline::Ends::natural, CubicSpline::Ends::periodic}) {
    const CubicSpline spline(x, y, ends);
    for (const double t : {-0.7, 0.2, 0.9, 1.1, 1.9, 2.6}) {
      constexpr double h = 1e-5;
      EXPECT_NEAR(spline(t).slope, (spline(t + h).value - spline(t - h).value) / (2 * h), 1e-6);
      EXPECT_NEAR(spline(t).value, (spline(t + h).integral - spline(t - h).integral) / (2 * h), 1e-6);
    }
  }
}

TEST(CubicSpline, RepeatedAbscissaeAreRefused) {
  EXPECT_THROW(CubicSpline(Vector3d(0, 1, 1), Vector3d(0, 1, 2)), InputError);
}

}  // namespace
}  // namespace trunnion
