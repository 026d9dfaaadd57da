#include <gtest/gtest.h>

#include "support/mechanisms.h"
#include "support/point_mass_body.h"
#include "trunnion/forces/fit_force.h"
#include "trunnion/solvers/statics.h"

namespace trunnion {
namespace {

constexpr double interference = 25e-6, area = 1e-4, penalty = 1e12, spring = 5e7, friction = 0.2;

// A body whose three coordinates are the relative motions of one contact point: along the normal and across.
Mechanism pressed_body() {
  ReducedBody reduced = testing::point_mass_body(6, 3).reduced;
  reduced.stiffness = spring * MatrixXd::Identity(3, 3);
  reduced.damping = 1e-5 * reduced.stiffness;
  FitRows fit;
  fit.name = "seat";
  fit.position = Vector3d(0.02, 0, 0);
  fit.normal = Vector3d::UnitX();
  fit.t1 = Vector3d::UnitY();
  fit.t2 = Vector3d::UnitZ();
  fit.area.setConstant(1, area);
  fit.clearance.setZero(1);
  fit.interference.setConstant(1, interference);
  fit.rows = MatrixXd::Identity(3, 3);
  fit.law.stiffness = penalty;
  fit.law.friction = friction;
  fit.law.elastic_slip = 1e-6;
  Mechanism m;
  const Index body = m.add_body(flexible_body(reduced));
  m.body_forces.push_back({"seat", "fit", {body}, std::make_shared<FitForce>(std::make_shared<FitRows>(fit)), "fit"});
  finish(m);
  return m;
}

// Normal motion where the spring of the body and the penalty share the interference.
double pressed() { return area * penalty / (spring + area * penalty) * interference; }

State shrunk(const Mechanism& m, int steps) {
  State s = testing::consistent_state(m);
  StaticOptions options;
  options.load_steps = steps;
  EXPECT_TRUE(solve_static(m, s, options).converged);
  return s;
}

TEST(Fit, InterferenceIsSharedByBodyAndPenaltyAndStaysInLaterStages) {
  const Mechanism m = pressed_body();
  State s = shrunk(m, 5);
  EXPECT_NEAR(s.x.q[0], pressed(), 1e-8 * pressed());
  EXPECT_EQ(s.history[0][0], 1);
  StaticOptions again;
  again.load_steps = 4;
  EXPECT_TRUE(solve_static(m, s, again).converged);
  EXPECT_NEAR(s.x.q[0], pressed(), 1e-8 * pressed());
}

TEST(Fit, ConsistentStartLeavesTheInterferenceToTheFirstEquilibrium) {
  const Mechanism m = pressed_body();
  const State s = testing::consistent_state(m);
  EXPECT_EQ(s.history[0][0], 0);
}

TEST(Fit, EnergyOfASlidingJointIsAccountedForInTime) {
  const Mechanism m = pressed_body();
  State s = shrunk(m, 2);
  s.v[7] = 0.05;  // the point starts to slide
  Workspace work(m);
  solve_accelerations(m, {s.t, 0, 0, StageKind::transient}, s, work);
  s.a_aux = s.a;
  const double moving = 0.5 * m.bodies[0].inertia.I6(1, 1) * s.v[7] * s.v[7];
  TransientOptions options;
  options.end = 0.02;
  options.alpha.rho = 0.9;
  options.alpha.tolerances.elastic *= 0.01;
  const TransientReport report = run_transient(m, s, options);
  ASSERT_TRUE(report.finished) << report.message;
  EXPECT_LT(report.energy_balance_error, 1e-3);
  const FitForce& fit = static_cast<const FitForce&>(*m.body_forces[0].law);
  const double slid = area * fit.field(s.x.q, s.history[0]).work[0];
  EXPECT_GT(slid, 0);
  EXPECT_LT(slid, moving + 1e-3);
  EXPECT_GE(s.dissipated_work, slid * (1 - 1e-6));
}

}  // namespace
}  // namespace trunnion
