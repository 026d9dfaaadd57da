#include <gtest/gtest.h>

#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/contact/candidate_pairs.h"
#include "trunnion/contact/stick_slip.h"

namespace trunnion {
namespace {

/// A rigid ball pressed into a V-groove of two yielding faces at +-45 degrees, free to move in the plane.
struct Groove {
  std::vector<YieldingBody> bodies;
  std::vector<CandidatePair> pairs;
  std::vector<FrameMotionMode> motions;
};

Groove groove(double down, double aside, double friction = 0) {
  Groove g;
  const double r = std::sqrt(0.5);
  g.bodies = {{"groove", std::make_shared<MatrixXd>(1e-3 * MatrixXd::Identity(4, 4)), 2, Matrix3d::Identity()},
              {"ball", nullptr, 2, Matrix3d::Identity()}};
  for (const double side : {-1.0, 1.0}) {
    CandidatePair pair;
    pair.one = {0, Vector3d(side * r, -r, 0), {side < 0 ? 0 : 1}, {1.0}};
    pair.two = {1, pair.one.x, {}, {}};
    pair.normal = Vector3d(-side * r, r, 0);
    pair.drag = friction * Vector3d(r, side * r, 0);
    g.pairs.push_back(pair);
  }
  g.motions = {{"sideways", 1, Vector3d::UnitX(), Vector3d::Zero(), Vector3d::Zero(), aside},
               {"upwards", 1, Vector3d::UnitY(), Vector3d::Zero(), Vector3d::Zero(), -down}};
  return g;
}

TEST(CandidatePairs, BallInAGrooveSharesItsLoadByStatics) {
  const Groove g = groove(10, 2);
  const MixedLcpSolution s = solve_block_pivoting(contact_problem(g.bodies, g.pairs, g.motions));
  ASSERT_EQ(s.status, LcpStatus::solved);
  const double r = std::sqrt(0.5);
  EXPECT_NEAR((s.p[0] + s.p[1]) * r, 10, 1e-9);
  EXPECT_NEAR((s.p[1] - s.p[0]) * r, 2, 1e-9);
  // Along each normal the ball sinks by force times compliance.
  EXPECT_NEAR(s.th[0] * -r + s.th[1] * r, -1e-3 * s.p[1], 1e-12);
}

TEST(CandidatePairs, LoadOutOfTheGrooveIsNamedByTheMotionThatRunsAway) {
  const Groove g = groove(10, 12);
  const MixedLcpSolution s = solve_block_pivoting(contact_problem(g.bodies, g.pairs, g.motions));
  ASSERT_EQ(s.status, LcpStatus::unbalanced);
  // It leaves along the face it leans on.
  EXPECT_NEAR(s.runaway[0], std::sqrt(0.5), 1e-9);
  EXPECT_NEAR(s.runaway[1], std::sqrt(0.5), 1e-9);
  const std::string words = describe_runaway(g.motions, s.runaway);
  EXPECT_NE(words.find("0.707 of sideways, 0.707 of upwards"), std::string::npos) << words;
}

TEST(CandidatePairs, RowsOfForcesAndMotionsAreDualWithoutFriction) {
  const Groove smooth = groove(1, 0), rough = groove(1, 0, 0.3);
  const MixedLcp a = contact_problem(smooth.bodies, smooth.pairs, smooth.motions);
  EXPECT_LT((a.B + a.C.transpose()).norm(), 1e-15);
  EXPECT_LT((a.A - a.A.transpose()).norm(), 1e-15);
  const MixedLcp b = contact_problem(rough.bodies, rough.pairs, rough.motions);
  EXPECT_GT((b.B + b.C.transpose()).norm(), 0.1);
}

TEST(CandidatePairs, NoPairIsAMessage) {
  const Groove g = groove(1, 0);
  EXPECT_THROW(contact_problem(g.bodies, {}, g.motions), InputError);
}

/// Half-plane cells of width 2a at x: displacement under a uniform unit force, up to a common constant that `datum`
/// makes positive: what a half-plane lacks is a rigid motion.
MatrixXd half_plane(const VectorXd& x, double a, double reduced_modulus) {
  const auto f = [](double s) { return s == 0 ? 0 : s * std::log(s * s); };
  const MatrixXd A = MatrixXd::NullaryExpr(x.size(), x.size(), [&](Index i, Index j) {
    const double s = x[i] - x[j];
    return -(f(s + a) - f(s - a)) / (2 * a * std::numbers::pi * reduced_modulus);
  });
  return A.array() + 2 * A.cwiseAbs().maxCoeff();
}

StickSlipProblem pressed_cylinder(Index n, double tangential_share) {
  constexpr double modulus = 1, radius = 1, P = 1e-3, mu = 0.3;
  const double b = std::sqrt(4 * P * radius / (std::numbers::pi * modulus));
  const VectorXd x = VectorXd::LinSpaced(n, -1.5 * b, 1.5 * b);
  StickSlipProblem s;
  s.A_nn = s.A_tt = half_plane(x, 0.5 * (x[1] - x[0]), modulus);
  s.A_nt = s.A_tn = MatrixXd::Zero(n, n);
  s.eps = x.array().square() / (2 * radius);
  s.w_0 = VectorXd::Zero(n);
  s.C_n = s.C_t = MatrixXd::Zero(n, 2);
  s.B_n = s.B_t = MatrixXd::Zero(2, n);
  s.C_n.col(0).setConstant(-1);
  s.C_t.col(1).setConstant(-1);
  s.B_n.row(0).setConstant(1);
  s.B_t.row(1).setConstant(1);
  s.lam = Eigen::Vector2d(P, tangential_share * mu * P);
  s.friction = mu;
  return s;
}

TEST(StickSlip, PressedCylinderSticksInTheMiddleAsCattaneoAndMindlinFound) {
  for (const double share : {0.5, 0.8}) {
    const Index n = 81;
    const StickSlipProblem s = pressed_cylinder(n, share);
    const StickSlipSolution found = solve_stick_slip(s);
    ASSERT_EQ(found.status, LcpStatus::solved);
    EXPECT_FALSE(found.by_lemke);
    EXPECT_LT(stick_slip_error(s, found), 1e-7);
    const double b = std::sqrt(4e-3 / std::numbers::pi), width = 3 * b / double(n - 1);
    double stick = 0, largest = 0;
    for (Index i = 0; i < n; ++i) {
      stick += found.state[std::size_t(i)] == PairState::stick ? 0.5 * width : 0;
      largest = std::max(largest, found.p[i] / width);
    }
    EXPECT_NEAR(stick, b * std::sqrt(1 - share), width);
    EXPECT_NEAR(largest, 2e-3 / (std::numbers::pi * b), 5e-4 * largest);
    const StickSlipSolution slow = solve_stick_slip_lemke(pressed_cylinder(41, share));
    ASSERT_EQ(slow.status, LcpStatus::solved);
    const StickSlipSolution fast = solve_stick_slip(pressed_cylinder(41, share));
    EXPECT_LT((slow.p - fast.p).norm(), 1e-7 * fast.p.norm());
    EXPECT_LT((slow.q - fast.q).norm(), 1e-7 * fast.q.norm());
  }
}

TEST(StickSlip, TangentialLoadBeyondFrictionIsNotCarried) {
  EXPECT_NE(solve_stick_slip(pressed_cylinder(41, 1.1)).status, LcpStatus::solved);
}

TEST(StickSlip, RandomCoupledProblemsEndInAPointThatSatisfiesCoulomb) {
  std::srand(3);
  for (int trial = 0; trial < 100; ++trial) {
    const Index n = 3 + trial % 9;
    const MatrixXd R = MatrixXd::Random(2 * n, 2 * n), S = R * R.transpose() + 0.1 * MatrixXd::Identity(2 * n, 2 * n);
    StickSlipProblem s;
    s.A_nn = S.topLeftCorner(n, n);
    s.A_nt = S.topRightCorner(n, n);
    s.A_tn = S.bottomLeftCorner(n, n);
    s.A_tt = S.bottomRightCorner(n, n);
    s.eps = 3 * VectorXd::Random(n);
    s.w_0 = 3 * VectorXd::Random(n);
    s.C_n = s.C_t = MatrixXd(n, 0);
    s.B_n = s.B_t = MatrixXd(0, n);
    s.lam.resize(0);
    s.friction = 0.8 * trial / 100;
    const StickSlipSolution found = solve_stick_slip(s);
    ASSERT_EQ(found.status, LcpStatus::solved) << trial;
    EXPECT_LT(stick_slip_error(s, found), 1e-7) << trial;
  }
}

}  // namespace
}  // namespace trunnion
