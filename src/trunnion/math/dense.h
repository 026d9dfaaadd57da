#pragma once
// math/dense.h -- decompositions of small dense matrices, compiled once (their templates are slow to compile).

#include <vector>

#include "trunnion/math/types.h"

namespace trunnion {

struct SymmetricEigen {
  VectorXd values;   ///< ascending
  MatrixXd vectors;  ///< orthonormal columns; B-orthonormal for the generalized problem
};

SymmetricEigen symmetric_eigen(const MatrixXd& A);  ///< A x = lambda x; the lower triangle is read

/// A x = lambda B x, B positive definite. Throws SolveError where it is not.
SymmetricEigen generalized_symmetric_eigen(const MatrixXd& A, const MatrixXd& B);

/// Orthonormal basis of { x : A x = 0 }: right singular vectors whose singular value is below tolerance times the
/// largest. The identity for a matrix without rows.
MatrixXd null_space(const MatrixXd& A, double tolerance = 1e-9);

/// The columns of A that are independent of those chosen before, best first (column-pivoted QR).
std::vector<Index> independent_columns(const MatrixXd& A, double tolerance = 1e-10);

/// Solution of least norm of A x = b for a symmetric, possibly rank-deficient matrix; residuals are left to the caller.
class LeastNormSolver {
 public:
  LeastNormSolver() = default;
  explicit LeastNormSolver(const MatrixXd& A, double tolerance = 1e-11);
  MatrixXd solve(const MatrixXd& b) const { return vectors_ * (inverse_.asDiagonal() * (vectors_.transpose() * b)); }

 private:
  MatrixXd vectors_;
  VectorXd inverse_;
};

/// x that minimises |A x - b|, of least norm where A has dependent columns.
MatrixXd least_squares(const MatrixXd& A, const MatrixXd& b);

/// R of A = Q R, min(rows, columns) x columns: keeps the null space of A in a small matrix.
MatrixXd triangle_of(const MatrixXd& A);

}  // namespace trunnion
