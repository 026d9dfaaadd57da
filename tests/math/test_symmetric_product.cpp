#include <gtest/gtest.h>

#include "math/model_matrices.h"

namespace trunnion {

TEST(SymmetricProduct, EqualsTheFullMatrixForAnyNumberOfColumns) {
  const SparseMatrix A = grid_laplacian(5, 4, 3, 3);
  const SparseMatrix upper = A.transpose();
  for (const Index columns : {0, 1, 7, 8, 9, 24, 30}) {
    const MatrixXd x = MatrixXd::Random(A.rows(), columns);
    const MatrixXd expected = A * x + upper * x - A.diagonal().asDiagonal() * x;
    EXPECT_LE((symmetric_product(A, x) - expected).norm(), 1e-13 * (1 + expected.norm())) << columns;
  }
}

}  // namespace trunnion
