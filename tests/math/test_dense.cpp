#include "trunnion/math/dense.h"

#include <gtest/gtest.h>

#include "trunnion/base/error.h"

namespace trunnion {

TEST(Dense, GeneralizedEigenvectorsDiagonaliseBothMatrices) {
  const MatrixXd X = MatrixXd::Random(12, 12), Y = MatrixXd::Random(12, 12);
  const MatrixXd A = X + X.transpose(), B = Y * Y.transpose() + MatrixXd::Identity(12, 12);
  const auto [values, vectors] = generalized_symmetric_eigen(A, B);
  EXPECT_LE((vectors.transpose() * B * vectors - MatrixXd::Identity(12, 12)).norm(), 1e-12);
  EXPECT_LE((A * vectors - B * vectors * values.asDiagonal()).norm(), 1e-11);
  EXPECT_THROW(generalized_symmetric_eigen(A, -B), SolveError);
}

TEST(Dense, LargeSymmetricEigenproblemsAreSolvedToRounding) {
  for (const Index n : {255, 256, 300}) {
    const MatrixXd X = MatrixXd::Random(n, n), A = X + X.transpose();
    const auto [values, vectors] = symmetric_eigen(A);
    const double size = values.cwiseAbs().maxCoeff();
    EXPECT_LE((vectors.transpose() * vectors - MatrixXd::Identity(n, n)).norm(), 1e-11);
    EXPECT_LE((A * vectors - vectors * values.asDiagonal()).norm(), 1e-11 * size);
    EXPECT_GE((values.tail(n - 1) - values.head(n - 1)).minCoeff(), 0);
  }
}

TEST(Dense, NullSpaceIsAnnihilatedAndComplete) {
  const MatrixXd A = MatrixXd::Random(9, 3) * MatrixXd::Random(3, 7);
  const MatrixXd N = null_space(A);
  EXPECT_EQ(N.cols(), 4);
  EXPECT_LE((A * N).norm(), 1e-13);
  EXPECT_EQ(null_space(MatrixXd(0, 5)).cols(), 5);
  EXPECT_EQ(null_space(MatrixXd::Zero(2, 5)).cols(), 5);
  EXPECT_EQ(null_space(triangle_of(A)).cols(), 4);
}

TEST(Dense, IndependentColumnsSpanAllColumns) {
  MatrixXd A(6, 5);
  A.leftCols(2) = MatrixXd::Random(6, 2);
  A.col(2) = A.col(0) + A.col(1);
  A.col(3) = -2 * A.col(0);
  A.col(4) = MatrixXd::Random(6, 1);
  const std::vector<Index> chosen = independent_columns(A);
  ASSERT_EQ(chosen.size(), 3);
  const MatrixXd basis = A(Eigen::all, chosen);
  EXPECT_LE((basis * least_squares(basis, A) - A).norm(), 1e-13);
}

TEST(Dense, LeastNormSolutionOfASingularSystem) {
  const MatrixXd L = MatrixXd::Random(6, 4), A = L * L.transpose(), b = A * MatrixXd::Random(6, 2);
  const MatrixXd x = LeastNormSolver(A).solve(b);
  EXPECT_LE((A * x - b).norm(), 1e-11);
  EXPECT_LE((null_space(A).transpose() * x).norm(), 1e-11);
}

}  // namespace trunnion
