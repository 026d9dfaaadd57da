#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "trunnion/mesh/face_table.h"
#include "trunnion/mesh/gmsh_elements.h"
#include "trunnion/mesh/writers.h"

namespace trunnion {
namespace {

/// Elements as lines of version 2.2, numbered as they come. An element in several groups stands there once for each,
/// with the same entity, as Gmsh writes it.
class GmshElements {
 public:
  void add(const GmshElement& type, int group, int entity, const std::vector<std::int64_t>& nodes) {
    text_ += fmt::format("{} {} 2 {} {}", ++count_, type.number, group, entity);
    std::vector<std::int64_t> ordered(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i)
      ordered[type.order.empty() ? i : std::size_t(type.order[i])] = nodes[i];
    for (const std::int64_t node : ordered) text_ += fmt::format(" {}", node);
    text_ += '\n';
  }
  std::string section() const { return fmt::format("$Elements\n{}\n{}$EndElements\n", count_, text_); }

 private:
  std::string text_;
  int count_ = 0;
};

class GmshWriter {
 public:
  explicit GmshWriter(const Mesh& mesh) : mesh_(mesh) {}

  std::string elements() {
    std::set<ElementId> grouped;
    int top = 0;
    for (const ElementBlock& block : mesh_.blocks) top = std::max(top, dimension(block.type));
    for (const auto& [name, elements] : mesh_.element_sets) {
      const int group = new_group(top, name);
      for (const ElementId e : elements) add_element(e, group);
      grouped.insert(elements.begin(), elements.end());
    }
    for (int e = 0; e < mesh_.num_elements(); ++e)
      if (!grouped.contains(ElementId{e})) add_element(ElementId{e}, 0);
    for (const auto& [name, surface] : mesh_.surfaces) add_surface(new_group(top - 1, name), surface);
    for (const auto& [name, nodes] : mesh_.node_sets) {
      const int group = new_group(0, name);
      for (const NodeId n : nodes)
        elements_.add(*gmsh_element(15), group, group, {mesh_.node_labels[std::size_t(n.value)]});
    }
    return elements_.section();
  }
  /// After elements().
  std::string names() const { return fmt::format("$PhysicalNames\n{}\n{}$EndPhysicalNames\n", num_groups_, names_); }

 private:
  int new_group(int dim, const std::string& name) {
    names_ += fmt::format("{} {} \"{}\"\n", dim, ++num_groups_, name);
    return num_groups_;
  }

  void add_element(ElementId e, int group) {
    const auto [b, column] = mesh_.locate(e);
    const ElementBlock& block = mesh_.blocks[std::size_t(b)];
    std::vector<std::int64_t> nodes;
    for (const int n : block.nodes.col(column)) nodes.push_back(mesh_.node_labels[std::size_t(n)]);
    elements_.add(gmsh_element(block.type), group, 1, nodes);
  }

  void add_surface(int group, const std::vector<ElementFace>& surface) {
    std::vector<int> local;
    for (const ElementFace& face : surface) {
      const CellType type = mesh_.blocks[std::size_t(mesh_.locate(face.element).block)].type;
      const CellFace& side = faces(type)[std::size_t(face.face)];
      face_nodes(mesh_, face, local);
      std::vector<std::int64_t> nodes;
      for (const int n : local) nodes.push_back(mesh_.node_labels[std::size_t(n)]);
      const bool curved_edge = side.type == CellType::line2 && nodes.size() == 3;
      elements_.add(curved_edge ? *gmsh_element(8) : gmsh_element(side.type), group, group, nodes);
    }
  }

  const Mesh& mesh_;
  GmshElements elements_;
  std::string names_;
  int num_groups_ = 0;
};

}  // namespace

std::string gmsh_text(const MeshFile& file, const UnitSystem& units) {
  const Mesh& mesh = file.mesh;
  std::string nodes = fmt::format("$Nodes\n{}\n", mesh.num_nodes());
  for (Index n = 0; n < mesh.num_nodes(); ++n) {
    const Vector3d x = mesh.x.col(n) / units.length;
    nodes += fmt::format("{} {} {} {}\n", mesh.node_labels[std::size_t(n)], x[0], x[1], x[2]);
  }
  GmshWriter writer(mesh);
  const std::string elements = writer.elements();
  return "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n" + writer.names() + nodes + "$EndNodes\n" + elements;
}

}  // namespace trunnion
