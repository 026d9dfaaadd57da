#pragma once
// mesh/nodal_responses.h -- displacements that another program found on the nodes of a mesh, load case by load case.

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "trunnion/math/types.h"
#include "trunnion/mesh/mesh.h"

namespace trunnion {

struct NodalResponses {
  /// Per load case: node label to displacement, in the unit of the file.
  std::vector<std::unordered_map<std::int64_t, Vector3d>> cases;
  /// The same for rotations, from punch files; empty from others.
  std::vector<std::unordered_map<std::int64_t, Vector3d>> turns = {};
};

/// CalculiX nodes translate only: in decks of this program the turn of a node is the translation of another one.
/// `last`: highest label of the mesh.
inline std::int64_t turn_label(std::int64_t last, NodeId node) { return last + 1 + node.value; }

/// By extension: CalculiX .frd (blocks DISP) and .dat (tables "displacements"), Nastran punch .pch ($DISPLACEMENTS).
/// Of a load case that is written several times (increments), every time counts as one. Throws InputError with file
/// and line.
NodalResponses read_responses(const std::string& path);
NodalResponses parse_responses(std::string_view text, const std::string& path);  ///< `path` for extension and messages

}  // namespace trunnion
