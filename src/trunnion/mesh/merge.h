#pragma once
// mesh/merge.h -- several meshes side by side as one: parts that were meshed apart and share no node.

#include <string>
#include <vector>

#include "trunnion/mesh/mesh.h"

namespace trunnion {

struct MeshPart {
  std::string name;  ///< element set of all its elements, and "name.set" for each of its own sets and surfaces
  Mesh mesh;
  Vector3d shift = Vector3d::Zero();  ///< moves the part to its place [m]
};

/// Nodes and elements keep their order, part after part; labels that an earlier part uses are counted on behind it.
Mesh merged(const std::vector<MeshPart>& parts);

}  // namespace trunnion
