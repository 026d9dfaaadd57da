#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "math/model_matrices.h"
#include "trunnion/math/blas_kernel.h"
#include "trunnion/math/elimination_tree.h"
#include "trunnion/math/factor.h"
#include "trunnion/math/free_memory.h"
#include "trunnion/math/ordering.h"

namespace trunnion {

TEST(CholeskyFactor, BlockSolveGivesBackTheSolutionOfEveryColumn) {
  const SparseMatrix A = grid_laplacian(12, 9, 7, 3);
  const MatrixXd x = MatrixXd::Random(A.rows(), 11);
  const MatrixXd solved = CholeskyFactor(A).solve(symmetric_product(A, x));
  EXPECT_LE((solved - x).norm(), 1e-12 * x.norm());
}

TEST(CholeskyFactor, EmptyAndOneByOneMatricesAreFine) {
  EXPECT_EQ(CholeskyFactor(SparseMatrix(0, 0)).solve(MatrixXd(0, 2)).cols(), 2);
  SparseMatrix one(1, 1);
  one.insert(0, 0) = 4;
  one.makeCompressed();
  EXPECT_DOUBLE_EQ(CholeskyFactor(one).solve(MatrixXd::Constant(1, 1, 8))(0, 0), 2);
}

TEST(CholeskyFactor, ThreadsAloneAndTogetherGiveTheSameDigits) {
  const CholeskyFactor factor(grid_laplacian(16, 15, 14, 3));  // large enough to be cut into subtrees
  const int before = num_threads();
  for (const Index columns : {1, 8, 19}) {
    const MatrixXd rhs = MatrixXd::Random(3 * 16 * 15 * 14, columns);
    set_num_threads(1);
    const MatrixXd alone = factor.solve(rhs);
    for (const int threads : {2, 3}) {
      set_num_threads(threads);
      EXPECT_EQ(factor.solve(rhs), alone) << columns << " columns, " << threads << " threads";
    }
  }
  set_num_threads(before);
}

TEST(CholeskyFactor, AnalysisOfAnEstimateServesItsOwnPatternOnly) {
  const SparseMatrix A = grid_laplacian(9, 8, 7, 1), other = grid_laplacian(7, 8, 9, 1);
  const MatrixXd x = MatrixXd::Random(A.rows(), 3);
  estimate_cholesky(A);
  for (const SparseMatrix& matrix : {other, SparseMatrix(2 * A), A})
    EXPECT_LE((CholeskyFactor(matrix).solve(symmetric_product(matrix, x)) - x).norm(), 1e-12 * x.norm());
}

TEST(CholeskyFactor, NamesTheRowOfANonPositivePivot) {
  SparseMatrix A = grid_laplacian(5, 5, 5, 1);
  const Index bad = 37;
  A.coeffRef(bad, bad) = -1;
  try {
    const CholeskyFactor factor(A);
    FAIL() << "an indefinite matrix was factorised";
  } catch (const NotPositiveDefinite& error) {
    EXPECT_EQ(error.row(), bad);
    EXPECT_NE(std::string(error.what()).find("row 37"), std::string::npos);
  }
}

TEST(CholeskyFactor, SmallestPivotShowsASingularMatrix) {
  EXPECT_GT(CholeskyFactor(grid_laplacian(10, 10, 10, 1)).smallest_pivot().ratio, 1e-3);
  // A chain with two free ends has a rigid motion. Its pivots are 1, 1, ..., 1, 0: exact in floating point, so a
  // thousandth of round-off on the diagonal decides the sign of the last.
  SparseMatrix chain = free_chain(50);
  chain.coeffRef(0, 0) *= 1 + 1e-15;
  EXPECT_LT(CholeskyFactor(chain).smallest_pivot().ratio, 1e-13);
}

TEST(CholeskyFactor, EstimateEqualsWhatTheFactorisationTook) {
  const SparseMatrix A = grid_laplacian(20, 20, 20, 1);
  const FactorCost before = estimate_cholesky(A), after = CholeskyFactor(A).cost();
  EXPECT_EQ(before.entries, after.entries);
  EXPECT_EQ(before.flops, after.flops);
  EXPECT_GT(before.bytes, 8 * before.entries);
}

TEST(EliminationTree, SubtreesAndTrunkHoldEveryPanelOnceAndNoSubtreeIsLarge) {
  // A complete binary tree in postorder; every panel has 60 columns and reaches into its parent's.
  constexpr Index levels = 9, panels = (1 << levels) - 1, columns = 60;
  std::vector<Index> parent;
  const std::function<Index(Index)> grow = [&](Index level) {
    const Index left = level > 1 ? grow(level - 1) : -1, right = level > 1 ? grow(level - 1) : -1;
    const Index root = Index(parent.size());
    parent.push_back(-1);
    if (level > 1) parent[left] = parent[right] = root;
    return root;
  };
  grow(levels);
  std::vector<std::int64_t> first_column{0}, first_row{0}, first_value{0}, row;
  for (Index s = 0; s < panels; ++s) {
    for (Index k = 0; k < columns; ++k) row.push_back(s * columns + k);
    for (Index k = 0; k < columns && parent[s] >= 0; ++k) row.push_back(parent[s] * columns + k);
    first_column.push_back((s + 1) * columns);
    first_row.push_back(std::int64_t(row.size()));
    first_value.push_back(first_value.back() + columns * (first_row[s + 1] - first_row[s]));
  }
  const EliminationTree tree = cut_tree({.size = panels * columns,
                                         .panels = panels,
                                         .first_column = first_column.data(),
                                         .first_row = first_row.data(),
                                         .first_value = first_value.data(),
                                         .row = row.data()});
  std::vector<int> held(panels, 0);
  for (const Index s : tree.trunk) ++held[s];
  for (const Subtree& subtree : tree.subtrees) {
    EXPECT_LE(subtree.root - subtree.first + 1, panels / 24);
    for (Index s = subtree.first; s <= subtree.root; ++s) {
      ++held[s];
      EXPECT_TRUE(s == subtree.root || parent[s] <= subtree.root);
    }
  }
  EXPECT_EQ(held, std::vector<int>(panels, 1));
  EXPECT_EQ(tree.subtrees.size(), 32U);  // of 15 panels each; those of the level above would be larger than 1/24
}

TEST(Ordering, UnknownsOfOneNodeFormOneGroup) {
  const std::vector<std::int32_t> group = indistinguishable_groups(grid_laplacian(4, 5, 6, 3));
  for (std::size_t row = 0; row < group.size(); ++row) EXPECT_EQ(group[row], static_cast<int>(row / 3));
}

TEST(Ordering, APatternGetsTheSameOrderWhateverWasOrderedBefore) {
  const SparseMatrix one = grid_laplacian(4, 5, 6, 3), other = grid_laplacian(6, 5, 4, 3);
  const std::vector<std::int64_t> first = nested_dissection(one);
  ASSERT_EQ(first.size(), nested_dissection(other).size());
  EXPECT_NE(first, nested_dissection(other));
  EXPECT_EQ(first, nested_dissection(one));
}

TEST(Ordering, NodesAreEliminatedInTheSameOrderWhateverTheNumberOfTheirUnknowns) {
  const std::vector<std::int64_t> three = nested_dissection(grid_laplacian(4, 5, 6, 3));
  const std::vector<std::int64_t> one = nested_dissection(grid_laplacian(4, 5, 6, 1));
  for (std::size_t k = 0; k < one.size(); ++k) EXPECT_EQ(three[3 * k] / 3, one[k]);
}

TEST(Ordering, AnUnknownThatStandsAloneComesLast) {
  SparseMatrix A = grid_laplacian(4, 5, 6, 3);
  A.prune([](Index row, Index column, double) { return row == column || (row != 7 && column != 7); });
  EXPECT_EQ(nested_dissection(A).back(), 7);
}

TEST(Ordering, NestedDissectionBeatsTheNaturalOrderOnAGrid) {
  const FactorCost cost = estimate_cholesky(grid_laplacian(24, 24, 24, 1));
  // The band of the natural order holds n * 24^2 entries; nested dissection grows as n^(4/3) with a small constant.
  EXPECT_LT(cost.entries, 0.35 * std::pow(24.0, 5));
}

TEST(IndefiniteFactor, CountsTheEigenvaluesBelowAShift) {
  const int n = 200;
  for (const double shift : {0.5, 1.7, 3.3}) {
    SparseMatrix A = fixed_chain(n);
    for (int i = 0; i < n; ++i) A.coeffRef(i, i) -= shift;
    // Eigenvalues of the chain: 4 sin^2( k pi / (2 (n+1)) ).
    const double last = 2 * (n + 1) / std::numbers::pi * std::asin(std::sqrt(shift) / 2);
    const IndefiniteFactor factor(A);
    EXPECT_EQ(factor.negative_eigenvalues(), static_cast<Index>(std::floor(last)));
    EXPECT_EQ(factor.null_pivots(), 0);
  }
}

TEST(IndefiniteFactor, SolvesASaddleSystem) {
  const SparseMatrix A = grid_laplacian(8, 8, 8, 1);
  const Index n = A.rows();
  std::vector<Eigen::Triplet<double>> entries;
  for (Index j = 0; j < n; ++j)
    for (SparseMatrix::InnerIterator entry(A, j); entry; ++entry) entries.emplace_back(entry.row(), j, entry.value());
  for (Index j = 0; j < n; ++j) entries.emplace_back(n, j, 1 + j % 3);
  entries.emplace_back(n, n, 0);
  SparseMatrix saddle(n + 1, n + 1);
  saddle.setFromTriplets(entries.begin(), entries.end());
  const MatrixXd x = MatrixXd::Random(n + 1, 4);
  const IndefiniteFactor factor(saddle);
  EXPECT_LE((factor.solve(symmetric_product(saddle, x)) - x).norm(), 1e-11 * x.norm());
  EXPECT_EQ(factor.negative_eigenvalues(), 1);
}

TEST(IndefiniteFactor, FindsTheNullSpaceOfTwoFreeChains) {
  std::vector<Eigen::Triplet<double>> entries;
  const SparseMatrix chain = free_chain(40);
  for (int part = 0; part < 2; ++part)
    for (Index j = 0; j < 40; ++j)
      for (SparseMatrix::InnerIterator entry(chain, j); entry; ++entry)
        entries.emplace_back(40 * part + entry.row(), 40 * part + j, entry.value());
  SparseMatrix pair(80, 80);
  pair.setFromTriplets(entries.begin(), entries.end());
  EXPECT_EQ(IndefiniteFactor(pair).null_pivots(), 2);
}

TEST(FreeMemory, IsMoreThanNothingAndNoMoreThanTheMachineHas) {
  EXPECT_GT(free_memory(), 1e7);
  EXPECT_LE(free_memory(), double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGESIZE)));
}

TEST(FreeMemory, AFactorThatDoesNotFitIsRefusedWithBothNumbers) {
  const FactorCost cost{.entries = 1e9, .flops = 1e12, .bytes = 12.3e9};
  EXPECT_NO_THROW(check_factor_fits(cost, 900000, 12.4e9));
  try {
    check_factor_fits(cost, 900000, 8e9);
    FAIL();
  } catch (const SolveError& error) {
    EXPECT_NE(std::string(error.what()).find("900000 unknowns needs about 12.3 GB, and 8.0 GB of memory are free"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace trunnion
