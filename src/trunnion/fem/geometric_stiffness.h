#pragma once
// fem/geometric_stiffness.h -- what a stress already present adds to the stiffness (stress stiffening, buckling).
//   K_sigma = S (x) I,   S_ab = int grad N_a' sigma grad N_b dV                        (theory/fem.md, Eq. 14)
// Beams: N int v'^2 + w'^2 + (I_1 + I_2)/A phi'^2 ds with their axial force N; the (small) effect of shear forces and
// bending moments on twisting is left out.                                              (theory/fem.md, Eq. 15)

#include "trunnion/fem/fe_model.h"

namespace trunnion {

/// The scalar S of solid and plane elements, num_nodes x num_nodes, lower triangle [N/m], of the stress that the
/// displacement causes; thermal strain of `temperature_change` (per element, empty: none) is taken off.
SparseMatrix geometric_stiffness_lower(const FeModel& model, const VectorXd& displacement,
                                       const VectorXd& temperature_change = {});

/// K_sigma x with the stress that `displacement` causes, beams included; full dofs.
MatrixXd geometric_stiffness_product(const FeModel& model, const VectorXd& displacement, const MatrixXd& x);

}  // namespace trunnion
