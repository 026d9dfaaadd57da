#pragma once
// system/assembly.h -- residual and Jacobian of the constrained equations of motion.
//   r_dyn = M(x) a - Qv - Qe(t, x, v) + C_x' lambda = 0,   r_con = C(x, t) = 0         (theory/system.md, Eq. 1.1, 1.2)
// Rows that are switched off or redundant read lambda_r = 0, so that sizes never change.

#include "trunnion/system/workspace.h"

namespace trunnion {

/// Poses, markers and inertia sums for (x, v). Called by the functions below.
void update_kinematics(const Mechanism& mechanism, const State& state, Workspace& work);

/// What a body force sees; after update_kinematics.
std::vector<BodyMotion> motions_of(const Mechanism& mechanism, const State& state, const Workspace& work,
                                   const BodyForceElement& force);

/// residual -= generalised force of one body force.
void add_body_force(const Mechanism& mechanism, const StepContext& at, const State& state, Index force,
                    Workspace& work);

void assemble_residual(const Mechanism& mechanism, const StepContext& at, const State& state, Workspace& work);

/// [ mass dr/da + damping dr/dv + stiffness dr/dx,  C_x' ;  C_x, -softness ] into work.jacobian.
struct JacobianOptions {
  TangentWeights weights;
  double modal_stiffness = 0;  ///< adds this times K_ff to the body blocks (position assembly)
  double softness =
      0;  ///< relative: -softness (C_x diag(M)^-1 C_x')_rr on the diagonal keeps singular positions solvable
  /// C_x' - dQ/dlambda instead of C_x': for equations whose loads depend on reactions, not for projections.
  bool reactions_in_loads = false;
  bool films = true;  ///< false: without the tangents of oil films, for fixed-point iterations
};
void assemble_jacobian(const Mechanism& mechanism, const StepContext& at, const State& state,
                       const JacobianOptions& options, Workspace& work);

/// Multiplies the theta columns of each body by T_b (right Jacobian of its increment within a step).
void apply_rotation_maps(const Mechanism& mechanism, const std::vector<Matrix3d>& T, Workspace& work);

}  // namespace trunnion
