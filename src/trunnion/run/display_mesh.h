#pragma once
// run/display_mesh.h -- the surface that a reduced body carries for pictures, as a mesh.

#include <memory>

#include "trunnion/mesh/mesh.h"
#include "trunnion/reduction/reduced_body.h"

namespace trunnion {

std::shared_ptr<const Mesh> display_mesh(const NodeRows& rows);

}  // namespace trunnion
