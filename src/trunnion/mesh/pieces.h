#pragma once
// mesh/pieces.h -- which parts of a mesh hang together.

#include <vector>

#include "trunnion/mesh/mesh.h"

namespace trunnion {

/// Of each node: the number of its piece, that is of all elements joined by common nodes. The number is that of one of
/// its nodes; a node of no element is a piece of its own.
std::vector<int> piece_of_nodes(const Mesh& mesh);

}  // namespace trunnion
