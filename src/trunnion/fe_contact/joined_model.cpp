#include "trunnion/fe_contact/joined_model.h"

#include <algorithm>

#include "trunnion/math/dense.h"

namespace trunnion {
namespace {

/// Relative motions of a contact with few points: a dense factor of them takes as long as some back-solves.
constexpr Index few_motions = 900;
constexpr Index solved_at_once = 60;

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
  if (has_compliance()) return compliance_ * forces;
  return product(relative_, displacement(transposed_product(relative_, forces)));
}

const MatrixXd* JoinedModel::compliance(double patience, const Observer& observer) const {
  const Index motions = stiffness_.size();
  if (has_compliance()) return &compliance_;
  if (motions > few_motions || double(solves_) < patience * double(motions)) return nullptr;
  MatrixXd made(motions, motions);
  for (Index first = 0; first < motions; first += solved_at_once) {
    check_cancelled(observer);
    const Index count = std::min(solved_at_once, motions - first);
    const MatrixXd unit_forces = MatrixXd(relative_.middleRows(first, count)).transpose();
    made.middleCols(first, count) = product(relative_, solver_->solve(unit_forces));
  }
  solves_ += motions;
  compliance_ = std::move(made);
  return &compliance_;
}

}  // namespace trunnion
