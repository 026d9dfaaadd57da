#pragma once
// fem/geometric_stiffness.h -- what a stress already present adds to the stiffness (stress stiffening, buckling).
//   K_sigma = S (x) I,   S_ab = int grad N_a' sigma grad N_b dV                        (theory/fem.md, Eq. 14)
// Solid and plane elements; the axial force of beams is not included.

#include "trunnion/fem/fe_model.h"

namespace trunnion {

/// The scalar S, num_nodes x num_nodes, lower triangle [N/m], of the stress that the displacement causes; thermal
/// strain of `temperature_change` (per element, empty: none) is taken off.
SparseMatrix geometric_stiffness_lower(const FeModel& model, const VectorXd& displacement,
                                       const VectorXd& temperature_change = {});

}  // namespace trunnion
