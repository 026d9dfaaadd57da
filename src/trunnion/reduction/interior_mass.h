#pragma once
// reduction/interior_mass.h -- the mass that would move with the interfaces if nothing but inertia held the interior.
//   Mhat(u_a) = min over all interior motions of u' M u / 2,    Mbar = Ms - Mhat            (theory/reduction.md, 3.3)
// Mbar is the interface mass of ALL fixed-interface modes. It needs one factor of the scalar mass and a few columns per
// interface, never a modal sum.

#include "trunnion/fem/fe_model.h"

namespace trunnion {

/// Mhat on the dofs of the `held` nodes (three or six each, node by node).
MatrixXd condensed_mass(const FeModel& model, const std::vector<NodeId>& held);

}  // namespace trunnion
