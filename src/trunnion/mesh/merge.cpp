#include "trunnion/mesh/merge.h"

#include <algorithm>

namespace trunnion {
namespace {

/// What to add to labels so that none is used twice.
std::int64_t label_shift(const std::vector<std::int64_t>& labels, std::int64_t largest) {
  if (labels.empty()) return 0;
  return *std::min_element(labels.begin(), labels.end()) > largest ? 0 : largest;
}

void append(std::vector<std::int64_t>& all, const std::vector<std::int64_t>& labels, std::int64_t shift,
            std::int64_t& largest) {
  for (const std::int64_t label : labels) {
    all.push_back(label + shift);
    largest = std::max(largest, all.back());
  }
}

}  // namespace

Mesh merged(const std::vector<MeshPart>& parts) {
  Mesh all;
  std::int64_t largest_node = 0, largest_element = 0;
  for (const MeshPart& part : parts) {
    const Mesh& m = part.mesh;
    const Index nodes = all.num_nodes(), elements = all.num_elements();
    Matrix3Xd x(3, nodes + m.num_nodes());
    x.leftCols(nodes) = all.x;
    x.rightCols(m.num_nodes()) = (part.turn * m.x).colwise() + part.shift;
    all.x = std::move(x);
    append(all.node_labels, m.node_labels, label_shift(m.node_labels, largest_node), largest_node);

    std::int64_t shift = 0;
    for (const ElementBlock& block : m.blocks) shift = std::max(shift, label_shift(block.labels, largest_element));
    for (const ElementBlock& block : m.blocks) {
      ElementBlock moved{block.type, block.nodes.array() + int(nodes), {}};
      append(moved.labels, block.labels, shift, largest_element);
      all.blocks.push_back(std::move(moved));
    }
    const auto at = [&](ElementId id) { return ElementId{std::int32_t(id.value + elements)}; };
    std::vector<ElementId>& whole = all.element_sets[part.name];
    for (Index e = 0; e < m.num_elements(); ++e) whole.push_back(at(ElementId{std::int32_t(e)}));
    for (const auto& [set, members] : m.node_sets)
      for (const NodeId node : members)
        all.node_sets[part.name + "." + set].push_back(NodeId{std::int32_t(node.value + nodes)});
    for (const auto& [set, members] : m.element_sets)
      for (const ElementId id : members) all.element_sets[part.name + "." + set].push_back(at(id));
    for (const auto& [set, faces] : m.surfaces)
      for (const ElementFace& face : faces)
        all.surfaces[part.name + "." + set].push_back({at(face.element), face.face});
  }
  validate(all);
  return all;
}

}  // namespace trunnion
