#pragma once
// fem/constrained_system.h -- supports, couplings and loose parts taken care of once, for statics, modes and reduction.
//
// Supports and rigid couplings are eliminated exactly, u = T u_r + u_0. What cannot be eliminated without filling the
// matrix (the motion of an averaged coupling's reference node) stays as rows with a compliance S (0: rigid),
//   K u_r + C^T lambda = f_r,     C u_r - S lambda = d.                                           (theory/math.md, 4.1)
// K may be singular: its null space R (rigid motions of loose parts) is known from kinematics. One Cholesky factor of K
// with as many statically determinate dofs pinned as R has columns gives K^+, and with Y = K^+ C^T
//   [ C Y + S  -C R ] [lambda]   [ C K^+ f - d ]
//   [ -(C R)^T   0  ] [alpha ] = [   -R^T f    ],     u_r = K^+ f - Y lambda + R alpha.             (4.2)

#include <memory>
#include <string>
#include <vector>

#include "trunnion/base/progress.h"
#include "trunnion/fem/fe_model.h"
#include "trunnion/fem/loads.h"
#include "trunnion/math/factor.h"

namespace trunnion {

/// The model with its supports and held interfaces, before any factorisation. Keeps a pointer to the model.
struct ConstrainedSystem;

/// `held`: nodes whose dofs (three, or six for reference and beam nodes) are prescribed from outside: the kept
/// interfaces of a reduction, in this order. Rigid and averaged reference nodes and ordinary nodes may be mixed.
std::shared_ptr<const ConstrainedSystem> constrain(const FeModel& model, const std::vector<Support>& supports,
                                                   const std::vector<NodeId>& held = {});

/// What to do with motions that nothing restrains.
enum class LooseMotion {
  refuse,  ///< SolveError naming the part and the direction (statics)
  project  ///< keep the solution mass-orthogonal to them: (R^T M) u = 0 (modes of free bodies, reduction)
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

  /// "K_oo^-1 F": displacement under the loads F (full space x cases) with supports and held nodes at zero.
  MatrixXd solve(const MatrixXd& loads) const;

  /// Constraint modes: column j is the motion of the whole model for a unit motion of held dof j, the other held dofs
  /// at zero, no load elsewhere. Rows of the held nodes' own dofs are unit vectors.
  MatrixXd constraint_modes() const;

  /// Displacement under the loads and the supports' prescribed values (held nodes at zero).
  MatrixXd solve_with_prescribed(const MatrixXd& loads) const;

  Index held_dofs() const;              ///< columns of constraint_modes(): dofs of the held nodes, node by node
  const MatrixXd& loose_modes() const;  ///< motions that nothing restrains, mass-orthonormal (full space); often empty
  const ConstrainedSystem& system() const;
  FactorCost cost() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Eigenvalues omega^2 of the constrained pencil below `lambda`, loose motions included, counted by Sylvester's law of
/// inertia (one factorisation of K - lambda M; drop other large factors first).
Index count_eigenvalues_below(const ConstrainedSystem& system, double lambda);

/// Symbolic cost of the factorisation that ConstrainedSolver would do.
FactorCost estimate_cost(const ConstrainedSystem& system);

}  // namespace trunnion
