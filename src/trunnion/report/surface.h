#pragma once
// report/surface.h -- what of a mesh is seen: boundary faces of solids, plane cells, lines, cut into triangles.

#include <array>
#include <vector>

#include "trunnion/mesh/mesh.h"

namespace trunnion {

struct DisplaySurface {
  std::vector<int> nodes;                     ///< mesh node of each node of the surface
  std::vector<std::array<int, 3>> triangles;  ///< of surface nodes, counter-clockwise seen from outside
  std::vector<std::array<int, 2>> edges;      ///< borders of element faces; the first num_features are sharp
  std::size_t num_features = 0;               ///< edges where the surface turns by more than 30 degrees, or ends
  std::size_t faces = 0;                      ///< element faces shown
};

/// With `corners_only` mid-side nodes are left out: about a quarter of the nodes remain for quadratic cells.
DisplaySurface display_surface(const Mesh& mesh, bool corners_only = false);

}  // namespace trunnion
