#pragma once
// mesh/unused_nodes.h -- nodes that nothing hangs on: they would leave zero rows in the stiffness matrix.

#include "trunnion/mesh/mesh_file.h"
#include "trunnion/mesh/raw_mesh.h"

namespace trunnion {

/// Removes nodes that belong to no element, coupling, point mass or spring, also from the sets (a set that loses all
/// its nodes goes too), and lists them as skipped. `file` names where the user finds them.
void drop_unused_nodes(MeshFile& file, const std::string& file_name);

}  // namespace trunnion
