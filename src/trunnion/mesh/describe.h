#pragma once
// mesh/describe.h -- what a mesh file holds, in lines for people (`trunnion info FILE`).

#include <string>
#include <vector>

#include "trunnion/mesh/mesh_file.h"

namespace trunnion {

/// Counts, bounding box, quality, sets and surfaces with their sizes, materials, sections, couplings, masses, springs,
/// and everything the reader did not understand.
std::vector<std::string> describe(const MeshFile& file);

}  // namespace trunnion
