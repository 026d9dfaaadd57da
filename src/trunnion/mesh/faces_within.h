#pragma once
// mesh/faces_within.h -- outer faces of a mesh all of whose nodes belong to a set.

#include "trunnion/mesh/mesh.h"

namespace trunnion {

/// Empty where the set holds no whole face, as corner nodes of second-order elements do.
std::vector<ElementFace> faces_within(const Mesh& mesh, const std::vector<NodeId>& nodes);

}  // namespace trunnion
