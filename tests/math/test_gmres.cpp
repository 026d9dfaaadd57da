#include "trunnion/math/gmres.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

namespace trunnion {
namespace {

MatrixXd unsymmetric(Index n) {
  MatrixXd A = MatrixXd::Identity(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) A(i, j) += 0.3 * std::sin(double(1 + 7 * i + 3 * j * j)) / std::sqrt(double(n));
  return A;
}

TEST(Gmres, SolvesAnUnsymmetricSystem) {
  const Index n = 60;
  const MatrixXd A = unsymmetric(n);
  const VectorXd b = VectorXd::LinSpaced(n, -1, 2), exact = A.partialPivLu().solve(b);
  for (const int restart : {60, 5}) {
    const GmresResult found =
        gmres([&](const VectorXd& x) -> VectorXd { return A * x; }, b, {.tolerance = 1e-12, .restart = restart});
    EXPECT_TRUE(found.converged);
    EXPECT_LE((A * found.x - b).norm(), 2e-12 * b.norm());
    EXPECT_LE((found.x - exact).norm(), 1e-11 * exact.norm());
  }
}

TEST(Gmres, NeedsAsManyProductsAsTheOperatorHasDifferentEigenvalues) {
  VectorXd d = VectorXd::Ones(50);
  d.head(10).setConstant(2);
  d.segment(10, 5).setConstant(-3);
  const GmresResult found = gmres([&](const VectorXd& x) -> VectorXd { return d.cwiseProduct(x); },
                                  VectorXd::LinSpaced(50, 1, 2), {.tolerance = 1e-12});
  EXPECT_TRUE(found.converged);
  EXPECT_EQ(found.iterations, 3);
}

TEST(Gmres, FindsASolutionOfASingularButConsistentSystem) {
  VectorXd d = VectorXd::LinSpaced(30, 0, 1), b = VectorXd::Ones(30);
  b[0] = 0;
  const auto A = [&](const VectorXd& x) -> VectorXd { return d.cwiseProduct(x); };
  const GmresResult found = gmres(A, b, {.tolerance = 1e-10});
  EXPECT_TRUE(found.converged);
  EXPECT_LE((A(found.x) - b).norm(), 1e-9 * b.norm());
}

TEST(Gmres, GivesUpWhereThereIsNoSolution) {
  VectorXd d = VectorXd::LinSpaced(200, 0, 1);
  const auto A = [&](const VectorXd& x) -> VectorXd { return d.cwiseProduct(x); };
  const VectorXd b = VectorXd::Unit(200, 0) + 0.01 * VectorXd::Ones(200);
  const GmresResult found = gmres(A, b, {.tolerance = 1e-8, .max_iterations = 150, .patience = 10});
  EXPECT_FALSE(found.converged);
  EXPECT_LT(found.iterations, 150);
  EXPECT_NEAR(found.residual, 1, 0.05);  // the part along the null vector stays
}

}  // namespace
}  // namespace trunnion
