#include "trunnion/model/tables/mesh.h"

namespace trunnion {
namespace {

constexpr double most_elements = 2e7;

void check_count(const char* keys, double elements) {
  if (elements > most_elements)
    throw InputError(fmt::format("{} ask for {:.3g} elements, more than this program can hold ({:.0g})", keys, elements,
                                 most_elements));
}

TableSchema<CylinderShape> cylinder_table() {
  return TableSchema<CylinderShape>("cylinder",
                                    "A cylinder, tube or sector about the z axis, from z = 0 to its length.")
      .quantity("radius", Kind::length, &CylinderShape::radius, "Outer radius.")
      .required()
      .positive()
      .quantity("inner_radius", Kind::length, &CylinderShape::inner_radius,
                "Radius of the bore; 0 for a solid cylinder.")
      .fallback("0 m")
      .not_negative()
      .quantity("length", Kind::length, &CylinderShape::length, "Length along the axis; of no use for plane elements.")
      .fallback("1 m")
      .positive()
      .integer("around", &CylinderShape::around,
               "Elements along the circumference; a multiple of 4 for a solid cylinder.")
      .fallback("16")
      .at_least(1)
      .integer("radial", &CylinderShape::radial, "Elements through the wall.")
      .fallback("2")
      .at_least(1)
      .integer("along", &CylinderShape::along, "Elements along the axis.")
      .fallback("4")
      .at_least(1)
      .quantity("sector", Kind::angle, &CylinderShape::sector,
                "Angle of a sector (hollow only); a full turn if not given.")
      .positive()
      .check([](const CylinderShape& shape) {
        if (shape.inner_radius >= shape.radius) throw InputError("inner_radius must be smaller than radius");
        check_count("around, radial and along", double(shape.around) * shape.radial * shape.along);
      });
}

TableSchema<ShaftStep> shaft_table() {
  return TableSchema<ShaftStep>("shaft", "A step of a shaft: a piece of one diameter.")
      .quantity("length", Kind::length, &ShaftStep::length, "Length along the axis.")
      .required()
      .positive()
      .quantity("diameter", Kind::length, &ShaftStep::diameter, "Outer diameter.")
      .required()
      .positive()
      .quantity("bore", Kind::length, &ShaftStep::bore, "Inner diameter; 0 for a solid shaft.")
      .fallback("0 m")
      .not_negative()
      .integer("elements", &ShaftStep::elements, "Beam elements along the step.")
      .fallback("4")
      .at_least(1)
      .check([](const ShaftStep& step) {
        if (step.bore >= step.diameter) throw InputError("bore must be smaller than diameter");
        check_count("the steps of a shaft", step.elements);
      });
}

void check_source(const MeshInput& mesh) {
  const int sources = !mesh.file.empty() + !mesh.script.empty() + mesh.box.has_value() + mesh.rectangle.has_value() +
                      mesh.cylinder.has_value() + !mesh.shaft.empty();
  if (sources != 1)
    throw InputError(fmt::format(
        "{} of the keys file, gmsh, box, rectangle, cylinder and shaft are given; exactly one is needed", sources));
  const bool built_in = mesh.file.empty() && mesh.script.empty();
  if (!built_in && mesh.unit.empty())
    throw InputError("the key 'unit' is missing: the length unit in which the file is written, e.g. unit = \"mm\"");
  if (built_in && !mesh.unit.empty())
    throw InputError("'unit' belongs to file and gmsh; a built-in shape has units in its sizes");
  if (!mesh.numbers.empty() && mesh.script.empty()) throw InputError("'numbers' belongs to gmsh");
  if (!built_in && (!mesh.divisions.empty() || mesh.element))
    throw InputError("'divisions' and 'element' belong to the built-in shapes");
  const std::size_t wanted = mesh.box ? 3 : (mesh.rectangle ? 2 : 0);
  if (mesh.divisions.size() != wanted)
    throw InputError(fmt::format("'divisions' must have {} entries, it has {}", wanted, mesh.divisions.size()));
  double elements = 1;
  for (const int d : mesh.divisions) elements *= d;
  check_count("the divisions", elements);
}

std::vector<std::pair<std::string, CellType>> element_choices() {
  std::vector<std::pair<std::string, CellType>> choices;
  for (const CellType type : {CellType::hex20, CellType::hex8, CellType::tet10, CellType::tet4, CellType::wedge15,
                              CellType::wedge6, CellType::quad8, CellType::quad4, CellType::tri6, CellType::tri3})
    choices.emplace_back(name(type), type);
  return choices;
}

}  // namespace

TableSchema<MeshInput> mesh_table() {
  return TableSchema<MeshInput>("mesh",
                                "A mesh: a file, a Gmsh script, or a built-in shape. Exactly one of `file`, `gmsh`, "
                                "`box`, `rectangle`, `cylinder` and `shaft` is given.")
      .text("name", &MeshInput::name, "Name by which bodies refer to it; not needed in `mesh = {...}`.")
      .file("file", &MeshInput::file, "Mesh file: Gmsh .msh, Abaqus or CalculiX .inp, Nastran .bdf, .nas or .dat.")
      .file("gmsh", &MeshInput::script,
            "Gmsh script (.geo) in the model's folder; Gmsh runs it and the result is kept in a cache.")
      .text("unit", &MeshInput::unit,
            "Length unit in which the file or script is written: m, mm, cm, um, in, ft. Mass and force follow from it "
            "(mm: t, N, MPa).")
      .quantities("numbers", &MeshInput::numbers,
                  "Numbers for the Gmsh script, as DefineConstant names; lengths are passed in `unit`.")
      .vector("box", Kind::length, &MeshInput::box,
              "Edge lengths of a box along x, y, z. Its sides are the surfaces xmin, xmax, ymin, ymax, zmin, zmax.")
      .positive()
      .list("rectangle", Kind::length, &MeshInput::rectangle, "Edge lengths of a plane rectangle along x and y.", 2)
      .positive()
      .table("cylinder", &MeshInput::cylinder, cylinder_table(),
             "A cylinder, tube or sector. Its surfaces are outer, inner, bottom, top.")
      .tables("shaft", &MeshInput::shaft, shaft_table(),
              "A stepped shaft of beam elements along z. The ends of its steps are the node sets end_0, end_1, ...")
      .vector("origin", Kind::length, &MeshInput::origin, "Corner of the box with the smallest coordinates.")
      .fallback("['0 m', '0 m', '0 m']")
      .integers("divisions", &MeshInput::divisions, "Elements along each edge of box or rectangle.")
      .at_least(1)
      .choice<CellType>("element", &MeshInput::element, element_choices(),
                        "Element type of a built-in shape; hex20 for solids and quad8 for plane shapes if not given.")
      .example(
          "mesh = { file = \"bracket.inp\", unit = \"mm\" }\nmesh = { box = [\"1 m\", \"20 mm\", \"20 mm\"], divisions "
          "= [40, 2, 2], element = \"hex20\" }\nmesh = { gmsh = \"conrod.geo\", unit = \"mm\", numbers = { lc = \"3 "
          "mm\" } }")
      .check(check_source);
}

}  // namespace trunnion
