#pragma once
// reduction/stress_stiffening.h -- geometric stiffness of a reduced body under inertia loads and interface loads.
//   K^(c) = V' K_sigma(sigma_c) V,   sigma_c: stress of the unit load f_c brought into equilibrium by the reference
//   condition, f_c - B' (R' B')^-1 R' f_c                                      (theory/reduction.md, Eq. 9.1 and 9.2)
// Mean axis: B = (M R)', so that a linear or angular acceleration alone causes no stress: what an interface load does
// together with the inertia that balances it is one load case. Chord: reactions at the two interfaces.

#include "trunnion/fem/constrained_solver.h"
#include "trunnion/reduction/body_rows.h"
#include "trunnion/reduction/reduce.h"

namespace trunnion {

/// What answers a static load on the free body: interior solves with the interfaces held, and the Guyan system.
struct FreeStatics {
  const ConstrainedSolver& solver;
  const MatrixXd& constraint_modes;
  const MatrixXd& guyan_stiffness;
  const MatrixXd& interface_rigid;  ///< rigid motions at the interface dofs
};

/// Displacement under loads in equilibrium, up to a rigid motion; full dofs x cases.
MatrixXd free_answers(const FreeStatics& statics, const MatrixXd& loads);

/// Fills `stiffening` and the second-order rows of the interfaces of `body`, whose modes are `shapes`, as far as the
/// options ask for it; `interfaces` belong to its interfaces in order. `conditions`: B' in the full space, dofs x 6.
void add_stress_stiffening(const FeModel& model, const std::vector<InterfaceNode>& interfaces,
                           const FreeStatics& statics, const MatrixXd& conditions, const GeometricStiffness& wanted,
                           const MatrixXd& shapes, ReducedBody& body);

}  // namespace trunnion
