#pragma once
// gears/extruded_mesh.h -- a plane mesh of a gear, extruded along the helix:  x(z) = R(z tan b/r) x(0)

#include "trunnion/gears/gear.h"
#include "trunnion/mesh/mesh.h"

namespace trunnion {

/// One layer of elements between neighboring `layer`s [m]. Nodes of the section come first, node = layer * nodes of the
/// section + node; mid-side nodes of quadratic elements between layers follow. The node set "hub" goes along.
Mesh extruded_mesh(const Mesh& section, const Gear& gear, const GearGeometry& geometry, const VectorXd& layer);

}  // namespace trunnion
