#pragma once
// fem/dof_map.h -- which nodes carry rotations, and how the unknowns are numbered (see DofMap in fe_model.h).
// Rotations: nodes of beams, reference nodes of couplings, and nodes outside of solid elements on which a point mass
// with inertia or a rotational spring sits. On a node of a solid a rotation would have no stiffness: refused.

#include "trunnion/fem/fe_model.h"

namespace trunnion {

DofMap number_dofs(const MeshFile& file, int dimension);

bool turns(const PointMass& mass);     ///< has rotary inertia or an offset
bool turns(const NodeSpring& spring);  ///< has rotational terms

}  // namespace trunnion
