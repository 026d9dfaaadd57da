#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "trunnion/mesh/abaqus_elements.h"
#include "trunnion/mesh/writers.h"

namespace trunnion {
namespace {

using Text = fmt::memory_buffer;

template <class... Args>
void put(Text& out, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(out), format, std::forward<Args>(args)...);
}

/// All digits where twenty columns hold them: CalculiX reads no further, and would lose an exponent behind.
std::string twenty(double value) {
  std::string text = fmt::format("{}", value);
  return text.size() <= 20 ? text : fmt::format("{:.13g}", value);
}

/// Members after a keyword line, eight a line.
template <class Members, class Label>
void put_members(Text& out, const Members& members, const Label& label) {
  for (std::size_t i = 0; i < members.size(); ++i)
    put(out, "{}{}", label(members[i]), i + 1 == members.size() || i % 8 == 7 ? "\n" : ", ");
}

/// Plane elements are named after the section that holds them.
std::vector<PlaneKind> plane_kinds(const MeshFile& file) {
  std::vector<PlaneKind> kinds(std::size_t(file.mesh.num_elements()), PlaneKind::stress);
  for (const Section& section : file.sections) {
    if (section.element_set.empty())
      kinds.assign(kinds.size(), section.plane);
    else
      for (const ElementId e : file.mesh.element_sets.at(section.element_set))
        kinds[std::size_t(e.value)] = section.plane;
  }
  return kinds;
}

void put_elements(Text& out, const MeshFile& file) {
  const Mesh& mesh = file.mesh;
  const std::vector<PlaneKind> kinds = plane_kinds(file);
  std::size_t element = 0;
  for (const ElementBlock& block : mesh.blocks)
    for (Index c = 0; c < block.nodes.cols(); ++c, ++element) {
      if (c == 0 || kinds[element] != kinds[element - 1])
        put(out, "*ELEMENT, TYPE={}\n", abaqus_name(block.type, kinds[element]));
      put(out, "{}", block.labels[std::size_t(c)]);
      for (Index i = 0; i < block.nodes.rows(); ++i)
        put(out, "{}{}", i == 10 ? ",\n " : ", ", mesh.node_labels[std::size_t(block.nodes(i, c))]);
      put(out, "\n");
    }
}

}  // namespace

std::string abaqus_text(const MeshFile& file, const UnitSystem& units) {
  const Mesh& mesh = file.mesh;
  Text out;
  put(out, "*NODE, NSET=Nall\n");
  for (Index n = 0; n < mesh.num_nodes(); ++n) {
    const Vector3d x = mesh.x.col(n) / units.length;
    put(out, "{}, {}, {}, {}\n", mesh.node_labels[std::size_t(n)], twenty(x[0]), twenty(x[1]), twenty(x[2]));
  }
  put_elements(out, file);
  std::vector<std::int64_t> element_labels;
  for (const ElementBlock& block : mesh.blocks)
    element_labels.insert(element_labels.end(), block.labels.begin(), block.labels.end());
  const auto node_label = [&](NodeId n) { return mesh.node_labels[std::size_t(n.value)]; };
  const auto element_label = [&](ElementId e) { return element_labels[std::size_t(e.value)]; };
  put(out, "*ELSET, ELSET=Eall\n");
  put_members(out, element_labels, [](std::int64_t label) { return label; });
  for (const auto& [name, nodes] : mesh.node_sets) {
    put(out, "*NSET, NSET={}\n", name);
    put_members(out, nodes, node_label);
  }
  for (const auto& [name, elements] : mesh.element_sets) {
    put(out, "*ELSET, ELSET={}\n", name);
    put_members(out, elements, element_label);
  }
  for (const auto& [name, surface] : mesh.surfaces) {
    put(out, "*SURFACE, NAME={}, TYPE=ELEMENT\n", name);
    for (const ElementFace& face : surface) put(out, "{}, S{}\n", element_label(face.element), face.face + 1);
  }
  for (const Material& m : file.materials) {
    put(out, "*MATERIAL, NAME={}\n*ELASTIC\n{}, {}\n", m.name, twenty(m.young / units.stress()), twenty(m.poisson));
    if (m.density > 0) put(out, "*DENSITY\n{}\n", twenty(m.density / units.density()));
    if (m.expansion != 0) put(out, "*EXPANSION\n{}\n", twenty(m.expansion));
  }
  for (const Section& section : file.sections) {
    if (section.beam) continue;
    put(out, "*SOLID SECTION, ELSET={}, MATERIAL={}\n", section.element_set.empty() ? "Eall" : section.element_set,
        section.material);
    if (section.thickness > 0) put(out, "{}\n", section.thickness / units.length);
  }
  return fmt::to_string(out);
}

}  // namespace trunnion
