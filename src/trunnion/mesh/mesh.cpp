#include "trunnion/mesh/mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <unordered_set>

#include "trunnion/base/error.h"
#include "trunnion/base/nearest_name.h"
#include "trunnion/mesh/face_table.h"
#include "trunnion/mesh/faces_within.h"

namespace trunnion {
namespace {

/// The nodes that are marked, in ascending order.
std::vector<NodeId> marked_nodes(const std::vector<bool>& marked) {
  std::vector<NodeId> nodes;
  for (std::size_t n = 0; n < marked.size(); ++n)
    if (marked[n]) nodes.push_back({std::int32_t(n)});
  return nodes;
}

std::vector<NodeId> element_set_nodes(const Mesh& mesh, const std::vector<ElementId>& elements) {
  std::vector<bool> marked(std::size_t(mesh.num_nodes()), false);
  for (const ElementId element : elements) {
    const auto [block, column] = mesh.locate(element);
    for (const int node : mesh.blocks[std::size_t(block)].nodes.col(column)) marked[std::size_t(node)] = true;
  }
  return marked_nodes(marked);
}

[[noreturn]] void throw_unknown(const std::string& name, const std::string& kinds,
                                const std::vector<std::string>& known) {
  throw InputError(fmt::format("the mesh has no {} '{}'{}", kinds, name, name_hint(name, known)));
}

void check_unique(const std::vector<std::int64_t>& labels, const char* what) {
  if (std::is_sorted(labels.begin(), labels.end(), std::less_equal<>())) return;  // strictly ascending: all differ
  std::unordered_set<std::int64_t> seen;
  seen.reserve(labels.size());
  for (const std::int64_t label : labels)
    if (!seen.insert(label).second)
      throw InputError(fmt::format("the mesh has two {}s with number {}; each needs its own", what, label));
}

void check_block(const Mesh& mesh, const ElementBlock& block) {
  if (block.nodes.rows() != num_nodes(block.type) || Index(block.labels.size()) != block.nodes.cols())
    throw InputError(fmt::format(
        "a block of {} elements has {} nodes per element (needs {}) and {} labels for {} elements", name(block.type),
        block.nodes.rows(), num_nodes(block.type), block.labels.size(), block.nodes.cols()));
  for (Index c = 0; c < block.nodes.cols(); ++c) {
    const int* nodes = block.nodes.col(c).data();
    for (Index i = 0; i < block.nodes.rows(); ++i) {
      if (nodes[i] < 0 || nodes[i] >= mesh.num_nodes())
        throw InputError(fmt::format("element {} ({}) uses node index {}, but the mesh has {} nodes",
                                     block.labels[std::size_t(c)], name(block.type), nodes[i], mesh.num_nodes()));
      if (std::find(nodes, nodes + i, nodes[i]) != nodes + i)
        throw InputError(fmt::format("element {} ({}) uses node {} twice; give it {} different nodes",
                                     block.labels[std::size_t(c)], name(block.type),
                                     mesh.node_labels[std::size_t(nodes[i])], block.nodes.rows()));
    }
  }
}

/// Members must be in [0, count), ascending and different.
template <class Member>
void check_set(const char* kind, const std::string& name, const std::vector<Member>& members, Index count) {
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i].value < 0 || members[i].value >= count)
      throw InputError(
          fmt::format("{} '{}' holds index {}, allowed are 0 to {}", kind, name, members[i].value, count - 1));
    if (i > 0 && !(members[i - 1] < members[i]))
      throw InputError(fmt::format("{} '{}' is not sorted or holds an entry twice", kind, name));
  }
}

}  // namespace

Index Mesh::num_elements() const {
  Index sum = 0;
  for (const ElementBlock& block : blocks) sum += block.nodes.cols();
  return sum;
}

Index Mesh::first_element(int block) const {
  Index sum = 0;
  for (int b = 0; b < block; ++b) sum += blocks[std::size_t(b)].nodes.cols();
  return sum;
}

ElementRef Mesh::locate(ElementId element) const {
  Index column = element.value;
  int block = 0;
  while (column >= blocks[std::size_t(block)].nodes.cols()) column -= blocks[std::size_t(block++)].nodes.cols();
  return {block, column};
}

