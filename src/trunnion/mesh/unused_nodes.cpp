#include "trunnion/mesh/unused_nodes.h"

#include <fmt/format.h>

namespace trunnion {
namespace {

std::vector<bool> used_nodes(const MeshFile& file) {
  std::vector<bool> used(std::size_t(file.mesh.num_nodes()), false);
  const auto use = [&](NodeId node) {
    if (node.valid()) used[std::size_t(node.value)] = true;
  };
  for (const ElementBlock& block : file.mesh.blocks)
    for (Index i = 0; i < block.nodes.size(); ++i) used[std::size_t(block.nodes.data()[i])] = true;
  for (const Coupling& coupling : file.couplings) {
    use(coupling.reference);
    for (const NodeId node : coupling.nodes) use(node);
  }
  for (const PointMass& mass : file.point_masses) use(mass.node);
  for (const NodeSpring& spring : file.springs) {
    use(spring.a);
    use(spring.b);
  }
  return used;
}

}  // namespace

void drop_unused_nodes(MeshFile& file, const std::string& file_name) {
  Mesh& mesh = file.mesh;
  const std::vector<bool> used = used_nodes(file);
  std::vector<std::int32_t> moved(used.size(), -1);
  std::int32_t kept = 0;
  std::int64_t first_unused = -1;
  for (std::size_t n = 0; n < used.size(); ++n) {
    if (used[n]) {
      moved[n] = kept;
      mesh.x.col(kept) = mesh.x.col(Index(n));
      mesh.node_labels[std::size_t(kept)] = mesh.node_labels[n];
      ++kept;
    } else if (first_unused < 0) {
      first_unused = mesh.node_labels[n];
    }
  }
  const int dropped = int(used.size()) - kept;
  if (dropped == 0) return;
  mesh.x.conservativeResize(3, kept);
  mesh.node_labels.resize(std::size_t(kept));

  const auto move = [&](NodeId& node) {
    if (node.valid()) node.value = moved[std::size_t(node.value)];
  };
  for (ElementBlock& block : mesh.blocks)
    for (Index i = 0; i < block.nodes.size(); ++i) block.nodes.data()[i] = moved[std::size_t(block.nodes.data()[i])];
  for (Coupling& coupling : file.couplings) {
    move(coupling.reference);
    for (NodeId& node : coupling.nodes) move(node);
  }
  for (PointMass& mass : file.point_masses) move(mass.node);
  for (NodeSpring& spring : file.springs) {
    move(spring.a);
    move(spring.b);
  }
  std::string lost_sets;
  for (auto set = mesh.node_sets.begin(); set != mesh.node_sets.end();) {
    auto& [name, nodes] = *set;
    for (NodeId& node : nodes) move(node);
    std::erase_if(nodes, [](NodeId node) { return !node.valid(); });
    if (nodes.empty()) lost_sets += (lost_sets.empty() ? ", and with them node set " : ", ") + name;
    set = nodes.empty() ? mesh.node_sets.erase(set) : std::next(set);
  }
  file.skipped.push_back(
      {"unused nodes",
       dropped,
       {file_name},
       fmt::format("{} (the first is {}) {} to no element, coupling, mass or spring and {} left out{}",
                   dropped == 1 ? "1 node" : fmt::format("{} nodes", dropped), first_unused,
                   dropped == 1 ? "belongs" : "belong", dropped == 1 ? "is" : "are", lost_sets)});
}

}  // namespace trunnion
