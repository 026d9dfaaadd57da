#include "trunnion/fe_contact/joined_model.h"

#include "trunnion/math/dense.h"

namespace trunnion {
namespace {

SparseMatrix joined_stiffness(const SparseMatrix& lower, const RowSparse& B, const VectorXd& D) {
  const SparseMatrix columns = B;
  const SparseMatrix transposed = columns.transpose();
  const SparseMatrix springs = transposed * SparseMatrix(D.asDiagonal() * columns);
  return lower + SparseMatrix(springs.triangularView<Eigen::Lower>());
}

/// The system of the model with the rigid motions taken out that the contact stops.
std::shared_ptr<const ConstrainedSystem> joined_system(const FeModel& model, const FeModel& joined,
                                                       const std::vector<Support>& supports, const RowSparse& B,
                                                       const std::vector<NodeId>& held) {
  auto system = std::make_shared<ConstrainedSystem>(*constrain(model, supports, held));
  system->model = &joined;
  if (system->null_space.cols() == 0) return system;
  const MatrixXd seen = product(B, product(system->expand, system->null_space));
  const MatrixXd unseen = null_space(triangle_of(seen));
  system->null_space = system->null_space * unseen;
  system->null_motion = system->null_motion * unseen;
  return system;
}

}  // namespace

JoinedModel::JoinedModel(const FeModel& model, const std::vector<Support>& supports, const RowSparse& relative,
                         VectorXd stiffness, Observer& observer, const std::vector<NodeId>& held)
    : relative_(relative), stiffness_(std::move(stiffness)) {
  joined_.file = model.file;
  joined_.dofs = model.dofs;
  joined_.couplings = model.couplings;
  joined_.stiffness_lower = joined_stiffness(model.stiffness_lower, relative, stiffness_);
  solver_ = std::make_unique<ConstrainedSolver>(joined_system(model, joined_, supports, relative, held),
                                                LooseMotion::refuse, observer);
  prescribed_ = solver_->solve_with_prescribed(VectorXd::Zero(model.dofs.size)).displacement;
  joined_.stiffness_lower = SparseMatrix();  // the factor is all that solves need from here on
}

VectorXd JoinedModel::displacement(const VectorXd& load) const {
  ++solves_;
  return solver_->solve(load);
}

VectorXd JoinedModel::respond(const VectorXd& forces) const {
  return product(relative_, displacement(transposed_product(relative_, forces)));
}

}  // namespace trunnion
