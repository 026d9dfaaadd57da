#pragma once
// reduction/fixed_modes.h -- fixed-interface modes, computed in batches until there are enough.
// A later batch works on the operator without the modes found so far, S - Phi Omega^-1 Phi', so nothing is computed
// twice.

#include "trunnion/base/progress.h"
#include "trunnion/fem/constrained_solver.h"

namespace trunnion {

struct FixedModes {
  VectorXd eigenvalues;  ///< ascending [rad^2/s^2]
  MatrixXd shapes;       ///< full space x modes, mass-normalised
  Index solves = 0;
  MatrixXd start = {};  ///< answers S M y that are at hand and begin the first batch; may be empty
};

/// -S(M Psi). Triangular solves take eight columns at a time; in the places that are left go waves of random direction
/// through the body, which hold something of every mode. All answers together are the start of `modes`.
MatrixXd inertia_answers(const FeModel& model, const ConstrainedSolver& solver, const MatrixXd& mass_psi,
                         FixedModes& modes);

/// Adds the next `count` modes. Throws SolveError when they do not converge.
void add_modes(FixedModes& modes, Index count, const FeModel& model, const ConstrainedSolver& solver,
               Observer& observer);

/// Largest |phi - w^2 S M phi| in the mass norm (|phi| = 1): the residual seen through the solver, where the
/// reactions of couplings and interfaces leave no trace. One more solve per mode.
double largest_residual(const FixedModes& modes, const FeModel& model, const ConstrainedSolver& solver);

}  // namespace trunnion