void validate(const Mesh& mesh) {
  if (mesh.num_nodes() == 0) throw InputError("the mesh has no nodes");
  if (Index(mesh.node_labels.size()) != mesh.num_nodes())
    throw InputError(
        fmt::format("the mesh has {} nodes but {} node labels", mesh.num_nodes(), mesh.node_labels.size()));
  for (Index n = 0; n < mesh.num_nodes(); ++n)
    if (!mesh.x.col(n).allFinite())
      throw InputError(fmt::format("node {} has coordinates ({}, {}, {}); all must be finite numbers",
                                   mesh.node_labels[std::size_t(n)], mesh.x(0, n), mesh.x(1, n), mesh.x(2, n)));
  check_unique(mesh.node_labels, "node");
  std::vector<std::int64_t> element_labels;
  element_labels.reserve(std::size_t(mesh.num_elements()));
  for (const ElementBlock& block : mesh.blocks) {
    check_block(mesh, block);
    element_labels.insert(element_labels.end(), block.labels.begin(), block.labels.end());
  }
  if (element_labels.empty()) throw InputError("the mesh has no elements");
  check_unique(element_labels, "element");
  for (const auto& [name, nodes] : mesh.node_sets) check_set("node set", name, nodes, mesh.num_nodes());
  for (const auto& [name, elements] : mesh.element_sets) check_set("element set", name, elements, mesh.num_elements());
  for (const auto& [name, surface] : mesh.surfaces)
    for (std::size_t i = 0; i < surface.size(); ++i) {
      const ElementFace& face = surface[i];
      if (face.element.value < 0 || face.element.value >= mesh.num_elements())
        throw InputError(fmt::format("surface '{}' holds element index {}, allowed are 0 to {}", name,
                                     face.element.value, mesh.num_elements() - 1));
      const auto sides = faces(mesh.blocks[std::size_t(mesh.locate(face.element).block)].type).size();
      if (face.face < 0 || std::size_t(face.face) >= sides)
        throw InputError(
            fmt::format("surface '{}' holds face {} of an element that has {} faces", name, face.face + 1, sides));
      if (i > 0 && !(surface[i - 1] < face))
        throw InputError(fmt::format("surface '{}' is not sorted or holds a face twice", name));
    }
}

std::vector<NodeId> surface_nodes(const Mesh& mesh, const std::vector<ElementFace>& surface) {
  std::vector<bool> marked(std::size_t(mesh.num_nodes()), false);
  std::vector<int> nodes;
  for (const ElementFace& face : surface) {
    face_nodes(mesh, face, nodes);
    for (const int node : nodes) marked[std::size_t(node)] = true;
  }
  return marked_nodes(marked);
}

std::vector<ElementFace> boundary_faces(const Mesh& mesh) {
  std::vector<ElementFace> outer;
  for (const int dimension : {2, 3}) {
    const FaceTable table(mesh, dimension);
    const auto all = table.entries();
    for (std::size_t i = 0, next = 0; i < all.size(); i = next) {
      for (next = i + 1; next < all.size() && all[next].key == all[i].key;) ++next;
      if (next == i + 1) outer.push_back(all[i].face);
    }
  }
  std::sort(outer.begin(), outer.end());
  return outer;
}

std::vector<NodeId> nodes_named(const Mesh& mesh, const std::string& name) {
  if (const auto set = mesh.node_sets.find(name); set != mesh.node_sets.end()) return set->second;
  if (const auto set = mesh.surfaces.find(name); set != mesh.surfaces.end()) return surface_nodes(mesh, set->second);
  if (const auto set = mesh.element_sets.find(name); set != mesh.element_sets.end())
    return element_set_nodes(mesh, set->second);
  std::vector<std::string> known;
  for (const auto& entry : mesh.node_sets) known.push_back(entry.first);
  for (const auto& entry : mesh.surfaces) known.push_back(entry.first);
  for (const auto& entry : mesh.element_sets) known.push_back(entry.first);
  std::sort(known.begin(), known.end());
  known.erase(std::unique(known.begin(), known.end()), known.end());
  throw_unknown(name, "node set, surface or element set", known);
}

std::vector<ElementFace> faces_named(const Mesh& mesh, const std::string& name) {
  if (const auto set = mesh.surfaces.find(name); set != mesh.surfaces.end()) return set->second;
  const auto set = mesh.node_sets.find(name);
  if (set == mesh.node_sets.end()) {
    std::vector<std::string> known;
    for (const auto& entry : mesh.surfaces) known.push_back(entry.first);
    for (const auto& entry : mesh.node_sets)
      if (!mesh.surfaces.contains(entry.first)) known.push_back(entry.first);
    throw_unknown(name, "surface or node set", known);
  }
  std::vector<ElementFace> inside = faces_within(mesh, set->second);
  if (inside.empty())
    throw InputError(
        fmt::format("node set '{}' has {} nodes but holds no whole face of the mesh's boundary; "
                    "give a surface, or a set with all nodes of at least one outer face",
                    name, set->second.size()));
  return inside;
}

}  // namespace trunnion
