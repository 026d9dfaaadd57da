#pragma once
// reduction/krylov_space.h -- what repeated answers to inertia loads span, as an orthonormal basis.
//   V = [Phi, Q_0, Q_1, ...],  V' M V = I,  chi_0 = V start,  S M V_used = V step    (theory/reduction.md, Eq. 7.3)
// Q_0 spans chi_0 without the computed modes, Q_{j+1} what S M Q_j adds. Each block is made orthonormal against all
// before it and its coefficients are kept, so that dependent powers of S M cost no digits: without that the Gram
// matrices square the condition and stop the residual at the root of round-off.

#include "trunnion/reduction/fixed_modes.h"

namespace trunnion {

class KrylovSpace {
 public:
  /// `constraint_modes` = Psi, `answers` = chi_0 = -S(M Psi).
  KrylovSpace(const FeModel& model, const ConstrainedSolver& solver, const FixedModes& modes,
              const MatrixXd& constraint_modes, const MatrixXd& answers);

  /// One more block: S M of the last one. No column is added once the space is exhausted.
  void grow();

  Index size() const { return stiffness_.cols(); }
  Index used() const { return step_.cols(); }               ///< columns whose S M is known: all but the last block
  Index solves() const { return solves_; }                  ///< right-hand sides so far
  const MatrixXd& stiffness() const { return stiffness_; }  ///< V' K V
  const MatrixXd& participation() const { return participation_; }  ///< -V' M Psi
  const MatrixXd& start() const { return start_; }                  ///< chi_0 in V; rows of later blocks are missing: 0
  const MatrixXd& step() const { return step_; }                    ///< S M V_used in V, size() rows
  MatrixXd take_basis() &&;                                         ///< V

 private:
  auto basis() const { return basis_.leftCols(size()); }
  void append(const MatrixXd& block, const MatrixXd& mass_block);
  /// Splits W into V h + Q r, appends Q; returns the coefficients [h; r].
  MatrixXd absorb(MatrixXd w);

  const FeModel& model_;
  const ConstrainedSolver& solver_;
  const MatrixXd& constraint_modes_;
  MatrixXd basis_;  // V in its first size() columns
  MatrixXd stiffness_, participation_, start_, step_;
  Index solves_ = 0;
};

}  // namespace trunnion
