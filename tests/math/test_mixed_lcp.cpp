// Exact small problems: solutions by hand (Gaussian elimination with the touching pairs known).

#include <gtest/gtest.h>

#include <random>

#include "trunnion/base/error.h"
#include "trunnion/math/block_pivoting.h"
#include "trunnion/math/contact_simplex.h"
#include "trunnion/math/lemke.h"

namespace trunnion {
namespace {

MatrixXd springs_in_a_row() { return (MatrixXd(3, 3) << 2, 1, 0, 1, 2, 1, 0, 1, 2).finished(); }

MixedLcp three_pairs(const Vector3d& eps, double lam) {
  return {springs_in_a_row(), MatrixXd::Ones(1, 3), -MatrixXd::Ones(3, 1), eps, VectorXd::Constant(1, lam)};
}

struct Expected {
  VectorXd p;
  double th;
};

void expect_from_all_solvers(const MixedLcp& problem, const Expected& expected) {
  const MixedLcpSolution block = solve_block_pivoting(problem), lemke = solve_lemke(problem);
  const SimplexResult second = contact_technique_2(problem);
  ASSERT_EQ(block.status, LcpStatus::solved);
  EXPECT_FALSE(block.by_lemke);
  ASSERT_EQ(lemke.status, LcpStatus::solved);
  ASSERT_EQ(second.end, SimplexEnd::solved);
  for (const VectorXd& p : {block.p, lemke.p, second.p}) EXPECT_LT((p - expected.p).norm(), 1e-11) << p.transpose();
  for (const double th : {block.th[0], lemke.th[0], second.th[0]}) EXPECT_NEAR(th, expected.th, 1e-11);
  EXPECT_LT(lcp_error(problem, block.p, block.th), 1e-12);
}

TEST(MixedLcp, AllPairsTouch) {
  expect_from_all_solvers(three_pairs({0, 0.1, 0.5}, 1), {Vector3d(0.55, 0.15, 0.3), 1.25});
}

TEST(MixedLcp, FarPairStaysOpen) {
  const MixedLcp problem = three_pairs({0, 0.1, 3}, 1);
  expect_from_all_solvers(problem, {Vector3d(0.55, 0.45, 0), 1.55});
  EXPECT_NEAR(solve_block_pivoting(problem).d[2], 1.9, 1e-12);
}

TEST(MixedLcp, PairThatJustTouchesWithoutForceIsNoTrouble) {
  expect_from_all_solvers(three_pairs({0, 0.1, 1.1}, 1), {Vector3d(0.55, 0.45, 0), 1.55});
}

TEST(MixedLcp, LoadThatPullsBodiesApartIsDiagnosedWithTheMotion) {
  const MixedLcp problem = three_pairs({0, 0.1, 3}, -1);
  const MixedLcpSolution block = solve_block_pivoting(problem);
  EXPECT_EQ(block.status, LcpStatus::unbalanced);
  ASSERT_EQ(block.runaway.size(), 1);
  EXPECT_DOUBLE_EQ(block.runaway[0], -1);
  EXPECT_EQ(solve_lemke(problem).status, LcpStatus::unbalanced);
  EXPECT_EQ(contact_technique_2(problem).end, SimplexEnd::unstable);
}

TEST(MixedLcp, PairThatWouldPushTheWrongWayStaysOpen) {
  MixedLcp problem = three_pairs({0.2, 0, 0}, 1);
  problem.B << -1, 1, 1;
  problem.C = -problem.B.transpose();
  expect_from_all_solvers(problem, {Vector3d(0, 0.5, 0.5), 1.5});
}

TEST(MixedLcp, FrictionMakesTheProblemUnsymmetric) {
  MixedLcp problem = three_pairs({0, 0.1, 0.5}, 1);
  problem.A << 2, 1.3, 0, 0.7, 2, 1.3, 0, 0.7, 2;
  problem.B << 1, 1.1, 0.9;
  expect_from_all_solvers(problem, {Vector3d(0.495895702559, 0.206422018349, 0.307822308064), 1.260140028972});
}

TEST(MixedLcp, SecondTechniqueExchangesThePairThatAloneHeldTheLoad) {
  MixedLcp problem{2 * MatrixXd::Identity(2, 2), (MatrixXd(1, 2) << -1, 1).finished(),
                   (MatrixXd(2, 1) << 1, -1).finished(), Eigen::Vector2d(-0.1, 5), VectorXd::Ones(1)};
  const SimplexResult forced = contact_technique_2(problem, 0);
  ASSERT_EQ(forced.end, SimplexEnd::solved);
  EXPECT_LT((forced.p - Eigen::Vector2d(0, 1)).norm(), 1e-12);
  EXPECT_NEAR(forced.th[0], 7, 1e-12);
  expect_from_all_solvers(problem, {Eigen::Vector2d(0, 1), 7});
  problem.B << -1, -1;
  EXPECT_EQ(contact_technique_2(problem, 0).end, SimplexEnd::unstable);
  EXPECT_EQ(solve_block_pivoting(problem).status, LcpStatus::unbalanced);
}

TEST(MixedLcp, FirstTechniqueSolvesEasyProblemsAndLocksUpOnOthersThatHaveASolution) {
  const SimplexResult easy = contact_technique_1(three_pairs({0, 0.1, 3}, 1));
  ASSERT_EQ(easy.end, SimplexEnd::solved);
  EXPECT_LT((easy.p - Vector3d(0.55, 0.45, 0)).norm(), 1e-11);
  EXPECT_EQ(contact_technique_1(three_pairs({-0.1, 0.1, 3}, 1)).end, SimplexEnd::not_started);
  // Two motions, pairs that push either way: the unknown that could reduce the imbalance is barred by its partner.
  std::mt19937 generator(1);
  std::normal_distribution<double> normal;
  int locked = 0, solved = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const MatrixXd R = MatrixXd::NullaryExpr(6, 6, [&] { return normal(generator); });
    MixedLcp problem;
    problem.A = R * R.transpose() + 0.1 * MatrixXd::Identity(6, 6);
    problem.B = MatrixXd::NullaryExpr(2, 6, [&] { return normal(generator); });
    problem.lam = problem.B * VectorXd::NullaryExpr(6, [&] { return std::abs(normal(generator)); });
    for (Index i = 0; i < 2; ++i)
      if (problem.lam[i] < 0) {  // the technique asks for positive loads
        problem.lam[i] *= -1;
        problem.B.row(i) *= -1;
      }
    problem.C = -problem.B.transpose();
    problem.eps = VectorXd::NullaryExpr(6, [&] { return std::abs(normal(generator)); });
    const MixedLcpSolution exact = solve_block_pivoting(problem);
    ASSERT_EQ(exact.status, LcpStatus::solved);
    const SimplexResult first = contact_technique_1(problem);
    if (first.end == SimplexEnd::deadlock) ++locked;
    if (first.end != SimplexEnd::solved) continue;
    ++solved;
    EXPECT_LT((first.p - exact.p).norm(), 1e-7 * exact.p.norm());
  }
  EXPECT_GT(locked, 10);
  EXPECT_GT(solved, 10);
}

TEST(MixedLcp, CyclingOfPlainBlockPivotingIsBroken) {
  // A P-matrix on which turning over all wrong pairs at once goes round {1,3}, {2,3}, {1,2} for ever.
  MixedLcp problem;
  problem.A = (MatrixXd(3, 3) << 1, 0, 2, 2, 1, 0, 0, 2, 1).finished();
  problem.B.resize(0, 3);
  problem.C.resize(3, 0);
  problem.eps = -VectorXd::Ones(3);
  problem.lam.resize(0);
  const MixedLcpSolution found = solve_block_pivoting(problem, {{1, 0, 0}, 0});
  ASSERT_EQ(found.status, LcpStatus::solved);
  EXPECT_FALSE(found.by_lemke);
  EXPECT_LT((found.p - VectorXd::Constant(3, 1.0 / 3)).norm(), 1e-12);
}

/// Random compliance (unsymmetric by `skew`) with l motions held by every pair.
MixedLcp random_problem(std::mt19937& generator, Index m, Index l, double skew) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> share(0.2, 1);
  const MatrixXd R = MatrixXd::NullaryExpr(m, m, [&] { return normal(generator); });
  const MatrixXd W = MatrixXd::NullaryExpr(m, m, [&] { return normal(generator); });
  MixedLcp problem;
  problem.A = R * R.transpose() / double(m) + 0.05 * MatrixXd::Identity(m, m) + skew * (W - W.transpose()) / double(m);
  problem.B = MatrixXd::NullaryExpr(l, m, [&] { return normal(generator); });
  problem.C = -problem.B.transpose();
  problem.eps = VectorXd::NullaryExpr(m, [&] { return normal(generator); });
  const VectorXd carried = VectorXd::NullaryExpr(m, [&] { return share(generator); });
  problem.lam = problem.B * carried;
  return problem;
}

