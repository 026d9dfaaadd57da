#include "trunnion/math/block_lanczos.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <memory>
#include <numbers>

#include "math/model_matrices.h"
#include "trunnion/math/factor.h"

namespace trunnion {
namespace {

/// K x = lambda M x with M diagonal.
struct Pencil {
  SparseMatrix K;
  VectorXd M;
  std::shared_ptr<CholeskyFactor> factor;

  Pencil(SparseMatrix stiffness, VectorXd mass, double shift = 0) : K(std::move(stiffness)), M(std::move(mass)) {
    SparseMatrix shifted = K;
    for (Index i = 0; i < K.rows(); ++i) shifted.coeffRef(i, i) -= shift * M[i];
    factor = std::make_shared<CholeskyFactor>(shifted);
    op.size = K.rows();
    op.shift = shift;
    op.solve = [f = factor](const MatrixXd& b) { return f->solve(b); };
    op.mass = [m = M](const MatrixXd& x) -> MatrixXd { return m.asDiagonal() * x; };
  }
  ShiftInvertOperator op;

  void expect_eigenpairs(const EigenPairs& pairs, const VectorXd& exact) const {
    ASSERT_TRUE(pairs.converged);
    ASSERT_EQ(pairs.values.size(), exact.size());
    for (Index i = 0; i < exact.size(); ++i)
      EXPECT_NEAR(pairs.values[i], exact[i], 1e-12 * std::max(1.0, exact[exact.size() - 1])) << i;
    const MatrixXd& X = pairs.vectors;
    EXPECT_LE((X.transpose() * M.asDiagonal() * X - MatrixXd::Identity(X.cols(), X.cols())).norm(), 1e-11);
    const MatrixXd residual = symmetric_product(K, X) - M.asDiagonal() * X * pairs.values.asDiagonal();
    EXPECT_LE(residual.norm(), 1e-8);
  }
};

}  // namespace

TEST(BlockLanczos, ChainFrequenciesAreTheClosedForm) {
  const Index n = 400;
  const Pencil pencil(fixed_chain(n), VectorXd::Ones(n));
  const VectorXd exact = grid_eigenvalues(n, 1, 1, 1).head(25).array() - 4;
  for (const int block : {1, 3, 8, 20})
    pencil.expect_eigenpairs(block_lanczos(pencil.op, {.count = 25, .block = block}), exact);
}

TEST(BlockLanczos, MultipleEigenvaluesOfACubeAreAllFound) {
  const Pencil pencil(grid_laplacian(9, 9, 9, 1), VectorXd::Ones(729));  // threefold and sixfold
  const EigenPairs pairs = block_lanczos(pencil.op, {.count = 30, .block = 8});
  pencil.expect_eigenpairs(pairs, grid_eigenvalues(9, 9, 9, 1).head(30));
}

TEST(BlockLanczos, ThickRestartKeepsWhatWasLearnt) {
  // A single vector on a long chain needs many more steps than the basis has room for.
  const Index n = 3000;
  const Pencil pencil(fixed_chain(n), VectorXd::Ones(n));
  const EigenPairs pairs = block_lanczos(pencil.op, {.count = 40, .block = 2});
  pencil.expect_eigenpairs(pairs, grid_eigenvalues(n, 1, 1, 1).head(40).array() - 4);
  EXPECT_GT(pairs.solves, 2 * 40 + 8 * 2) << "no restart took place: the test proves nothing";
}

TEST(BlockLanczos, AllPairsBelowALimitHoweverMany) {
  const Pencil pencil(grid_laplacian(10, 9, 8, 1), VectorXd::Ones(720));
  const VectorXd exact = grid_eigenvalues(10, 9, 8, 1);
  const double limit = 2.0;
  const Index below = (exact.array() < limit).count();
  const EigenPairs pairs = block_lanczos(pencil.op, {.count = 5, .upper = limit, .block = 6});
  pencil.expect_eigenpairs(pairs, exact.head(below));
}

TEST(BlockLanczos, AFreeChainHasOneRigidMotion) {
  const Index n = 120;
  const Pencil pencil(free_chain(n), VectorXd::Ones(n), -1e-3);
  VectorXd exact(6);
  for (Index k = 0; k < 6; ++k)
    exact[k] = 4 * std::pow(std::sin(static_cast<double>(k) * std::numbers::pi / (2.0 * n)), 2);
  pencil.expect_eigenpairs(block_lanczos(pencil.op, {.count = 6, .block = 4}), exact);
}

TEST(BlockLanczos, KnownVectorsAreNotFoundAgain) {
  const Index n = 300;
  const Pencil pencil(fixed_chain(n), VectorXd::Ones(n));
  const EigenPairs first = block_lanczos(pencil.op, {.count = 7, .block = 4});
  const EigenPairs rest = block_lanczos(pencil.op, {.count = 5, .block = 4, .deflate = first.vectors});
  pencil.expect_eigenpairs(rest, grid_eigenvalues(n, 1, 1, 1).segment(7, 5).array() - 4);
}

TEST(BlockLanczos, ASmallSpaceIsExhausted) {
  const Index n = 6;
  const Pencil pencil(fixed_chain(n), VectorXd::Ones(n));
  const VectorXd exact = grid_eigenvalues(n, 1, 1, 1).array() - 4;
  pencil.expect_eigenpairs(block_lanczos(pencil.op, {.count = 20, .block = 8}), exact);
  pencil.expect_eigenpairs(block_lanczos(pencil.op, {.count = 20, .block = 4}), exact);
  pencil.expect_eigenpairs(block_lanczos(pencil.op, {.count = 3, .block = 1}), exact.head(3));
}

TEST(BlockLanczos, UnevenMassIsTheInnerProduct) {
  const Index n = 200;
  VectorXd mass(n);
  for (Index i = 0; i < n; ++i) mass[i] = std::pow(10.0, 4.0 * static_cast<double>(i % 7) / 7 - 2);
  const Pencil pencil(fixed_chain(n), mass);
  const MatrixXd dense = symmetric_product(pencil.K, MatrixXd::Identity(n, n));
  const VectorXd root = mass.cwiseSqrt().cwiseInverse();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> exact(root.asDiagonal() * dense * root.asDiagonal());
  pencil.expect_eigenpairs(block_lanczos(pencil.op, {.count = 20, .block = 8}), exact.eigenvalues().head(20));
}

}  // namespace trunnion
