#include "support/couple_section.h"

#include <cmath>

namespace trunnion::testing {

void couple_section(MeshFile& file, const std::string& name, const Vector3d& place, Index axis) {
  Mesh& mesh = file.mesh;
  Coupling coupling;
  coupling.name = name;
  for (Index n = 0; n < mesh.num_nodes(); ++n)
    if (std::abs(mesh.x(axis, n) - place[axis]) < 1e-9) coupling.nodes.push_back(NodeId{static_cast<std::int32_t>(n)});
  coupling.weights.assign(coupling.nodes.size(), 1.0);
  coupling.reference = NodeId{static_cast<std::int32_t>(mesh.num_nodes())};
  mesh.x.conservativeResize(3, mesh.num_nodes() + 1);
  mesh.x.rightCols<1>() = place;
  mesh.node_labels.push_back(mesh.node_labels.back() + 1);
  file.couplings.push_back(coupling);
}

}  // namespace trunnion::testing
