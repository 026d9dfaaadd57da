#include "trunnion/model/tables/flexible_body.h"

#include <algorithm>
#include <set>

namespace trunnion {
namespace {

const std::vector<std::pair<std::string, PlaneKind>> kPlaneChoices{{"stress", PlaneKind::stress},
                                                                   {"strain", PlaneKind::strain}};

void check_part(const PartInput& part) {
  const bool material = part.material || !part.material_name.empty();
  if (!has_mesh(part)) {
    if (!material) throw InputError("the key 'material' is missing (Its material.)");
    if (!part.name.empty() || part.position != Vector3d::Zero() || part.x != Vector3d::UnitX() ||
        part.z != Vector3d::UnitZ())
      throw InputError("'name', 'position', 'x' and 'z' belong to a part with a 'mesh' of its own");
    return;
  }
  if (part.name.empty())
    throw InputError("a part with a 'mesh' needs a 'name': it stands before the names of its sets");
  if (part.name.find('.') != std::string::npos)
    throw InputError(fmt::format("the name '{}' of a part may not hold a point", part.name));
  if (!part.elements.empty()) throw InputError("give either 'mesh' (a part of its own) or 'elements', not both");
  axes_from(part.x, part.z);
}

void check_meshes(const FlexibleBodyInput& body) {
  const bool whole = body.mesh.has_value() || !body.mesh_name.empty();
  if (has_mesh(body) == body.from.has_value())
    throw InputError(body.from ? "give either 'mesh' or 'from', not both"
                               : "the key 'mesh' is missing (its mesh), or 'part' with meshes, or 'from' (a body made "
                                 "or reduced before)");
  std::set<std::string> names;
  for (const PartInput& part : body.parts) {
    if (!has_mesh(part)) {
      if (!whole && part.elements.empty())
        throw InputError(part.where,
                         "part: without a mesh it names 'elements'; the body's own 'material' serves all that no part "
                         "names");
      continue;
    }
    if (whole)
      throw InputError(part.where,
                       fmt::format("part '{}' brings a mesh, and the body has one: leave out either", part.name));
    if (!names.insert(part.name).second)
      throw InputError(part.where, fmt::format("the name '{}' of a part is taken already", part.name));
  }
}

TableSchema<PartInput> part_table() {
  return TableSchema<PartInput>("part",
                                "Material of a named set of elements; or, with `mesh`, a piece of the body that was "
                                "meshed apart: a shaft, a hub, a bolt. Its sets and surfaces are then called "
                                "`name.set`, and `name` is the set of all its elements. Parts are never welded, also "
                                "where nodes coincide: a [[fit]] joins them.")
      .text("name", &PartInput::name, "Name of a part with a mesh of its own.")
      .name_or_table("mesh", &PartInput::mesh_name, &PartInput::mesh, mesh_table(),
                     "Its mesh, in its own unit; the body then has no `mesh` for the whole.")
      .vector("position", Kind::length, &PartInput::position, "Where the origin of its mesh lies in the body.")
      .fallback("['0 m', '0 m', '0 m']")
      .vector("x", Kind::number, &PartInput::x, "Direction of the x axis of its mesh in the body (made square to z).")
      .fallback("[1, 0, 0]")
      .vector("z", Kind::number, &PartInput::z, "Direction of the z axis of its mesh in the body.")
      .fallback("[0, 0, 1]")
      .text("elements", &PartInput::elements,
            "Element set of the mesh; without it, all elements that no other part names.")
      .name_or_table("material", &PartInput::material_name, &PartInput::material, material_table(),
                     "Its material; with `mesh` that of the body, or of the mesh file, if not given.")
      .quantity("temperature", Kind::temperature_change, &PartInput::temperature,
                "How much warmer the part is than when it has its drawn size. Parts that are joined by fits press on "
                "each other where they would expand differently; `expansion` of the material says how much.")
      .fallback("0 K")
      .quantity("thickness", Kind::length, &PartInput::thickness, "Thickness of plane elements.")
      .positive()
      .choice<PlaneKind>("plane", &PartInput::plane, kPlaneChoices, "Plane elements: thin (stress) or long (strain).")
      .fallback("stress")
      .example(
          "part = [ { name = \"shaft\", mesh = { file = \"shaft.inp\", unit = \"mm\" }, material = \"steel\" },\n      "
          "   "
          "{ name = \"hub\", mesh = { gmsh = \"hub.geo\", unit = \"in\" }, material = \"bronze\", position = [\"0 "
          "mm\", \"0 mm\", \"-15 mm\"] } ]")
      .check(check_part);
}

TableSchema<InterfaceInput> interface_table() {
  return TableSchema<InterfaceInput>("interface",
                                     "A named place where the body is held, loaded or joined: a reference point with "
                                     "six degrees of freedom, tied to a patch of the mesh.")
      .text("name", &InterfaceInput::name, "Name; others refer to it as `body.name`, or `name` inside the body.")
      .required()
      .text("surface", &InterfaceInput::on, "Surface or set of the mesh.")
      .required()
      .choice<CouplingKind>("coupling", &InterfaceInput::coupling,
                            {{"averaged", CouplingKind::averaged}, {"rigid", CouplingKind::rigid}},
                            "averaged: the point follows the mean motion of the patch, which stays soft (RBE3); rigid: "
                            "the patch follows the point (RBE2).")
      .fallback("averaged")
      .vector("point", Kind::length, &InterfaceInput::point,
              "Where the reference point lies; the middle of the patch if not given.")
      .text("group", &InterfaceInput::group, "Interfaces of one group can be named together in `reduction.interfaces`.")
      .example("interface = [ { name = \"main_1\", surface = \"MAIN_1\", coupling = \"rigid\" } ]");
}

TableSchema<PointMassInput> point_mass_table() {
  return TableSchema<PointMassInput>("point_mass", "A lumped mass on an interface or node.")
      .text("at", &PointMassInput::at, "Interface, or node set with one node.")
      .required()
      .quantity("mass", Kind::mass, &PointMassInput::mass, "Mass.")
      .required()
      .not_negative()
      .list("inertia", Kind::inertia, &PointMassInput::inertia,
            "Ixx, Iyy, Izz about its own center, or these and Ixy, Iyz, Izx.")
      .vector("offset", Kind::length, &PointMassInput::offset, "From the node to the center of mass.")
      .fallback("['0 m', '0 m', '0 m']")
      .check([](const PointMassInput& mass) {
        if (!mass.inertia.empty() && mass.inertia.size() != 3 && mass.inertia.size() != 6)
          throw InputError(fmt::format("'inertia' has {} entries; write 3 or 6", mass.inertia.size()));
      });
}

TableSchema<SpringInput> spring_table() {
  return TableSchema<SpringInput>(
             "spring",
             "A linear spring between two interfaces or nodes of the body, or to the ground. Between "
             "places that lie apart it has a lever arm: the translation is that at `to`, u_to - "
             "u_from - theta_from x (x_to - x_from), so that a rigid motion of both stores "
             "nothing. Nodes of solids have no rotation and so no arm.")
      .text("from", &SpringInput::from, "Interface, or node set with one node.")
      .required()
      .text("to", &SpringInput::to, "The other end; the ground if not given.")
      .vector("stiffness", Kind::stiffness, &SpringInput::stiffness, "Stiffness along x, y, z.")
      .fallback("['0 N/m', '0 N/m', '0 N/m']")
      .vector("rotational_stiffness", Kind::rotational_stiffness, &SpringInput::rotational_stiffness,
              "Stiffness about x, y, z.")
      .fallback("['0 N m/rad', '0 N m/rad', '0 N m/rad']");
}

}  // namespace

bool has_mesh(const FlexibleBodyInput& body) {
  return body.mesh || !body.mesh_name.empty() ||
         std::any_of(body.parts.begin(), body.parts.end(), [](const PartInput& part) { return has_mesh(part); });
}

std::vector<std::filesystem::path> mesh_files(const FlexibleBodyInput& body) {
  std::vector<std::filesystem::path> files;
  const auto add = [&](const std::optional<MeshInput>& mesh) {
    if (!mesh) return;
    for (const auto& path : {mesh->file, mesh->script})
      if (!path.empty()) files.push_back(path);
  };
  add(body.mesh);
  for (const PartInput& part : body.parts) add(part.mesh);
  return files;
}

TableSchema<FlexibleBodyInput> flexible_body_table() {
  using B = FlexibleBodyInput;
  return TableSchema<B>("flexible_body", "A component with a finite-element mesh.")
      .text("name", &B::name, "Name of the body.")
      .required()
      .name_or_table("mesh", &B::mesh_name, &B::mesh, mesh_table(),
                     "Its mesh; not needed with `from`, or where parts bring theirs.")
      .table("from", &B::from, foreign_body_table(),
             "A body of another model file, or one reduced before, in place of a mesh.")
      .name_or_table("material", &B::material_name, &B::material, material_table(),
                     "Material of all elements that no part names; not needed where the mesh file brings materials.")
      .quantity("thickness", Kind::length, &B::thickness, "Thickness of plane elements.")
      .positive()
      .choice<PlaneKind>("plane", &B::plane, kPlaneChoices, "Plane elements: thin (stress) or long (strain).")
      .fallback("stress")
      .boolean("lumped_mass", &B::lumped_mass, "Put the mass on the nodes instead of spreading it consistently.")
      .fallback("false")
      .choice<bool>("mass_points", &B::mass_at_stiffness_points, {{"exact", false}, {"stiffness", true}},
                    "Where the mass of elements is integrated: exactly, or at the points of the stiffness, as CalculiX "
                    "does; for comparisons with it.")
      .fallback("exact")
      .tables("part", &B::parts, part_table(),
              "Materials of named sets of elements, and pieces with meshes of their own.")
      .tables("interface", &B::interfaces, interface_table(), "Named places where the body is held, loaded or joined.")
      .tables("point_mass", &B::point_masses, point_mass_table(), "Lumped masses.")
      .tables("spring", &B::springs, spring_table(), "Springs inside the body or to the ground.")
      .table("reduction", &B::reduction, reduction_table(), "How the body is reduced for multibody simulation.")
      .table("place", &B::place, placement_table(), "Where the body starts in a mechanism.")
      .fallback("{}")
      .boolean("flexible", &B::flexible,
               "false: in a mechanism the body keeps its mass and inertia but does not deform.")
      .fallback("true")
      .integers("without_invariants", &B::without_invariants,
                "Inertia invariants (2, 3, 4, 5, 8, 9) to leave out, to see what they do; the report says so.")
      .choice<bool>("inertia_coupling", &B::partial_coupling, {{"full", false}, {"partial", true}},
                    "partial: without the invariants 5 and 9, which change the inertia with the square of the "
                    "deformation; a usual shortcut that saves time.")
      .fallback("full")
      .check([](const B& body) {
        check_meshes(body);
        if (body.from && (!body.interfaces.empty() || !body.point_masses.empty() || !body.springs.empty()))
          throw InputError(
              "a body with 'from' brings its interfaces, point masses and springs along; those of a body reduced "
              "elsewhere stand in from.interface");
      })
      .example(
          "[[flexible_body]]\nname = \"crank\"\nmesh = { gmsh = \"crank.geo\", unit = \"mm\" }\nmaterial = "
          "\"steel\"\ninterface = [ { name = \"main_1\", surface = \"MAIN_1\", coupling = \"rigid\" },\n              "
          "{ name = \"pin_1\",  surface = \"PIN_1\" } ]");
}

}  // namespace trunnion
