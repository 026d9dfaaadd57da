#pragma once
// run/rigid_shape.h -- what a rigid body without a mesh looks like: a solid with the same mass and inertia (cylinder,
// box or ball), with rods from the mass center to its markers and eyes at its joints; a link with the inertia of a
// plane mechanism as rods alone. A body with solid contact surfaces looks like these.
//   cylinder: r^2 = 2 Ia/m, h^2 = 12 It/m - 3 r^2;   box: edge_k^2 = 6 (Ii + Ij - Ik)/m

#include <memory>

#include "trunnion/mesh/mesh.h"
#include "trunnion/system/mechanism.h"

namespace trunnion {

/// In the body frame.
std::shared_ptr<const Mesh> rigid_shape(const Mechanism& mechanism, Index body);

}  // namespace trunnion
