#pragma once
// run/patch.h -- the middle of a patch of a mesh: by area where its faces are known, else the mean of its nodes.

#include <vector>

#include "trunnion/mesh/mesh.h"

namespace trunnion {

Vector3d patch_center(const Mesh& mesh, const std::vector<NodeId>& nodes, const std::vector<ElementFace>& faces);

}  // namespace trunnion
