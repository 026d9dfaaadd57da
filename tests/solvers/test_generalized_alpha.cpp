#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/mechanisms.h"
#include "support/verification.h"
#include "trunnion/forces/spring_damper.h"
#include "trunnion/math/rotations.h"
#include "trunnion/solvers/culprits.h"
#include "trunnion/solvers/transient.h"
#include "trunnion/system/energy.h"
#include "trunnion/system/initialize.h"
#include "trunnion/system/joint_equations.h"

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

void record_order(const std::string& what, double order, double allowed) {
  testing::record({.group = "Multibody dynamics",
                   .name = "Order of convergence of generalized-alpha, " + what,
                   .reference = "theory",
                   .reference_value = 2,
                   .value = order,
                   .error = std::abs(order - 2),
                   .allowed = allowed,
                   .why = "finite steps"});
}

TEST(GeneralizedAlpha, IsSecondOrderOnAFreeTop) {
  const Mechanism m = free_top();
  const State fine = run(m, 1.0, 1.0 / 6400);
  std::vector<double> error;
  for (const int steps : {200, 400, 800}) error.push_back(difference(m, fine.x, run(m, 1.0, 1.0 / steps).x).norm());
  EXPECT_NEAR(std::log2(error[0] / error[1]), 2, 0.1);
  record_order("a free top, rotation", std::log2(error[1] / error[2]), 0.1);
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
  record_order("a pendulum, position", std::log2(position[1] / position[2]), 0.15);
  record_order("a pendulum, reactions", std::log2(reaction[1] / reaction[2]), 0.25);
}

TEST(GeneralizedAlpha, AdaptiveStepKeepsEnergyOfAPendulumAndClosesItsJoint) {
  const Mechanism m = pendulum();
  State s = initial_state(m);
  start_rows(m, s);
  initialize(m, s);
  TransientOptions options;
  options.end = 10;
  options.output_step = 0.013;
  double opening_rate = 0;
  Workspace work(m);
  const TransientReport r = run_transient(m, s, options, {[&](const State& at, const Neighbors&) {
                                            update_kinematics(m, at, work);
                                            VectorXd rates(m.num_rows);
                                            constraint_rates(m, {at.t, 0, 0, StageKind::transient}, at, work, rates);
                                            opening_rate = std::max(opening_rate, rates.cwiseAbs().maxCoeff());
                                          }});
  ASSERT_TRUE(r.finished) << r.message;
  EXPECT_LT(r.constraint_drift, 1e-10);
  EXPECT_LT(opening_rate, 1e-13);  // output is projected: rounding of velocities of 4 m/s
  EXPECT_LT(r.energy_balance_error, 1e-3);
  ::testing::Test::RecordProperty("steps", static_cast<int>(r.steps));
}

// How far the reactions of a pendulum that starts with 5 rad/s are off, over the largest: against those that go with
// position and velocity of the same instant.
struct ReactionError {
  double first_steps = 0, later = 0;
  double largest_step = 0;  ///< [s]
};
ReactionError reaction_error(TransientOptions options) {
  Mechanism m = pendulum();
  m.start[0].w = {0, -5, 0};
  m.start[0].v = {0, 0, 5};
  State s = testing::consistent_state(m);
  options.end = 1;
  Workspace work(m);
  ReactionError out;
  double largest = 0;
  int steps = 0;
  const auto compare = [&](const State& at) {
    State fitting = at;
    project_velocities(m, fitting, work);
    solve_accelerations(m, {at.t, 0, 0, StageKind::transient}, fitting, work);
    double& worst = ++steps <= 20 ? out.first_steps : out.later;
    worst = std::max(worst, (at.lambda - fitting.lambda).norm());
    largest = std::max(largest, fitting.lambda.norm());
  };
  const TransientReport r = run_transient(m, s, options, {.accepted = compare});
  EXPECT_TRUE(r.finished) << r.message;
  out.first_steps /= largest;
  out.later /= largest;
  out.largest_step = r.largest_step;
  return out;
}

TEST(GeneralizedAlpha, ReactionsAreOfSecondOrderFromTheFirstStepOn) {
  for (const double rho : {0.7, 0.9}) {
    std::vector<double> error;
    for (const double h : {4e-3, 2e-3, 1e-3}) {
      TransientOptions options;
      options.fixed_step = h;
      options.alpha.rho = rho;
      options.alpha.newton = 1e-11;
      const ReactionError e = reaction_error(options);
      error.push_back(e.first_steps);
      EXPECT_LT(e.first_steps, 2 * e.later) << "rho " << rho << ", step " << h;
    }
    EXPECT_NEAR(std::log2(error[0] / error[1]), 2, 0.25) << rho;
    record_order(fmt::format("reactions of the first 20 steps, rho {}", rho), std::log2(error[1] / error[2]), 0.25);
  }
}

// Steps that grow and shrink leave no more behind than steps of the largest length.
TEST(GeneralizedAlpha, ReactionsStaySmoothWhereTheStepChanges) {
  TransientOptions options;
  options.max_step = 0.05;
  const ReactionError adaptive = reaction_error(options);
  options.fixed_step = adaptive.largest_step;
  const ReactionError fixed = reaction_error(options);
  EXPECT_LT(std::max(adaptive.first_steps, adaptive.later), 2 * std::max(fixed.first_steps, fixed.later));
}

