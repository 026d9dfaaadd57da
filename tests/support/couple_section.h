#pragma once
// support/couple_section.h -- an interface in the middle of a solid bar.

#include "trunnion/mesh/mesh_file.h"

namespace trunnion::testing {

/// An averaged coupling of the nodes in the plane through `place` square to an axis, with its reference node there.
void couple_section(MeshFile& file, const std::string& name, const Vector3d& place, Index axis = 0);

}  // namespace trunnion::testing
