#pragma once
// run/contact_surface_shape.h -- what the surfaces of [[contact]] look like: solids where they close, rings and bowls
// where they are hollow, plates in place of endless planes.

#include <memory>

#include "trunnion/run/triangle_shapes.h"
#include "trunnion/system/mechanism.h"

namespace trunnion {

/// Every contact surface of a body once per place and force that uses it. False: it has none that can be drawn.
bool add_contact_surfaces(const Mechanism& mechanism, Index body, TriangleShapes& out);

/// Those that stand on ground, plates so large that everything that may touch them starts above; null: there are none.
std::shared_ptr<const Mesh> ground_shape(const Mechanism& mechanism);

}  // namespace trunnion
