#include <gtest/gtest.h>

#include <random>

#include "trunnion/math/nonnegative.h"

namespace trunnion {
namespace {

MatrixXd random_matrix(Index rows, Index cols) {
  std::mt19937 generator(3);
  std::normal_distribution<double> normal;
  MatrixXd m(rows, cols);
  for (double& entry : m.reshaped()) entry = normal(generator);
  return m;
}

TEST(NonnegativeLeastSquares, ReachableRightHandSideIsMetByFewPositiveEntries) {
  const MatrixXd A = random_matrix(12, 60);
  const VectorXd b = A * VectorXd::Constant(60, 0.3);
  const NonnegativeResult found = nonnegative_least_squares(A, b);
  EXPECT_LT(found.residual, 1e-10);
  EXPECT_GE(found.x.minCoeff(), 0);
  EXPECT_LE((found.x.array() > 0).count(), 12);
}

TEST(NonnegativeLeastSquares, OptimumHasNoSlopeAtPositiveEntriesAndNoneUpwardsElsewhere) {
  const MatrixXd A = random_matrix(40, 15);
  const VectorXd b = random_matrix(40, 1);
  const NonnegativeResult found = nonnegative_least_squares(A, b);
  const VectorXd slope = A.transpose() * (b - A * found.x);
  for (Index k = 0; k < found.x.size(); ++k) {
    if (found.x[k] > 0)
      EXPECT_NEAR(slope[k], 0, 1e-10 * b.norm());
    else
      EXPECT_LE(slope[k], 1e-10 * b.norm());
  }
}

TEST(NonnegativeLeastSquares, DependentColumnsAreNotChosenTwice) {
  MatrixXd A(2, 3);
  A << 1, 2, 0, 1, 2, 1;
  const NonnegativeResult found = nonnegative_least_squares(A, Eigen::Vector2d(2, 5));
  EXPECT_LT(found.residual, 1e-12);
  EXPECT_GE(found.x.minCoeff(), 0);
}

}  // namespace
}  // namespace trunnion
