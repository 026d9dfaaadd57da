#pragma once
// fe_contact/joined_model.h -- the parts joined by springs at the contact points: what one Cholesky factor can do for a
// contact problem.
//   P = K + B' D B,   F = B P^-1 B'                                          (theory/fe_contact.md, Eq. 2.2)
// D > 0 is a diagonal reference stiffness of the contact. Any D gives the same equilibria; a good one saves Krylov
// iterations.

#include <memory>

#include "trunnion/base/progress.h"
#include "trunnion/fem/constrained_solver.h"

namespace trunnion {

class JoinedModel {
 public:
  /// Throws SolveError naming parts that neither supports nor contact hold. Model and rows must outlive it.
  /// `held`: nodes whose motions constraint modes answer.
  JoinedModel(const FeModel& model, const std::vector<Support>& supports, const RowSparse& relative, VectorXd stiffness,
              Observer& observer, const std::vector<NodeId>& held = {});
  JoinedModel(const JoinedModel&) = delete;
  JoinedModel& operator=(const JoinedModel&) = delete;

  const VectorXd& stiffness() const { return stiffness_; }    ///< D [N/m]
  const VectorXd& prescribed() const { return prescribed_; }  ///< P^-1 for the supports' values alone
  VectorXd displacement(const VectorXd& load) const;          ///< P^-1 f, supports at zero
  VectorXd respond(const VectorXd& forces) const;             ///< F z: motion w under forces z at the points
  /// F as a matrix, for few points: made when `patience` back-solves a motion have been spent without it; null before,
  /// and where points are many.
  const MatrixXd* compliance(double patience, const Observer& observer) const;
  bool has_compliance() const { return compliance_.size() > 0; }
  MatrixXd constraint_modes() const { return solver_->constraint_modes(); }  ///< full dofs x dofs of the held nodes
  Index solves() const { return solves_; }                                   ///< back-solves so far
  const ConstrainedSystem& system() const { return solver_->system(); }
  FactorCost cost() const { return solver_->cost(); }

 private:
  const RowSparse& relative_;
  VectorXd stiffness_, prescribed_;
  FeModel joined_;
  std::unique_ptr<ConstrainedSolver> solver_;
  mutable Index solves_ = 0;
  mutable MatrixXd compliance_;
};

}  // namespace trunnion
