#pragma once
// fem/coupling_map.h -- geometry of couplings worked out once.
//   averaged:  u_ref = G u_patch,   G = (R' W R)^-1 R' W,   R = [I, -skew(x - x_ref)] per node     (theory/fem.md, Eq.
//   13)
// The weights W are the areas that belong to the nodes, so that a fine corner of the patch counts no more than its
// size.

#include "trunnion/fem/element_properties.h"
#include "trunnion/fem/fe_model.h"

namespace trunnion {

/// Throws InputError for patches that cannot carry six components: fewer than three nodes, or all on one line.
std::vector<CouplingMap> coupling_maps(const MeshFile& file, const PropertyTable& properties, const DofMap& dofs);

}  // namespace trunnion
