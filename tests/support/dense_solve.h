#pragma once
// support/dense_solve.h -- small models solved with dense algebra, independent of the library's own solvers.

#include "trunnion/fem/fe_model.h"

namespace trunnion::testing {

MatrixXd dense(const SparseMatrix& lower);  ///< the full symmetric matrix

/// u with K u = f on the free dofs and u = `prescribed` on the fixed ones.
VectorXd solve_dense(const MatrixXd& K, const std::vector<Index>& fixed, const VectorXd& f, const VectorXd& prescribed);

/// Ascending eigenvalues of A x = lambda B x with the fixed dofs held; B positive definite on the others.
VectorXd dense_eigenvalues(const MatrixXd& A, const MatrixXd& B, const std::vector<Index>& fixed);

/// All dofs of the nodes, rotations included.
std::vector<Index> dofs_of(const FeModel& model, const std::vector<NodeId>& nodes);

}  // namespace trunnion::testing
