#include "trunnion/run/body_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "trunnion/base/nearest_name.h"
#include "trunnion/bodies/inertia_check.h"
#include "trunnion/mesh/gmsh_script.h"
#include "trunnion/mesh/merge.h"
#include "trunnion/run/error_place.h"
#include "trunnion/run/patch.h"

namespace trunnion {
namespace {

/// Numbers for a Gmsh script: lengths in the script's unit, angles in radians, pure numbers as they are.
std::map<std::string, double> script_numbers(const MeshInput& input, const UnitSystem& units) {
  std::map<std::string, double> numbers;
  for (const auto& [name, quantity] : input.numbers) {
    const Dimension geometric{.length = quantity.dimension.length, .angle = quantity.dimension.angle};
    if (!(quantity.dimension == geometric))
      throw InputError(input.where,
                       fmt::format("mesh.numbers.{}: a script takes lengths, angles and pure numbers, not {}", name,
                                   text(quantity.dimension)));
    numbers[name] = quantity.value / std::pow(units.length, quantity.dimension.length);
  }
  return numbers;
}

MeshFile shape_mesh(const MeshInput& input, double poisson) {
  MeshFile file;
  if (!input.shaft.empty()) return shaft_mesh(input.shaft, poisson);
  if (input.cylinder) {
    CylinderShape shape = *input.cylinder;
    shape.element = input.element.value_or(CellType::hex20);
    file.mesh = cylinder_mesh(shape);
  } else if (input.rectangle) {
    file.mesh = rectangle_mesh({.size = {(*input.rectangle)[0], (*input.rectangle)[1]},
                                .divisions = {input.divisions[0], input.divisions[1]},
                                .element = input.element.value_or(CellType::quad8),
                                .origin = {input.origin[0], input.origin[1]}});
  } else {
    file.mesh = box_mesh({.size = *input.box,
                          .divisions = {input.divisions[0], input.divisions[1], input.divisions[2]},
                          .element = input.element.value_or(CellType::hex20),
                          .origin = input.origin});
  }
  return file;
}

std::string shape_name(const MeshInput& input) {
  if (!input.shaft.empty()) return "shaft";
  return input.cylinder ? "cylinder" : (input.rectangle ? "rectangle" : "box");
}

MeshFile load_mesh(const MeshInput& input, double poisson, const std::filesystem::path& model_folder,
                   const std::filesystem::path& cache_folder, BodyMesh& out) {
  if (input.file.empty() && input.script.empty()) {
    out.source = shape_name(input);
    return shape_mesh(input, poisson);
  }
  const UnitSystem units = unit_system(input.unit);
  if (!input.file.empty()) {
    out.source = input.file.filename().string();
    return read_mesh(input.file.string(), units);
  }
  out.source = input.script.filename().string();
  // A body may come from another model file; its script belongs into the folder of that one.
  const std::filesystem::path own = std::filesystem::path(input.where.file).parent_path();
  const GmshScript script{input.script.string(), script_numbers(input, units),
                          (input.where.file.empty() ? model_folder : own).string()};
  ScriptMesh made = mesh_from_gmsh_script(script, units, cache_folder.string());
  out.cached = made.cached;
  return std::move(made.file);
}

void add_section(MeshFile& file, const std::string& elements, const MaterialInput& material, double thickness,
                 PlaneKind plane, const std::string& fallback_name) {
  Material copy = material.material;
  if (copy.name.empty()) copy.name = fallback_name;
  const auto same =
      std::find_if(file.materials.begin(), file.materials.end(), [&](auto& m) { return m.name == copy.name; });
  if (same == file.materials.end())
    file.materials.push_back(copy);
  else
    *same = copy;
  Section section;
  section.element_set = elements;
  section.material = copy.name;
  section.thickness = thickness;
  section.plane = plane;
  file.sections.push_back(section);
}

/// Parts that name elements of the mesh.
void add_part_sections(const FlexibleBodyInput& body, MeshFile& file) {
  int number = 0;
  for (const PartInput& part : body.parts) {
    ++number;
    if (part.mesh) continue;
    if (!part.elements.empty() && !file.mesh.element_sets.contains(part.elements)) {
      std::vector<std::string> known;
      for (const auto& set : file.mesh.element_sets) known.push_back(set.first);
      throw InputError(part.where, fmt::format("part: the mesh has no element set '{}'{}", part.elements,
                                               name_hint(part.elements, known)));
    }
    add_section(file, part.elements, *part.material, part.thickness > 0 ? part.thickness : body.thickness, part.plane,
                fmt::format("material of {}, part {}", body.name, number));
  }
}

/// What the model file says about materials replaces what the mesh file says.
void attach_materials(const FlexibleBodyInput& body, MeshFile& file) {
  std::vector<Section> beams;  // a cross-section stays what the mesh says
  for (const Section& section : file.sections)
    if (section.beam) beams.push_back(section);
  if (body.material || !body.parts.empty()) file.sections.clear();
  if (body.material) {
    add_section(file, "", *body.material, body.thickness, body.plane, "material of " + body.name);
    for (Section& section : beams) {
      section.material = file.sections.front().material;
      file.sections.push_back(section);
    }
  }
  add_part_sections(body, file);
  if (file.sections.empty())
    throw InputError(body.where,
                     fmt::format("flexible_body '{}': has no material, and the mesh brings none; write material = "
                                 "{{ young = \"210 GPa\", poisson = 0.3, density = \"7850 kg/m^3\" }}",
                                 body.name));
}

NodeId add_node(Mesh& mesh, const Vector3d& position) {
  const Index count = mesh.num_nodes();
  mesh.x.conservativeResize(3, count + 1);
  mesh.x.col(count) = position;
  const std::int64_t last =
      mesh.node_labels.empty() ? count : *std::max_element(mesh.node_labels.begin(), mesh.node_labels.end());
  mesh.node_labels.push_back(last + 1);
  return NodeId{static_cast<std::int32_t>(count)};
}

bool on_beam(const Mesh& mesh, NodeId node) {
  return std::any_of(mesh.blocks.begin(), mesh.blocks.end(), [&](const ElementBlock& block) {
    return block.type == CellType::line2 && (block.nodes.array() == node.value).any();
  });
}

void attach_interface(const InterfaceInput& input, MeshFile& file) {
  Coupling coupling;
  coupling.name = input.name;
  coupling.kind = input.coupling;
  try {
    coupling.nodes = nodes_named(file.mesh, input.on);
  } catch (const InputError& error) {
    throw InputError(input.where, fmt::format("interface '{}': {}", input.name, error.what()));
  }
  if (file.mesh.surfaces.contains(input.on)) coupling.faces = faces_named(file.mesh, input.on);
  // The end of a beam has a rotation of its own: one node is a whole patch.
  if (coupling.nodes.size() == 1 && on_beam(file.mesh, coupling.nodes.front())) coupling.kind = CouplingKind::rigid;
  const Vector3d middle = patch_center(file.mesh, coupling.nodes, coupling.faces);
  coupling.reference = add_node(file.mesh, input.point.value_or(middle));
  file.couplings.push_back(std::move(coupling));
}

NodeId single_node(const std::string& name, const MeshFile& file, const SourceLocation& where, const char* who) {
  for (const Coupling& coupling : file.couplings)
    if (coupling.name == name) return coupling.reference;
  try {
    const std::vector<NodeId> nodes = nodes_named(file.mesh, name);
    if (nodes.size() == 1) return nodes.front();
    throw InputError(
        fmt::format("'{}' has {} nodes; an interface, or a set of one node, is wanted", name, nodes.size()));
  } catch (const InputError& error) {
    throw InputError(where, fmt::format("{}: {}", who, error.what()));
  }
}

void attach_lumped(const FlexibleBodyInput& body, MeshFile& file) {
  for (const PointMassInput& input : body.point_masses) {
    PointMass mass{
        .node = single_node(input.at, file, input.where, "point_mass"), .mass = input.mass, .offset = input.offset};
    const auto& i = input.inertia;
    if (i.size() >= 3) mass.inertia.diagonal() << i[0], i[1], i[2];
    if (i.size() == 6) {
      mass.inertia(0, 1) = mass.inertia(1, 0) = i[3];
      mass.inertia(1, 2) = mass.inertia(2, 1) = i[4];
      mass.inertia(2, 0) = mass.inertia(0, 2) = i[5];
    }
    at_place_of(input.where, fmt::format("point_mass at '{}'", input.at),
                [&] { check_inertia("inertia", mass.inertia, Smallest::zero); });
    file.point_masses.push_back(mass);
  }
  for (const SpringInput& input : body.springs) {
    NodeSpring spring;
    spring.a = single_node(input.from, file, input.where, "spring");
    if (!input.to.empty()) spring.b = single_node(input.to, file, input.where, "spring");
    spring.arms = spring.b.valid();
    spring.stiffness.diagonal() << input.stiffness, input.rotational_stiffness;
    file.springs.push_back(spring);
  }
}

/// A part that was meshed apart, with its own material or that of the body.
MeshFile part_mesh(const FlexibleBodyInput& body, const PartInput& part, const std::filesystem::path& model_folder,
                   const std::filesystem::path& cache_folder, BodyMesh& out) {
  FlexibleBodyInput alone;
  alone.name = part.name;
  alone.material = part.material ? part.material : body.material;
  alone.thickness = part.thickness > 0 ? part.thickness : body.thickness;
  alone.plane = part.plane;
  alone.where = part.where;
  const double poisson = alone.material ? alone.material->material.poisson : 0.3;
  MeshFile file = load_mesh(*part.mesh, poisson, model_folder, cache_folder, out);
  attach_materials(alone, file);
  return file;
}

/// All parts side by side, none welded to another.
MeshFile merged_parts(const FlexibleBodyInput& body, const std::filesystem::path& model_folder,
                      const std::filesystem::path& cache_folder, BodyMesh& out) {
  std::vector<MeshFilePart> parts;
  std::string sources;
  bool cached = true;
  for (const PartInput& part : body.parts) {
    if (!part.mesh) continue;
    BodyMesh own;
    MeshFilePart& merged = parts.emplace_back();
    merged.file = part_mesh(body, part, model_folder, cache_folder, own);
    merged.place = {part.name, {}, part.position, axes_from(part.x, part.z)};
    sources += fmt::format("{}{} ({})", sources.empty() ? "parts " : ", ", part.name, own.source);
    cached = cached && (own.cached || part.mesh->script.empty());
  }
  out.source = sources;
  out.cached = cached && std::any_of(body.parts.begin(), body.parts.end(),
                                     [](const PartInput& part) { return part.mesh && !part.mesh->script.empty(); });
  MeshFile file = merged_files(parts);
  for (const PartInput& part : body.parts)
    if (!part.mesh && file.mesh.element_sets.contains(part.elements)) take_from_sections(file, part.elements);
  add_part_sections(body, file);
  return file;
}

}  // namespace

BodyMesh build_body_mesh(const FlexibleBodyInput& body, const std::filesystem::path& model_folder,
                         const std::filesystem::path& cache_folder) {
  BodyMesh out;
  const double poisson = body.material ? body.material->material.poisson : 0.3;
  auto file = std::make_shared<MeshFile>();
  if (body.mesh) {
    *file = load_mesh(*body.mesh, poisson, model_folder, cache_folder, out);
    attach_materials(body, *file);
  } else {
    *file = merged_parts(body, model_folder, cache_folder, out);
  }
  for (const InterfaceInput& input : body.interfaces) attach_interface(input, *file);
  attach_lumped(body, *file);
  validate(file->mesh);
  out.file = std::move(file);
  return out;
}

std::string mesh_summary(const Mesh& mesh) {
  std::string text = fmt::format("{} nodes", mesh.num_nodes());
  std::map<CellType, Index> count;
  std::vector<CellType> order;
  for (const ElementBlock& block : mesh.blocks) {
    if (!count.contains(block.type)) order.push_back(block.type);
    count[block.type] += block.nodes.cols();
  }
  for (const CellType type : order) text += fmt::format(", {} {}", count[type], name(type));
  return text;
}

}  // namespace trunnion