TEST(MixedLcp, AllSolversAgreeOnRandomProblems) {
  std::mt19937 generator(7);
  int solved_by_second = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const Index m = 6 + trial % 30, l = trial % 4;
    const MixedLcp problem = random_problem(generator, m, l, trial % 2 ? 0.5 : 0);
    const MixedLcpSolution block = solve_block_pivoting(problem), lemke = solve_lemke(problem);
    ASSERT_EQ(block.status, LcpStatus::solved) << trial;
    EXPECT_FALSE(block.by_lemke) << trial;
    EXPECT_LT(lcp_error(problem, block.p, block.th), 1e-8) << trial;
    ASSERT_EQ(lemke.status, LcpStatus::solved) << trial;
    EXPECT_LT((block.p - lemke.p).norm(), 1e-7 * (1 + block.p.norm())) << trial;
    EXPECT_LT((block.th - lemke.th).norm(), 1e-7 * (1 + block.th.norm())) << trial;
    const SimplexResult second = contact_technique_2(problem);
    EXPECT_NE(second.end, SimplexEnd::unstable) << trial;  // forces that carry the loads exist
    if (second.end == SimplexEnd::solved) {
      ++solved_by_second;
      EXPECT_LT((block.p - second.p).norm(), 1e-7 * (1 + block.p.norm())) << trial;
    }
  }
  EXPECT_GT(solved_by_second, 30);
}

