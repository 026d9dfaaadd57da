#pragma once
// math/sparse_product.h -- sparse matrix times a block of vectors, threaded over columns and compiled once.

#include "trunnion/math/types.h"

namespace trunnion {

using RowSparse = Eigen::SparseMatrix<double, Eigen::RowMajor, std::int32_t>;

MatrixXd product(const RowSparse& A, const MatrixXd& x);                ///< A x
MatrixXd product(const SparseMatrix& A, const MatrixXd& x);             ///< A x
MatrixXd transposed_product(const RowSparse& A, const MatrixXd& x);     ///< A^T x
MatrixXd transposed_product(const SparseMatrix& A, const MatrixXd& x);  ///< A^T x

/// |A| |x| for a symmetric matrix of which the lower half is stored: what rounding in A x is relative to.
MatrixXd absolute_symmetric_product(const SparseMatrix& lower, const MatrixXd& x);

SparseMatrix transposed_product(const RowSparse& A, const SparseMatrix& B);  ///< A^T B
MatrixXd dense(const SparseMatrix& A);

}  // namespace trunnion
