#pragma once
// mesh/merge.h -- several meshes side by side as one: parts that were meshed apart and share no node.

#include <string>
#include <vector>

#include "trunnion/mesh/mesh_file.h"

namespace trunnion {

struct MeshPart {
  std::string name;  ///< element set of all its elements, and "name.set" for each of its own sets and surfaces
  Mesh mesh;
  Vector3d shift = Vector3d::Zero();     ///< moves the part to its place [m]
  Matrix3d turn = Matrix3d::Identity();  ///< before that: a rotation about the origin of its mesh
};

/// Nodes and elements keep their order, part after part; labels that an earlier part uses are counted on behind it.
Mesh merged(const std::vector<MeshPart>& parts);

/// The same for all that files say. `mesh` of the place is not used; materials and couplings become "name.material".
struct MeshFilePart {
  MeshFile file;
  MeshPart place;
};
MeshFile merged_files(const std::vector<MeshFilePart>& parts);

/// Elements of `set` leave the sections they belong to; a section that loses some goes on with the rest under a set of
/// its own.
void take_from_sections(MeshFile& file, const std::string& set);

}  // namespace trunnion
