#include "trunnion/mesh/pieces.h"

namespace trunnion {

std::vector<int> piece_of_nodes(const Mesh& mesh) {
  std::vector<int> parent(std::size_t(mesh.num_nodes()));
  for (std::size_t i = 0; i < parent.size(); ++i) parent[i] = int(i);
  const auto root = [&](int node) {
    while (parent[node] != node) node = parent[node] = parent[parent[node]];
    return node;
  };
  for (const ElementBlock& block : mesh.blocks)
    for (Index c = 0; c < block.nodes.cols(); ++c)
      for (Index r = 1; r < block.nodes.rows(); ++r) parent[root(block.nodes(r, c))] = root(block.nodes(0, c));
  for (std::size_t i = 0; i < parent.size(); ++i) parent[i] = root(int(i));
  return parent;
}

}  // namespace trunnion
