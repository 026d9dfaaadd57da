#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "trunnion/mesh/merge.h"

namespace trunnion {
namespace {

/// Elements of the part that no section names: what its section without a set stands for.
std::string rest_of(const std::string& name, const MeshFile& file, Index first, Mesh& all) {
  std::vector<bool> named(static_cast<std::size_t>(file.mesh.num_elements()), false);
  for (const Section& section : file.sections)
    if (const auto set = file.mesh.element_sets.find(section.element_set); set != file.mesh.element_sets.end())
      for (const ElementId id : set->second) named[static_cast<std::size_t>(id.value)] = true;
  if (std::find(named.begin(), named.end(), true) == named.end()) return name;
  const std::string rest = name + ".rest";
  for (std::size_t e = 0; e < named.size(); ++e)
    if (!named[e]) all.element_sets[rest].push_back(ElementId{static_cast<std::int32_t>(first) + static_cast<int>(e)});
  return rest;
}

Matrix6d turned(const Matrix6d& stiffness, const Matrix3d& turn) {
  Matrix6d both = Matrix6d::Zero();
  both.topLeftCorner<3, 3>() = both.bottomRightCorner<3, 3>() = turn;
  return both * stiffness * both.transpose();
}

/// What a file attaches to its mesh, with the nodes and elements counted on behind those of earlier parts.
void attach(const MeshFile& file, const MeshPart& place, Index first_node, Index first_element, MeshFile& all) {
  const auto node = [&](NodeId id) { return NodeId{static_cast<std::int32_t>(id.value + first_node)}; };
  for (Material material : file.materials) {
    material.name = place.name + "." + material.name;
    all.materials.push_back(std::move(material));
  }
  for (Section section : file.sections) {
    section.element_set = section.element_set.empty() ? rest_of(place.name, file, first_element, all.mesh)
                                                      : place.name + "." + section.element_set;
    section.material = place.name + "." + section.material;
    if (section.beam) section.beam->axis_1 = place.turn * section.beam->axis_1;
    all.sections.push_back(std::move(section));
  }
  for (Coupling coupling : file.couplings) {
    coupling.name = place.name + "." + coupling.name;
    coupling.reference = node(coupling.reference);
    for (NodeId& id : coupling.nodes) id = node(id);
    for (ElementFace& face : coupling.faces)
      face.element = ElementId{static_cast<std::int32_t>(face.element.value + first_element)};
    all.couplings.push_back(std::move(coupling));
  }
  for (PointMass mass : file.point_masses) {
    mass.node = node(mass.node);
    mass.inertia = place.turn * mass.inertia * place.turn.transpose();
    mass.offset = place.turn * mass.offset;
    all.point_masses.push_back(mass);
  }
  for (NodeSpring spring : file.springs) {
    spring.a = node(spring.a);
    if (spring.b.valid()) spring.b = node(spring.b);
    spring.stiffness = turned(spring.stiffness, place.turn);
    all.springs.push_back(spring);
  }
  all.skipped.insert(all.skipped.end(), file.skipped.begin(), file.skipped.end());
}

}  // namespace

MeshFile merged_files(const std::vector<MeshFilePart>& parts) {
  std::vector<MeshPart> meshes;
  for (const MeshFilePart& part : parts) {
    meshes.push_back(part.place);
    meshes.back().mesh = part.file.mesh;
  }
  MeshFile all;
  all.mesh = merged(meshes);
  Index node = 0, element = 0;
  for (const MeshFilePart& part : parts) {
    attach(part.file, part.place, node, element, all);
    node += part.file.mesh.num_nodes();
    element += part.file.mesh.num_elements();
  }
  return all;
}

void take_from_sections(MeshFile& file, const std::string& set) {
  auto& sets = file.mesh.element_sets;
  const std::vector<ElementId> taken = sets.at(set);
  std::vector<Section> kept;
  for (Section section : file.sections) {
    const auto own = sets.find(section.element_set);
    std::vector<ElementId> left;
    if (own != sets.end())
      std::set_difference(own->second.begin(), own->second.end(), taken.begin(), taken.end(), std::back_inserter(left));
    if (own != sets.end() && left.empty()) continue;
    if (own != sets.end() && left.size() < own->second.size()) {
      section.element_set += " without " + set;
      sets[section.element_set] = std::move(left);
    }
    kept.push_back(std::move(section));
  }
  file.sections = std::move(kept);
}

}  // namespace trunnion
