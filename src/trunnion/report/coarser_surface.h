#pragma once
// report/coarser_surface.h -- a surface with fewer nodes for pages that would grow too large.
// Nodes that share a cell of a cubic grid and face the same way become one of them, the one nearest to their middle;
// triangles and edges that shrink to less vanish. What is left are nodes of the mesh with their own values and labels.
// Nodes that face different ways stay apart, so that thin walls keep both sides.

#include "trunnion/report/surface.h"

namespace trunnion {

/// At most about `most_nodes`; the surface as it is when it has no more.
DisplaySurface coarser_surface(const Mesh& mesh, const DisplaySurface& fine, std::size_t most_nodes);

}  // namespace trunnion
