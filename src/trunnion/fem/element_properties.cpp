#include "trunnion/fem/element_properties.h"

#include <algorithm>

#include "trunnion/base/nearest_name.h"

namespace trunnion {
namespace {

std::string section_name(const Section& section) {
  return section.element_set.empty() ? "the section of all elements" : "the section of '" + section.element_set + "'";
}

void check_material(const Material& m) {
  if (!(m.young > 0)) throw InputError(fmt::format("material '{}': young = {} Pa, must be > 0", m.name, m.young));
  if (!(m.poisson > -1 && m.poisson < 0.5))
    throw InputError(
        fmt::format("material '{}': poisson = {}, must lie between -1 and 0.5 (0.5, incompressible, is "
                    "not covered)",
                    m.name, m.poisson));
  if (!(m.density >= 0)) throw InputError(fmt::format("material '{}': density = {} kg/m^3 < 0", m.name, m.density));
}

void check_beam(const Section& section) {
  const BeamSection& b = *section.beam;
  if (!(b.area > 0 && b.inertia_1 > 0 && b.inertia_2 > 0 && b.torsion > 0))
    throw InputError(
        fmt::format("{}: a beam needs area, both second moments and the torsion constant > 0; they are "
                    "{}, {}, {}, {}",
                    section_name(section), b.area, b.inertia_1, b.inertia_2, b.torsion));
  if (b.shear_area_1 < 0 || b.shear_area_2 < 0)
    throw InputError(section_name(section) + ": shear areas must be > 0, or 0 for a beam stiff in shear");
}

ElementProperty property_of(const MeshFile& file, const Section& section) {
  const auto material = std::find_if(file.materials.begin(), file.materials.end(),
                                     [&](const Material& m) { return m.name == section.material; });
  if (material == file.materials.end()) {
    std::vector<std::string> known;
    for (const Material& m : file.materials) known.push_back(m.name);
    throw InputError(fmt::format("{} names material '{}', which is not defined{}", section_name(section),
                                 section.material, name_hint(section.material, known)));
  }
  check_material(*material);
  if (section.beam) check_beam(section);
  ElementProperty p;
  p.material = int(material - file.materials.begin());
  p.young = material->young;
  p.mu = material->young / (2 * (1 + material->poisson));
  p.lambda = 2 * p.mu * material->poisson / (1 - 2 * material->poisson);
  p.thermal_stress = (3 * p.lambda + 2 * p.mu) * material->expansion;
  p.density = material->density;
  p.plane = section.plane;
  p.beam = section.beam ? &*section.beam : nullptr;
  p.thickness = section.thickness;
  return p;
}

/// The numbers that depend on what kind of element carries the section.
ElementProperty adapted(ElementProperty p, const MeshFile& file, const Section& section, const ElementBlock& block) {
  const int dim = dimension(block.type);
  if (dim == 1 && !p.beam)
    throw InputError(fmt::format("{} holds line elements but has no beam cross-section", section_name(section)));
  if (dim == 1) p.thermal_stress = p.young * file.materials[std::size_t(p.material)].expansion;
  if (dim == 3) p.thickness = 1;
  if (dim != 2) return p;
  if (!(p.thickness > 0))
    throw InputError(fmt::format("{} holds {} elements and needs a thickness > 0; it is {} m", section_name(section),
                                 name(block.type), p.thickness));
  if (p.plane == PlaneKind::stress) {
    p.lambda = 2 * p.lambda * p.mu / (p.lambda + 2 * p.mu);
    p.thermal_stress = 2 * (p.lambda + p.mu) * file.materials[std::size_t(p.material)].expansion;
  }
  return p;
}

}  // namespace

std::string element_labels(const Mesh& mesh, const std::vector<ElementId>& elements) {
  constexpr std::size_t shown = 10;
  std::string text;
  for (std::size_t k = 0; k < std::min(shown, elements.size()); ++k) {
    const ElementRef at = mesh.locate(elements[k]);
    const auto& labels = mesh.blocks[std::size_t(at.block)].labels;
    if (k > 0) text += ", ";
    text += std::to_string(labels.empty() ? elements[k].value + 1 : labels[std::size_t(at.column)]);
  }
  if (elements.size() > shown) text += fmt::format(" and {} more", elements.size() - shown);
  return text;
}

const std::vector<ElementId>& elements_named(const Mesh& mesh, const std::string& set, const std::string& who) {
  const auto found = mesh.element_sets.find(set);
  if (found != mesh.element_sets.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& [name, elements] : mesh.element_sets) known.push_back(name);
  throw InputError(
      fmt::format("{} names the element set '{}', which the mesh does not have{}", who, set, name_hint(set, known)));
}

PropertyTable element_properties(const MeshFile& file) {
  const Mesh& mesh = file.mesh;
  // Which section each element has: named sets first, what is left gets the section without a set.
  std::vector<std::int32_t> section_of(std::size_t(mesh.num_elements()), -1);
  int rest = -1;
  for (std::size_t s = 0; s < file.sections.size(); ++s) {
    const Section& section = file.sections[s];
    if (section.element_set.empty()) {
      if (rest >= 0) throw InputError("two sections are given for all elements; name element sets for them");
      rest = int(s);
      continue;
    }
    for (const ElementId e : elements_named(mesh, section.element_set, "a section")) {
      std::int32_t& own = section_of[std::size_t(e.value)];
      if (own >= 0 && own != std::int32_t(s))
        throw InputError(fmt::format("element {} has two sections: {} and {}", element_labels(mesh, {e}),
                                     section_name(file.sections[std::size_t(own)]), section_name(section)));
      own = std::int32_t(s);
    }
  }

  PropertyTable table;
  table.of_element.resize(section_of.size());
  std::vector<ElementId> bare;
  std::map<std::pair<std::int32_t, int>, std::int32_t> known;  // by section and dimension of the element
  std::size_t e = 0;
  for (const ElementBlock& block : mesh.blocks)
    for (Index column = 0; column < block.nodes.cols(); ++column, ++e) {
      const std::int32_t section = section_of[e] >= 0 ? section_of[e] : rest;
      if (section < 0) {
        bare.push_back(ElementId{std::int32_t(e)});
        continue;
      }
      const auto [entry, fresh] =
          known.try_emplace({section, dimension(block.type)}, std::int32_t(table.properties.size()));
      if (fresh) {
        const Section& s = file.sections[std::size_t(section)];
        table.properties.push_back(adapted(property_of(file, s), file, s, block));
      }
      table.of_element[e] = entry->second;
    }
  if (!bare.empty())
    throw InputError(
        fmt::format("{} element(s) have no section and so no material: {}. Give a material for their set, "
                    "or one for all elements",
                    bare.size(), element_labels(mesh, bare)));
  return table;
}

int model_dimension(const Mesh& mesh) {
  const ElementBlock *plane = nullptr, *spatial = nullptr;
  for (const ElementBlock& block : mesh.blocks)
    if (block.nodes.cols() > 0) (dimension(block.type) == 2 ? plane : spatial) = &block;
  if (!plane) return 3;
  if (spatial)
    throw InputError(
        fmt::format("the mesh mixes plane elements ({}) with {}: a model is either plane or spatial. Leave "
                    "out the surface elements of a solid mesh, or mesh beams as plane cells",
                    name(plane->type), name(spatial->type)));
  const auto z = mesh.x.row(2);
  const double size = (mesh.x.rowwise().maxCoeff() - mesh.x.rowwise().minCoeff()).head<2>().maxCoeff();
  if (z.maxCoeff() - z.minCoeff() > 1e-6 * size)
    throw InputError(
        fmt::format("plane elements must lie in a plane z = constant; z runs from {} to {} m. Shells are "
                    "not covered",
                    z.minCoeff(), z.maxCoeff()));
  return 2;
}

}  // namespace trunnion
