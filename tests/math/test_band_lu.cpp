#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "trunnion/math/band_lu.h"

namespace trunnion {
namespace {

TEST(BandLu, SolvesDominatedMatricesToRounding) {
  const Index n = 40, b = 5;
  MatrixXd A = MatrixXd::Zero(n, n);
  BandLu lu;
  lu.reset(n, b);
  for (Index i = 0; i < n; ++i)
    for (Index k = std::max<Index>(0, i - b); k <= std::min(n - 1, i + b); ++k) {
      A(i, k) = i == k ? 12 : -std::abs(std::sin(static_cast<double>(7 * i + 3 * k)));
      lu(i, k) = A(i, k);
    }
  ASSERT_TRUE(lu.factor());
  const VectorXd x = VectorXd::LinSpaced(n, -1, 2);
  VectorXd y = A * x;
  lu.solve(y);
  EXPECT_LE((y - x).cwiseAbs().maxCoeff(), 1e-13);
  RowMatrixXd many(n, 3);
  many << A * x, 2 * (A * x), A * VectorXd::Ones(n);
  lu.solve(many);
  EXPECT_LE((many.col(1) - 2 * x).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LE((many.col(2).array() - 1).abs().maxCoeff(), 1e-13);
}

TEST(BandLu, SaysWhenAPivotVanishes) {
  BandLu lu;
  lu.reset(2, 1);
  lu(0, 0) = lu(0, 1) = lu(1, 0) = lu(1, 1) = 1;
  EXPECT_FALSE(lu.factor());
}

}  // namespace
}  // namespace trunnion
