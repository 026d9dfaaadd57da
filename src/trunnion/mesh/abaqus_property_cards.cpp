// Materials, sections, point properties, couplings and instances.
#include <fmt/format.h>

#include <numbers>
#include <utility>

#include "trunnion/mesh/abaqus_cards.h"
#include "trunnion/mesh/beam_section.h"
#include "trunnion/mesh/number_text.h"

namespace trunnion {
namespace {

std::vector<std::vector<double>> data_table(AbaqusLines& lines, const char* what) {
  std::vector<std::vector<double>> rows;
  for (std::string_view line; lines.next_data(line);) rows.push_back(lines.reals(line, what));
  return rows;
}

}  // namespace

void read_material_property(AbaqusContext& c, const AbaqusKeyword& keyword) {
  if (c.deck.materials.empty())
    c.lines.fail(keyword.place, fmt::format("*{} stands outside a *MATERIAL", keyword.name));
  Material& material = c.deck.materials.back();
  const std::string type = keyword.upper("TYPE");
  if (!type.empty() && type != "ISO" && type != "ISOTROPIC") {
    c.deck.skipped.add(fmt::format("*{}, TYPE={}", keyword.name, type), keyword.place,
                       fmt::format("material '{}' has no {}; give an isotropic one", material.name,
                                   keyword.name == "ELASTIC" ? "stiffness" : "such property"));
    return;
  }
  const auto rows = data_table(c.lines, "a material property");
  const std::size_t needed = keyword.name == "ELASTIC" ? 2 : 1;
  if (rows.empty() || rows[0].size() < needed)
    c.lines.fail(keyword.place, fmt::format("*{} of material '{}' needs {}", keyword.name, material.name,
                                            needed == 2 ? "Young's modulus and Poisson's ratio" : "a value"));
  if (rows.size() > 1)
    c.deck.skipped.add(fmt::format("*{} over temperature", keyword.name), keyword.place,
                       "the first line of the table is used");
  if (keyword.name == "ELASTIC") {
    material.young = rows[0][0] * c.units.stress();
    material.poisson = rows[0][1];
    if (!(material.young > 0) || !(material.poisson > -1 && material.poisson < 0.5))
      c.lines.fail(keyword.place, fmt::format("material '{}': Young's modulus {} must be > 0 and Poisson's ratio {} "
                                              "between -1 and 0.5",
                                              material.name, rows[0][0], rows[0][1]));
  }
  if (keyword.name == "DENSITY") material.density = rows[0][0] * c.units.density();
  if (keyword.name == "EXPANSION") material.expansion = rows[0][0];
}

void read_solid_section(AbaqusContext& c, const AbaqusKeyword& keyword) {
  AbaqusSection section{{keyword.get("ELSET"), keyword.get("MATERIAL"), 0, PlaneKind::stress, {}}, keyword.place};
  if (section.section.material.empty()) c.lines.fail(keyword.place, "*SOLID SECTION needs MATERIAL=");
  const auto rows = data_table(c.lines, "a thickness");
  if (!rows.empty() && !rows[0].empty()) section.section.thickness = rows[0][0] * c.units.length;
  c.scope->sections.push_back(std::move(section));
}

void read_beam_section(AbaqusContext& c, const AbaqusKeyword& keyword) {
  AbaqusSection section{{keyword.get("ELSET"), keyword.get("MATERIAL"), 0, PlaneKind::stress, {}}, keyword.place};
  const std::string shape = keyword.upper("SECTION");
  const auto rows = data_table(c.lines, "a dimension of a beam section");
  std::vector<double> d = rows.empty() ? std::vector<double>{} : rows[0];
  for (double& value : d) {
    value *= c.units.length;
    if (!(value > 0)) c.lines.fail(keyword.place, "*BEAM SECTION: all dimensions must be > 0");
  }
  if (shape == "RECT" && d.size() >= 2) {
    section.section.beam = rectangle_section(d[0], d[1]);
  } else if (shape == "CIRC" && !d.empty()) {
    section.section.beam = circle_section(d[0]);
  } else if (shape == "PIPE" && d.size() >= 2 && d[1] < d[0]) {
    section.section.beam = circle_section(d[0], d[0] - d[1]);
  } else if (shape == "RECT" || shape == "CIRC" || shape == "PIPE") {
    c.lines.fail(keyword.place, fmt::format("*BEAM SECTION, SECTION={}: needs {}", shape,
                                            shape == "CIRC"   ? "the radius"
                                            : shape == "PIPE" ? "outer radius and wall thickness"
                                                              : "width and height"));
  } else {
    c.deck.skipped.add("*BEAM SECTION, SECTION=" + shape, keyword.place,
                       "beams of set '" + section.section.element_set + "' have no section; give RECT, CIRC or PIPE");
    return;
  }
  if (rows.size() > 1 && rows[1].size() >= 3) {
    const Vector3d axis(rows[1][0], rows[1][1], rows[1][2]);
    if (axis.norm() > 0) section.section.beam->axis_1 = axis.normalized();
  }
  c.scope->sections.push_back(std::move(section));
}

void read_point_property(AbaqusContext& c, const AbaqusKeyword& keyword) {
  AbaqusProperty property{keyword.name, keyword.get("ELSET"), {}, keyword.place};
  if (property.element_set.empty()) c.lines.fail(keyword.place, fmt::format("*{} needs ELSET=", keyword.name));
  const auto rows = data_table(c.lines, "a property value");
  for (const auto& row : rows) property.values.insert(property.values.end(), row.begin(), row.end());
  if (keyword.name == "SPRING" && rows.size() > 2 && !keyword.has("NONLINEAR"))
    c.deck.skipped.add("*SPRING over frequency or temperature", keyword.place, "the first stiffness is used");
  if (property.values.empty())
    c.lines.fail(keyword.place, fmt::format("*{} needs a data line with its value", keyword.name));
  if (keyword.has("NONLINEAR")) {
    c.deck.skipped.add("*SPRING, NONLINEAR", keyword.place,
                       "these springs are left out; a [[force]] with a table in the model file can take their place");
    return;
  }
  c.scope->properties.push_back(std::move(property));
}

void read_coupling(AbaqusContext& c, const AbaqusKeyword& keyword) {
  AbaqusCoupling coupling;
  coupling.name = keyword.get("CONSTRAINT NAME");
  coupling.reference = keyword.get("REF NODE");
  coupling.patches = {{AbaqusCoupling::Patch::surface, keyword.get("SURFACE")}};
  coupling.place = keyword.place;
  if (coupling.reference.empty() || keyword.get("SURFACE").empty())
    c.lines.fail(keyword.place, "*COUPLING needs REF NODE= and SURFACE=");
  c.scope->couplings.push_back(std::move(coupling));
}

void read_coupling_kind(AbaqusContext& c, const AbaqusKeyword& keyword) {
  if (c.scope->couplings.empty())
    c.lines.fail(keyword.place, fmt::format("*{} stands outside a *COUPLING", keyword.name));
  AbaqusCoupling& coupling = c.scope->couplings.back();
  coupling.kind = keyword.name == "KINEMATIC" ? CouplingKind::rigid : CouplingKind::averaged;
  bool first_line = true;
  for (std::string_view line; c.lines.next_data(line);) {
    if (std::exchange(first_line, false)) coupling.dofs.fill(false);
    AbaqusFields fields(line);
    std::string_view field;
    fields.next(field);
    const std::int64_t first = c.lines.integer(field, "a degree of freedom");
    const std::int64_t last =
        fields.next(field) && !field.empty() ? c.lines.integer(field, "a degree of freedom") : first;
    if (first < 1 || last > 6 || last < first)
      c.lines.fail(fmt::format("degrees of freedom {} to {}; allowed are 1 to 6", first, last));
    for (std::int64_t d = first; d <= last; ++d) coupling.dofs[std::size_t(d - 1)] = true;
  }
}

void read_rigid_body(AbaqusContext& c, const AbaqusKeyword& keyword) {
  AbaqusCoupling coupling;
  coupling.kind = CouplingKind::rigid;
  coupling.place = keyword.place;
  coupling.reference = keyword.get("REF NODE");
  for (const char* key : {"NSET", "TIE NSET", "PIN NSET"})  // solid nodes have no rotations to pin
    if (keyword.has(key)) coupling.patches.push_back({AbaqusCoupling::Patch::node_set, keyword.get(key)});
  if (keyword.has("ELSET")) coupling.patches.push_back({AbaqusCoupling::Patch::element_set, keyword.get("ELSET")});
  if (coupling.reference.empty() || coupling.patches.empty())
    c.lines.fail(keyword.place, "*RIGID BODY needs REF NODE= and NSET= or ELSET=");
  if (keyword.has("ROT NODE"))
    c.deck.skipped.add("*RIGID BODY, ROT NODE", keyword.place, "the reference node carries the rotations itself");
  c.scope->couplings.push_back(std::move(coupling));
}

void read_instance(AbaqusContext& c, const AbaqusKeyword& keyword) {
  AbaqusInstance instance;
  instance.name = keyword.get("NAME");
  instance.part = keyword.get("PART");
  instance.place = keyword.place;
  if (instance.name.empty() || instance.part.empty()) c.lines.fail(keyword.place, "*INSTANCE needs NAME= and PART=");
  const auto rows = data_table(c.lines, "a translation or rotation");
  if (!rows.empty()) {
    if (rows[0].size() < 3) c.lines.fail(keyword.place, "*INSTANCE: the translation needs three numbers");
    instance.translation = c.units.length * Vector3d(rows[0][0], rows[0][1], rows[0][2]);
  }
  if (rows.size() > 1) {
    const std::vector<double>& r = rows[1];
    if (r.size() < 7) c.lines.fail(keyword.place, "*INSTANCE: the rotation needs two points and an angle");
    instance.axis_from = c.units.length * Vector3d(r[0], r[1], r[2]);
    instance.axis_to = c.units.length * Vector3d(r[3], r[4], r[5]);
    instance.angle = r[6] * std::numbers::pi / 180;
    if ((instance.axis_to - instance.axis_from).norm() == 0)
      c.lines.fail(keyword.place, "*INSTANCE: the two points of the rotation axis are the same");
  }
  c.deck.instances.push_back(std::move(instance));
}

}  // namespace trunnion
