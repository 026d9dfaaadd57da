#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "trunnion/math/rotations.h"
#include "trunnion/solvers/transient.h"
#include "trunnion/system/energy.h"
#include "trunnion/system/initialize.h"

namespace trunnion {
namespace {

Mechanism free_top() {
  Mechanism m;
  m.add_body(rigid_body("top", {1, Vector3d::Zero(), Vector3d(1.0, 2.0, 2.8).asDiagonal()}));
  m.start[0].w = {0.1, 6.0, 0.1};
  finish(m);
  return m;
}

// Pendulum of a point mass at 1 m, swinging in the xz plane about a revolute joint; y is its axis.
Mechanism pendulum() {
  Mechanism m;
  m.gravity = {0, 0, -9.81};
  m.add_body(rigid_body("bob", {1, Vector3d::Zero(), 1e-3 * Matrix3d::Identity()}));
  m.start[0].R = {1, 0, 0};
  const Matrix3d about_y = rotation_exp({-std::numbers::pi / 2, 0, 0});
  m.add_marker({"bob.pin", 0, {-1, 0, 0}, about_y, {}, {}});
  m.add_marker({"ground.pin", -1, {0, 0, 0}, about_y, {}, {}});
  m.joints = {revolute_joint("pin", 0, 1)};
  finish(m);
  return m;
}

State run(const Mechanism& m, double end, double step, TransientReport* report = nullptr) {
  State s = initial_state(m);
  start_rows(m, s);
  initialize(m, s);
  TransientOptions options;
  options.end = end;
  options.fixed_step = step;
  options.alpha.newton = 1e-11;
  const TransientReport r = run_transient(m, s, options);
  EXPECT_TRUE(r.finished) << r.message;
  if (report) *report = r;
  return s;
}

TEST(GeneralizedAlpha, IsSecondOrderOnAFreeTop) {
  const Mechanism m = free_top();
  const State fine = run(m, 1.0, 1.0 / 6400);
  std::vector<double> error;
  for (const int steps : {200, 400, 800}) error.push_back(difference(m, fine.x, run(m, 1.0, 1.0 / steps).x).norm());
  EXPECT_NEAR(std::log2(error[0] / error[1]), 2, 0.1);
  EXPECT_NEAR(std::log2(error[1] / error[2]), 2, 0.1);
}

TEST(GeneralizedAlpha, IsSecondOrderInPositionsAndReactionsOfAPendulum) {
  const Mechanism m = pendulum();
  const State fine = run(m, 1.0, 1.0 / 6400);
  std::vector<double> position, reaction;
  for (const int steps : {100, 200, 400}) {
    const State s = run(m, 1.0, 1.0 / steps);
    position.push_back((s.x.R[0] - fine.x.R[0]).norm());
    reaction.push_back((s.lambda - fine.lambda).norm());
  }
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(std::log2(position[i] / position[i + 1]), 2, 0.15) << position[i];
    EXPECT_NEAR(std::log2(reaction[i] / reaction[i + 1]), 2, 0.25) << reaction[i];
  }
}

TEST(GeneralizedAlpha, AdaptiveStepKeepsEnergyOfAPendulumAndClosesItsJoint) {
  const Mechanism m = pendulum();
  State s = initial_state(m);
  start_rows(m, s);
  initialize(m, s);
  TransientOptions options;
  options.end = 10;
  const TransientReport r = run_transient(m, s, options);
  ASSERT_TRUE(r.finished) << r.message;
  EXPECT_LT(r.constraint_drift, 1e-10);
  EXPECT_LT(r.velocity_drift, 1e-4);
  EXPECT_LT(r.energy_balance_error, 1e-3);
  ::testing::Test::RecordProperty("steps", static_cast<int>(r.steps));
}

}  // namespace
}  // namespace trunnion
