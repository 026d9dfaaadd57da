#include "support/dense_solve.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>

namespace trunnion::testing {
namespace {

std::vector<Index> others(Index size, const std::vector<Index>& fixed) {
  std::vector<bool> held(std::size_t(size), false);
  for (const Index dof : fixed) held[std::size_t(dof)] = true;
  std::vector<Index> free;
  for (Index dof = 0; dof < size; ++dof)
    if (!held[std::size_t(dof)]) free.push_back(dof);
  return free;
}

}  // namespace

MatrixXd dense(const SparseMatrix& lower) { return MatrixXd(lower).selfadjointView<Eigen::Lower>(); }

VectorXd solve_dense(const MatrixXd& K, const std::vector<Index>& fixed, const VectorXd& f,
                     const VectorXd& prescribed) {
  const std::vector<Index> free = others(K.rows(), fixed);
  VectorXd u = VectorXd::Zero(K.rows());
  u(fixed) = prescribed(fixed);
  const VectorXd rest = (f - K * u)(free);
  const MatrixXd inner = K(free, free);
  const VectorXd found = inner.ldlt().solve(rest);
  u(free) = found;
  return u;
}

VectorXd dense_eigenvalues(const MatrixXd& A, const MatrixXd& B, const std::vector<Index>& fixed) {
  const std::vector<Index> free = others(A.rows(), fixed);
  const MatrixXd a = A(free, free), b = B(free, free);
  return Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd>(a, b, Eigen::EigenvaluesOnly).eigenvalues();
}

std::vector<Index> dofs_of(const FeModel& model, const std::vector<NodeId>& nodes) {
  std::vector<Index> dofs;
  for (const NodeId node : nodes) {
    for (int i = 0; i < model.dofs.dimension; ++i) dofs.push_back(model.dofs.translation(node, i));
    if (model.dofs.has_rotation(node))
      for (int i = 0; i < 3; ++i) dofs.push_back(model.dofs.rotation_dof(node, i));
  }
  return dofs;
}

}  // namespace trunnion::testing
