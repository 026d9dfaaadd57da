#include <gtest/gtest.h>

#include <cmath>

#include "support/mechanisms.h"
#include "trunnion/base/error.h"
#include "trunnion/forces/bushing.h"
#include "trunnion/forces/spring_damper.h"
#include "trunnion/math/rotations.h"
#include "trunnion/solvers/statics.h"
#include "trunnion/system/joint_equations.h"

namespace trunnion {
namespace {

using testing::add_marker;

TEST(Statics, AHangingMassStretchesItsSpring) {
  Mechanism m;
  m.gravity = {0, 0, -9.81};
  m.add_body(rigid_body("weight", {2, Vector3d::Zero(), Matrix3d::Identity()}));
  m.start[0].R = {0.1, 0, -1};
  const Index top = add_marker(m, -1, Vector3d::Zero()), hook = add_marker(m, 0, Vector3d::Zero());
  m.marker_forces = {{"s", "spring", hook, top,
                      std::make_shared<LineSpring>("s", LineSpring::Data{1, 0, linear_law(500), linear_law(0)})}};
  finish(m);
  State s = testing::consistent_state(m);
  const StaticReport report = solve_static(m, s, {});
  ASSERT_TRUE(report.converged) << report.message;
  EXPECT_NEAR(s.x.R[0].z(), -1 - 2 * 9.81 / 500, 1e-8);
  EXPECT_NEAR(s.x.R[0].x(), 0, 1e-6);
}

TEST(Statics, APendulumComesToRestBelowItsPin) {
  const Mechanism m = testing::pendulum();
  State s = testing::consistent_state(m);
  const StaticReport report = solve_static(m, s, {});
  ASSERT_TRUE(report.converged) << report.message;
  EXPECT_NEAR(s.x.R[0].z(), -1, 1e-9);
  EXPECT_NEAR(s.lambda.norm(), 9.81, 1e-6);
}

// A mass that slides along x, pulled by a load and held by a spring to the point (0, b).
Mechanism held_slider(double load, double b, double start, LineSpring::Data spring) {
  Mechanism m;
  m.add_body(rigid_body("mass", {2, Vector3d::Zero(), Matrix3d::Identity()}));
  m.start[0].R = {start, 0, 0};
  const Matrix3d along = testing::axis_frame(Vector3d::UnitX());
  const Index slide = add_marker(m, 0, Vector3d::Zero(), along), rail = add_marker(m, -1, Vector3d::Zero(), along);
  const Index foot = add_marker(m, -1, {0, b, 0}), hook = add_marker(m, 0, Vector3d::Zero()),
              ground = add_marker(m, -1, Vector3d::Zero());
  m.joints = {prismatic_joint("guide", slide, rail)};
  m.marker_forces = {{"s", "spring", hook, foot, std::make_shared<LineSpring>("s", std::move(spring))}};
  MeasuredLoad pull;
  pull.name = "pull";
  pull.I = hook;
  pull.J = ground;
  pull.direction[0] = 1;
  pull.size = [load](double, const VectorXd&) { return MeasuredValue{load, VectorXd(0)}; };
  m.loads = {pull};
  finish(m);
  return m;
}

// A shallow arch of half span 1 m and rise 0.2 m bears k (l0 - l) x/l up to its limit load. In ten steps the
// equilibrium follows the arch up to 95 % of it.
TEST(Statics, LoadStepsFollowAShallowArchUpToItsLimitLoad) {
  const double k = 1e4, rise = 0.2, l0 = std::hypot(1, rise);
  const auto bears = [&](double x) { return k * (l0 - std::hypot(1, x)) * x / std::hypot(1, x); };
  double limit = 0, at = rise;
  for (double x = rise; x > 0; x -= 1e-5)
    if (bears(x) > limit) {
      limit = bears(x);
      at = x;
    }
  const Mechanism m = held_slider(-0.95 * limit, 1, rise, {l0, 0, linear_law(k), linear_law(0)});
  State s = testing::consistent_state(m);
  const StaticReport report = solve_static(m, s, {.load_steps = 10});
  ASSERT_TRUE(report.converged) << report.message;
  EXPECT_GT(s.x.R[0].x(), at);
  EXPECT_NEAR(bears(s.x.R[0].x()), 0.95 * limit, 1e-6 * limit);
}

// A spring that gives no more than 100 N under 150 N: lost between 60 % and 70 % of the load, and said so.
TEST(Statics, ALoadBeyondWhatASpringCanBearIsReportedWithTheShareThatWasReached) {
  const auto soft = [](double x) {
    return LawValue{100 * std::tanh(20 * x), 2000 / std::pow(std::cosh(20 * x), 2), 5 * std::log(std::cosh(20 * x))};
  };
  const Mechanism m = held_slider(150, 0, 1, {1, 0, ForceLaw(soft), linear_law(0)});
  State s = testing::consistent_state(m);
  const StaticReport report = solve_static(m, s, {.load_steps = 10});
  EXPECT_FALSE(report.converged);
  for (const char* part : {"with 70 % of the loads", "at 60 %", "no equilibrium was found", "mass"})
    EXPECT_NE(report.message.find(part), std::string::npos) << part << " in: " << report.message;
}

// Preloads come with the loads: in any number of steps the end is the same, and half of the load has half of them.
TEST(Statics, PreloadsGrowWithTheLoads) {
  const auto rest = [](int steps) {
    const Mechanism m = held_slider(30, 0, 1, {1, 80, linear_law(1000), linear_law(0)});
    State s = testing::consistent_state(m);
    EXPECT_TRUE(solve_static(m, s, {.load_steps = steps}).converged);
    return s.x.R[0].x();
  };
  EXPECT_NEAR(rest(1), 1 + (30 - 80) / 1000.0, 1e-9);
  EXPECT_NEAR(rest(5), rest(1), 1e-9);
  const LineSpring spring("s", {1, 80, linear_law(0), linear_law(0)});
  RelativeMotion apart;
  apart.d = {1, 0, 0};
  CacheSlot slot;
  EXPECT_NEAR(spring.force({.load_factor = 0.5}, apart, {}, slot)[0], -40, 1e-12);
}

TEST(Statics, AFreeBodyUnderGravityIsReportedByName) {
  Mechanism m;
  m.gravity = {0, 0, -9.81};
  m.add_body(rigid_body("stone", {2, Vector3d::Zero(), Matrix3d::Identity()}));
  finish(m);
  State s = testing::consistent_state(m);
  const StaticReport report = solve_static(m, s, {.max_iterations = 30});
  EXPECT_FALSE(report.converged);
  EXPECT_NE(report.message.find("stone"), std::string::npos) << report.message;
}

TEST(Statics, SpinningMassOnASpringMovesOutToTheBalanceOfForces) {
  // k e = m w^2 (r0 + e): a slider in a rotating guide, driven at w.
  const double k = 1e4, mass = 0.5, r0 = 0.2, w = 60;
  Mechanism m;
  m.add_body(rigid_body("arm", {1, Vector3d::Zero(), Matrix3d::Identity()}));
  m.add_body(rigid_body("slider", {mass, Vector3d::Zero(), 1e-3 * Matrix3d::Identity()}));
  m.start[1].R = {r0, 0, 0};
  const Matrix3d along = testing::axis_frame(Vector3d::UnitX());
  const Index hub = add_marker(m, 0, Vector3d::Zero()), ground = add_marker(m, -1, Vector3d::Zero());
  const Index guide = add_marker(m, 0, Vector3d::Zero(), along), block = add_marker(m, 1, Vector3d::Zero(), along);
  m.joints = {revolute_joint("hub", hub, ground), prismatic_joint("guide", block, guide),
              motion("drive", hub, ground, MotionKind::angular_speed, constant_value(w))};
  m.marker_forces = {{"s", "spring", block, guide,
                      std::make_shared<LineSpring>("s", LineSpring::Data{r0, 0, linear_law(k), linear_law(0)})}};
  finish(m);
  State s = testing::consistent_state(m);
  const StaticReport report = solve_static(m, s, {.steady = true});
  ASSERT_TRUE(report.converged) << report.message;
  EXPECT_NEAR(s.x.R[1].head<2>().norm() - r0, mass * w * w * r0 / (k - mass * w * w), 1e-7);
}

TEST(Initialize, RedundantHingesAreNamedAndSolved) {
  // A door on two hinges on one line: the second adds one row of use (along the axis is doubled, too).
  Mechanism m;
  m.gravity = {0, -9.81, 0};
  m.add_body(rigid_body("door", {20, {0.5, 0, 0}, Vector3d(2, 3, 4).asDiagonal()}));
  const Index a = add_marker(m, 0, {0, 0, 0.5}), b = add_marker(m, -1, {0, 0, 0.5});
  const Index c = add_marker(m, 0, {0, 0, -0.5}), d = add_marker(m, -1, {0, 0, -0.5});
  m.joints = {revolute_joint("upper", a, b), revolute_joint("lower", c, d)};
  finish(m);
  State s = initial_state(m);
  start_rows(m, s);
  const InitializeReport report = initialize(m, s);
  EXPECT_EQ(report.redundant.size(), 5u);
  EXPECT_EQ(report.degrees_of_freedom, 1);
}

// Rows that were dropped since they follow from others are watched all the same: rounding may open them.
TEST(ConstraintDrift, CountsRowsThatWereDroppedAsRedundant) {
  Mechanism m;
  m.add_body(rigid_body("door", {20, {0.5, 0, 0}, Vector3d(2, 3, 4).asDiagonal()}));
  const Index a = add_marker(m, 0, {0, 0, 0.5}), b = add_marker(m, -1, {0, 0, 0.5});
  const Index c = add_marker(m, 0, {0, 0, -0.5}), d = add_marker(m, -1, {0, 0, -0.5});
  m.joints = {revolute_joint("upper", a, b), revolute_joint("lower", c, d),
              motion("drive", a, b, MotionKind::angle, constant_value(0))};
  finish(m);
  State s = testing::consistent_state(m);
  s.row_active[m.first_row[2]] = 0;  // a motion that its stage leaves out may open as it likes
  const Vector3d shift(1e-4, -2e-4, 3e-4);
  s.x.R[0] += shift;
  s.x.A[0] = rotation_exp({0, 0, 0.1}) * s.x.A[0];
  Workspace work(m);
  update_kinematics(m, s, work);
  VectorXd values(m.num_rows), rates(m.num_rows);
  constraint_violations(m, {}, s, work, values, rates);
  Index dropped = 0;
  for (const Index joint : {0, 1})
    for (Index k = 0; k < 3; ++k) {
      const Index row = m.first_row[joint] + k;
      ASSERT_EQ(m.joints[joint].rows[k].terms[0].coordinate.kind, CoordinateKind::along);
      dropped += s.row_active[row] ? 0 : 1;
      EXPECT_NEAR(std::abs(values[row]), std::abs(shift[k]), 1e-15) << row_name(m, row);
    }
  EXPECT_GT(dropped, 0);
  EXPECT_EQ(values[m.first_row[2]], 0);
}

TEST(Initialize, HingesThatContradictEachOtherAreAnError) {
  Mechanism m;
  m.add_body(rigid_body("door", {20, {0.5, 0, 0}, Vector3d(2, 3, 4).asDiagonal()}));
  const Index a = add_marker(m, 0, {0, 0, 0.5}), b = add_marker(m, -1, {0, 0, 0.5});
  const Index c = add_marker(m, 0, {0, 0, -0.5}), d = add_marker(m, -1, {0.01, 0, -0.5});
  m.joints = {revolute_joint("upper", a, b), revolute_joint("lower", c, d)};
  finish(m);
  State s = initial_state(m);
  start_rows(m, s);
  try {
    initialize(m, s);
    FAIL() << "no error";
  } catch (const SolveError& error) {
    EXPECT_NE(std::string(error.what()).find("lower"), std::string::npos) << error.what();
  }
}

TEST(Initialize, PutsBodiesTogetherAndMakesVelocitiesConsistent) {
  Mechanism m = testing::pendulum();
  m.start[0].R += Vector3d(0.05, 0.02, -0.03);
  m.start[0].w = {0, 1, 0};
  State s = initial_state(m);
  start_rows(m, s);
  const InitializeReport report = initialize(m, s);
  EXPECT_GT(report.moved, 0.01);
  EXPECT_LT(report.open, 1e-11);
  Workspace work(m);
  update_kinematics(m, s, work);
  VectorXd rates(m.num_rows);
  constraint_rates(m, {}, s, work, rates);
  EXPECT_LT(rates.norm(), 1e-11);
}

TEST(Mechanism, AJointOnOneBodyIsRefused) {
  Mechanism m = testing::pendulum();
  m.joints.push_back(revolute_joint("bad", 0, add_marker(m, 0, {1, 1, 1})));
  EXPECT_THROW(finish(m), InputError);
}

// A crank at its outer dead center, a rod, a slider pulled back by a spring, and a motor: stuck by the residual alone,
// because all forces grow before they balance. Equilibrium: torque = spring force times dx/dphi.
TEST(Statics, AMechanismIsLetDownFromItsDeadCenter) {
  const double r = 0.1, l = 0.3, k = 2000, free = 0.3, torque = 4;
  Mechanism m;
  const Index crank = m.add_body(rigid_body("crank", {1, Vector3d::Zero(), 1e-2 * Matrix3d::Identity()}));
  const Index rod = m.add_body(rigid_body("rod", {0.2, {l / 2, 0, 0}, Vector3d(1e-4, 2e-3, 2e-3).asDiagonal()}));
  const Index slider = m.add_body(rigid_body("slider", {0.3, Vector3d::Zero(), 1e-4 * Matrix3d::Identity()}));
  m.start[rod].R = {r, 0, 0};
  m.start[slider].R = {r + l, 0, 0};
  const Matrix3d along = testing::axis_frame(Vector3d::UnitX());
  const Index ground = add_marker(m, -1, Vector3d::Zero()), rail = add_marker(m, -1, Vector3d::Zero(), along);
  const Index main = add_marker(m, crank, Vector3d::Zero()), pin = add_marker(m, crank, {r, 0, 0});
  const Index big = add_marker(m, rod, Vector3d::Zero()), small = add_marker(m, rod, {l, 0, 0});
  const Index wrist = add_marker(m, slider, Vector3d::Zero()), slide = add_marker(m, slider, Vector3d::Zero(), along);
  m.joints = {revolute_joint("main", main, ground), revolute_joint("big end", big, pin),
              spherical_joint("wrist", small, wrist), prismatic_joint("guide", slide, rail)};
  m.marker_forces = {{"s", "spring", wrist, ground,
                      std::make_shared<LineSpring>("s", LineSpring::Data{free, 0, linear_law(k), linear_law(0)})}};
  MeasuredLoad motor;
  motor.name = "motor";
  motor.I = main;
  motor.J = ground;
  motor.direction[5] = 1;
  motor.size = [torque](double, const VectorXd& x) { return MeasuredValue{torque, VectorXd::Zero(x.size())}; };
  m.loads.push_back(motor);
  finish(m);
  State s = testing::consistent_state(m);
  const StaticReport report = solve_static(m, s, {});
  ASSERT_TRUE(report.converged) << report.message;
  const double phi = std::atan2(s.x.A[crank](1, 0), s.x.A[crank](0, 0));
  const double root = std::sqrt(l * l - std::pow(r * std::sin(phi), 2)), x = r * std::cos(phi) + root;
  const double slope = -r * std::sin(phi) - r * r * std::sin(phi) * std::cos(phi) / root;
  EXPECT_NEAR(s.x.R[slider].x(), x, 1e-8);
  EXPECT_NEAR(k * (x - free) * slope, torque, 1e-5);
}

}  // namespace
}  // namespace trunnion