// Positions fit the joint exactly, so velocities carry the error of the difference formula:
//   v = x' + (1/6 - beta - (am - af)/2) h^2 x''' + O(h^3)
// At the pin of the arm x''' of bob and turn leave -3 theta' theta'' along it and -theta'^3 across it; with theta'^2 =
// 2 g sin(theta), theta'' = g cos(theta) the vertical part 5 g sqrt(2 g) cos sin^(3/2) is largest, at sin^2 = 3/5.
TEST(GeneralizedAlpha, VelocityDriftFollowsItsLeadingTerm) {
  const Mechanism m = pendulum();
  const AlphaParameters p(AlphaOptions{}.rho);
  const double g = 9.81 / (1 + 1e-3);  // the bob's own inertia
  const double largest = 5 * g * std::sqrt(2 * g) * std::sqrt(0.4) * std::pow(0.6, 0.75);
  for (const double h : {4e-3, 2e-3}) {
    TransientReport r;
    run(m, 2, h, &r);
    const double leading = std::abs(1.0 / 6 - p.beta - (p.am - p.af) / 2) * h * h * largest;
    EXPECT_NEAR(r.velocity_drift, leading, 5 * h * leading) << h;
  }
}

// One more step of k iterations is worth it while k is below the mean (price + iterations)/steps: with k growing by one
// every third step and a price of 9, the costs of n steps over n are 11, 6.5, 5, 4.5, 4.2, 4, 4, 4, 4, 4.1.
TEST(KeptFactorization, WearsOutWhereTheMeanCostOfAStepBeginsToRise) {
  KeptFactorization kept{9};
  int n = 0;
  while (!kept.worn_out()) kept.used(2 + n++ / 3);
  EXPECT_EQ(n, 10);
  KeptFactorization steady{9};
  for (int k = 0; k < 1000; ++k) steady.used(3);
  EXPECT_FALSE(steady.worn_out());  // a new one would need as many
}

// A step that cannot be made small enough: the coordinate, the element that acts there, the time, what to try.
TEST(StepFailure, NamesTheElementBehindAnErrorThatStaysTooLarge) {
  Mechanism m;
  m.add_body(rigid_body("mass", {1, Vector3d::Zero(), Matrix3d::Identity()}));
  m.start[0].R = {0.2, 0, 0};
  const Index I = testing::add_marker(m, 0, Vector3d::Zero()), J = testing::add_marker(m, -1, Vector3d::Zero());
  m.marker_forces = {{"stiff", "spring", I, J,
                      std::make_shared<LineSpring>("stiff", LineSpring::Data{0.1, 0, linear_law(1e6), linear_law(0)})}};
  finish(m);
  State s = testing::consistent_state(m);
  TransientOptions options;
  options.end = 1;
  options.min_step = 1e-3;  // a swing takes 6 ms
  const TransientReport report = run_transient(m, s, options);
  EXPECT_FALSE(report.finished);
  for (const char* part : {"stopped at t = ", "local error", "body 'mass', position x", "force 'stiff'", "What to try"})
    EXPECT_NE(report.message.find(part), std::string::npos) << part << " in: " << report.message;
}

TEST(StepFailure, SingularEquationsNameWhatNothingHolds) {
  const Mechanism m = testing::pendulum();
  const State s = testing::consistent_state(m);
  Workspace work(m);
  assemble_jacobian(m, {0, 0, 0, StageKind::transient}, s, {{1, 0, 0}, 0, 0}, work);
  SparseMatrix matrix = work.jacobian.matrix();
  const Index loose = m.num_velocities + 2;
  for (Index c = 0; c < matrix.cols(); ++c)
    for (SparseMatrix::InnerIterator it(matrix, c); it; ++it)
      if (it.row() == loose || c == loose) it.valueRef() = 0;
  EXPECT_EQ(loose_coordinate(m, matrix), row_name(m, 2));
}

// Output comes at equal times out of steps that know nothing of it: as many of them, ending in the same state, at any
// rate.
TEST(Transient, OutputAtAFixedRateCutsNoSteps) {
  const Mechanism m = testing::pendulum();
  struct Run {
    long steps;
    State end;
    std::vector<double> times;
  };
  const auto run_with = [&](double rate) {
    Run run{0, testing::consistent_state(m), {}};
    TransientOptions options;
    options.end = 2;
    options.output_step = rate;
    const TransientReport report = run_transient(
        m, run.end, options, {.output = [&](const State& at, const Neighbors&) { run.times.push_back(at.t); }});
    EXPECT_TRUE(report.finished) << report.message;
    run.steps = report.steps;
    return run;
  };
  const Run seldom = run_with(0.5), often = run_with(1e-3);
  EXPECT_EQ(seldom.steps, often.steps);
  EXPECT_EQ(seldom.end.x.R[0], often.end.x.R[0]);
  EXPECT_GT(often.times.size(), static_cast<std::size_t>(often.steps));
  for (std::size_t k = 0; k < often.times.size(); ++k)
    EXPECT_NEAR(often.times[k], often.times[0] + 1e-3 * static_cast<double>(k), 1e-12);
}

}  // namespace
}  // namespace trunnion
