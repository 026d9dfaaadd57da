#pragma once
// fem/constrained_solver.h -- the constrained solve: one Cholesky factor, any number of loads, rigid parts included.
// K^+ is the inverse of K_r with as many statically determinate unknowns pinned as R has columns. With Y = K^+ C^T
//   [  C Y     -C R ] [lambda]   [ C K^+ f - d ]
//   [ -(C R)^T   0  ] [alpha ] = [   -R^T f    ],     u_r = K^+ f - Y lambda + R alpha           (theory/math.md, 4.2)

#include <memory>

#include "trunnion/base/progress.h"
#include "trunnion/fem/constrained_system.h"

namespace trunnion {

/// What to do with motions that nothing restrains.
enum class LooseMotion {
  refuse,  ///< SolveError naming the part and the direction (statics)
  project  ///< keep the solution mass-orthogonal to them: (M R)^T u = 0 (modes of free bodies, reduction)
};

struct ConstrainedSolution {
  MatrixXd displacement;  ///< full dofs x cases
  MatrixXd multipliers;   ///< lambda, rows of the system x cases
};

/// One factorisation, many solves. All vectors live in the model's full space (model.dofs.size rows): slaves of rigid
/// couplings and reference nodes of averaged ones are filled in, loads on them are carried to where they belong.
class ConstrainedSolver {
 public:
  ConstrainedSolver(std::shared_ptr<const ConstrainedSystem> system, LooseMotion loose,
                    Observer& observer = silent_observer());
  ~ConstrainedSolver();
  ConstrainedSolver(ConstrainedSolver&&) noexcept;
  ConstrainedSolver& operator=(ConstrainedSolver&&) noexcept;

  /// "K_oo^-1 F": displacement under the loads F (full dofs x cases) with supports and held nodes at zero.
  MatrixXd solve(const MatrixXd& loads) const;

  /// Constraint modes: column j is the motion of the whole model for a unit motion of held dof j, the other held dofs
  /// and the supports at zero, no load elsewhere. Rows of the held nodes' own dofs are unit vectors.
  MatrixXd constraint_modes() const;

  /// Displacement under the loads and the supports' prescribed values (held nodes at zero), with the multipliers.
  ConstrainedSolution solve_with_prescribed(const MatrixXd& loads) const;

  /// The same solve on the free unknowns alone: u_r for T^T f given, d = 0. What an eigensolver iterates with.
  MatrixXd solve_reduced(const MatrixXd& reduced_loads) const;

  Index held_dofs() const;              ///< columns of constraint_modes(): dofs of the held nodes, node by node
  const MatrixXd& loose_modes() const;  ///< motions that nothing restrains, mass-orthonormal (full dofs); often empty
  const ConstrainedSystem& system() const;
  FactorCost cost() const;
  double solve_seconds() const;  ///< wall time of triangular solves so far [s]

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trunnion
