#pragma once
// run/seat_axes.h -- bearings whose axis is not that of the surface they sit on: a shaft along x in bearings along z.

#include <map>

#include "trunnion/mesh/mesh_file.h"
#include "trunnion/run/build_mechanism.h"

namespace trunnion {

/// The axis about which a patch looks the same all around, from the directions its faces face: two of the principal
/// sums of n n^T over its area are equal, the third belongs to the axis. Nothing where all three agree or all differ.
std::optional<Vector3d> axis_of_patch(const Mesh& mesh, const std::vector<ElementFace>& patch);

/// One sentence per bearing that stands across the patch of its interface; `meshes` of flexible bodies by name.
std::vector<std::string> seats_off_axis(const Model& model, const BuiltMechanism& built,
                                        const std::map<std::string, std::shared_ptr<const MeshFile>>& meshes);

}  // namespace trunnion