TEST(MixedLcp, UnitsDoNotMatter) {
  std::mt19937 generator(11);
  const MixedLcp problem = random_problem(generator, 20, 2, 0.3);
  MixedLcp other = problem;  // forces in units of 1e-5, gaps of 1e7, motions of 1e3
  other.A *= 1e-7 * 1e-5;
  other.eps *= 1e-7;
  other.C *= 1e-7 * 1e3;
  other.B *= 1e-5 * 4.0;
  other.lam *= 4.0;
  const MixedLcpSolution a = solve_block_pivoting(problem), b = solve_block_pivoting(other);
  ASSERT_EQ(b.status, LcpStatus::solved);
  EXPECT_LT((a.p - 1e-5 * b.p).norm(), 1e-9 * a.p.norm());
  EXPECT_LT((a.th - 1e3 * b.th).norm(), 1e-9 * a.th.norm());
}

TEST(MixedLcp, AnswerOfTheLastPositionAsFirstGuessSavesSolves) {
  std::mt19937 generator(13);
  const MixedLcp problem = random_problem(generator, 150, 1, 0.2);
  const MixedLcpSolution cold = solve_block_pivoting(problem);
  const MixedLcpSolution warm = solve_block_pivoting(problem, {cold.active, 0});
  EXPECT_EQ(warm.steps, 1);
  EXPECT_LT(cold.steps, 15);
  EXPECT_EQ(warm.active, cold.active);
}

TEST(MixedLcp, DerivativesOfTheAnswerAreThoseOfDifferences) {
  std::mt19937 generator(17);
  const MixedLcp problem = random_problem(generator, 12, 2, 0.4);
  const MixedLcpSolution at = solve_block_pivoting(problem);
  const MixedLcpDerivatives exact = derivatives(problem, at);
  constexpr double h = 1e-6;
  const auto difference = [&](auto&& change) {
    MixedLcp up = problem, down = problem;
    change(up, h);
    change(down, -h);
    const MixedLcpSolution a = solve_block_pivoting(up), b = solve_block_pivoting(down);
    EXPECT_EQ(a.active, at.active);
    return std::pair<VectorXd, VectorXd>((a.p - b.p) / (2 * h), (a.th - b.th) / (2 * h));
  };
  for (Index i = 0; i < 2; ++i) {
    const auto [p, th] = difference([i](MixedLcp& x, double by) { x.lam[i] += by; });
    EXPECT_LT((p - exact.p_lam.col(i)).norm(), 1e-7 * (1 + p.norm()));
    EXPECT_LT((th - exact.th_lam.col(i)).norm(), 1e-7 * (1 + th.norm()));
  }
  for (Index i = 0; i < 12; ++i) {
    const auto [p, th] = difference([i](MixedLcp& x, double by) { x.eps[i] += by; });
    EXPECT_LT((p - exact.p_eps.col(i)).norm(), 1e-7 * (1 + p.norm()));
    EXPECT_LT((th - exact.th_eps.col(i)).norm(), 1e-7 * (1 + th.norm()));
  }
  const MatrixXd stiffness = motion_stiffness(problem, at.active);
  EXPECT_LT((stiffness * exact.th_lam - MatrixXd::Identity(2, 2)).norm(), 1e-9);
}

TEST(MixedLcp, MotionThatNothingLoadsOrHoldsIsLoose) {
  MixedLcp problem = three_pairs({0.5, 0.6, 0.7}, 0);
  const MixedLcpSolution apart = solve_block_pivoting(problem);
  ASSERT_EQ(apart.status, LcpStatus::solved);
  EXPECT_LT(apart.p.norm(), 1e-12);
  EXPECT_LE((-apart.d).maxCoeff(), 1e-12);
}

TEST(MixedLcp, SizesThatDoNotFitAreTold) {
  MixedLcp problem = three_pairs({0, 0, 0}, 1);
  problem.B.resize(2, 3);
  EXPECT_THROW(solve_block_pivoting(problem), InputError);
}

}  // namespace
}  // namespace trunnion
