#include "trunnion/math/general_lu.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <Eigen/SparseCore>
#include <cmath>

namespace trunnion {
namespace {

// [K C'; C 0] of a chain: tridiagonal K of n, a row of C for every third entry. Zeros stand on the diagonal.
SparseMatrix saddle(Index n, double shift, bool repeat_row = false) {
  const Index rows = n / 3;
  std::vector<Eigen::Triplet<double, std::int32_t>> entries;
  const auto add = [&](Index r, Index c, double v) {
    entries.emplace_back(static_cast<std::int32_t>(r), static_cast<std::int32_t>(c), v);
  };
  for (Index i = 0; i < n; ++i) {
    add(i, i, 2 + shift + 0.1 * std::sin(static_cast<double>(i)));
    if (i > 0) add(i, i - 1, -1);
    if (i + 1 < n) add(i, i + 1, -0.7);
  }
  for (Index r = 0; r < rows; ++r) {
    const Index c = repeat_row && r == 1 ? 0 : 3 * r;
    for (const Index at : {c, c + 1}) {
      add(n + r, at, at == c ? 1 : -1);
      add(at, n + r, at == c ? 1 : -1);
    }
    add(n + r, n + r, 0);
  }
  SparseMatrix A(n + rows, n + rows);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

TEST(GeneralLu, SolvesSaddleSystemsOfAnySizeToRounding) {
  for (const Index n : {9, 60, 300, 3000}) {
    GeneralLu lu;
    for (const double shift : {0.0, 5.0}) {  // the pattern is kept, the values change
      const SparseMatrix A = saddle(n, shift);
      ASSERT_TRUE(lu.factor(A)) << n;
      EXPECT_GT(lu.reciprocal_condition(), 0);
      const VectorXd x = VectorXd::LinSpaced(A.cols(), -1, 2);
      VectorXd found;
      lu.solve(A * x, found);
      EXPECT_LT((found - x).norm(), 1e-11 * x.norm()) << n;
    }
  }
}

TEST(GeneralLu, ARepeatedRowIsSingularOrShowsInThePivots) {
  for (const Index n : {9, 300}) {
    GeneralLu lu;
    const SparseMatrix A = saddle(n, 0, true);
    EXPECT_TRUE(!lu.factor(A) || lu.reciprocal_condition() < 1e-14) << n;
  }
}

// Dense: (2/3) n^3 and 2 n^2 operations. A banded matrix: so many for each row.
TEST(GeneralLu, WorkGrowsAsItsAlgebraSays) {
  const auto work = [](Index n) {
    GeneralLu lu;
    const SparseMatrix A = saddle(n, 1);
    EXPECT_TRUE(lu.factor(A));
    return std::pair(lu.factor_work(), lu.solve_work());
  };
  const auto [small, small_solve] = work(15);
  const auto [large, large_solve] = work(30);  // 20 and 40 rows
  EXPECT_NEAR(large / small, 8, 1e-12);
  EXPECT_NEAR(large_solve / small_solve, 4, 1e-12);
  const auto [chain, chain_solve] = work(3000);
  const auto [longer, longer_solve] = work(6000);
  EXPECT_NEAR(longer / chain, 2, 0.1);
  EXPECT_NEAR(longer_solve / chain_solve, 2, 0.1);
}

}  // namespace
}  // namespace trunnion
