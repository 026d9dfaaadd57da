#include "trunnion/fem/dof_map.h"

namespace trunnion {
namespace {

std::string node_label(const Mesh& mesh, NodeId node) {
  const auto at = std::size_t(node.value);
  return std::to_string(at < mesh.node_labels.size() ? mesh.node_labels[at] : node.value + 1);
}

}  // namespace

bool turns(const PointMass& mass) { return !mass.inertia.isZero(0) || !mass.offset.isZero(0); }

bool turns(const NodeSpring& spring) {
  return !spring.stiffness.bottomRows<3>().isZero(0) || !spring.stiffness.rightCols<3>().isZero(0);
}

DofMap number_dofs(const MeshFile& file, int dimension) {
  const Mesh& mesh = file.mesh;
  enum class Use : char { none, solid, turning };
  std::vector<Use> use(std::size_t(mesh.num_nodes()), Use::none);
  bool any = false;
  const auto turn = [&](NodeId node) {
    use[std::size_t(node.value)] = Use::turning;
    any = true;
  };
  for (const ElementBlock& block : mesh.blocks)
    if (block.type != CellType::line2)
      for (const int node : block.nodes.reshaped()) use[std::size_t(node)] = Use::solid;
  for (const ElementBlock& block : mesh.blocks)
    if (block.type == CellType::line2)
      for (const int node : block.nodes.reshaped()) turn(NodeId{node});
  for (const Coupling& coupling : file.couplings) turn(coupling.reference);

  const auto turn_loose = [&](NodeId node, const char* what) {
    if (use[std::size_t(node.value)] == Use::solid)
      throw InputError(
          fmt::format("{} sits on node {} of a solid element, which has no rotations. Couple the node's "
                      "surroundings to a reference node and put it there",
                      what, node_label(mesh, node)));
    turn(node);
  };
  for (const PointMass& mass : file.point_masses)
    if (turns(mass)) turn_loose(mass.node, "a point mass with rotary inertia or offset");
  for (const NodeSpring& spring : file.springs)
    if (turns(spring)) {
      turn_loose(spring.a, "a rotational spring");
      if (spring.b.valid()) turn_loose(spring.b, "a rotational spring");
    }
  if (any && dimension == 2)
    throw InputError("couplings, rotary inertia and rotational springs need a spatial model; this one is plane");

  DofMap dofs{dimension, mesh.num_nodes(), {}, dimension * mesh.num_nodes()};
  if (!any) return dofs;
  dofs.rotation.assign(use.size(), -1);
  for (std::size_t n = 0; n < use.size(); ++n)
    if (use[n] == Use::turning) {
      dofs.rotation[n] = dofs.size;
      dofs.size += 3;
    }
  return dofs;
}

}  // namespace trunnion
