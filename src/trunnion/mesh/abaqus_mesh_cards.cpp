// *NODE, *ELEMENT, *NSET, *ELSET, *SURFACE
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "trunnion/mesh/abaqus_cards.h"
#include "trunnion/mesh/abaqus_elements.h"
#include "trunnion/mesh/number_text.h"

namespace trunnion {
namespace {

constexpr std::int64_t most_generated = 50'000'000;

/// Cylindrical (radius, angle in degrees, height) or spherical coordinates of *NODE, SYSTEM=C or S.
Vector3d cartesian(const Vector3d& p, char system) {
  const double degree = std::numbers::pi / 180;
  if (system == 'C') return {p[0] * std::cos(p[1] * degree), p[0] * std::sin(p[1] * degree), p[2]};
  const double horizontal = p[0] * std::cos(p[2] * degree);
  return {horizontal * std::cos(p[1] * degree), horizontal * std::sin(p[1] * degree), p[0] * std::sin(p[2] * degree)};
}

/// Label and nodes of one element, over as many lines as they need. False at the end of the data.
bool read_element(AbaqusLines& lines, std::size_t num_nodes, std::int64_t& label, std::vector<std::int64_t>& nodes) {
  std::string_view line;
  if (!lines.next_data(line)) return false;
  const Place first = lines.place();
  AbaqusFields fields(line);
  std::string_view field;
  fields.next(field);
  label = lines.integer(field, "an element number");
  nodes.clear();
  for (;;) {
    while (nodes.size() < num_nodes && fields.next(field))
      if (!field.empty()) nodes.push_back(lines.integer(field, "a node number of an element"));
    if (nodes.size() == num_nodes) break;
    if (!lines.next_data(line))
      lines.fail(first, fmt::format("element {} has {} nodes, needs {}", label, nodes.size(), num_nodes));
    fields = AbaqusFields(line);
  }
  while (fields.next(field))
    if (!field.empty()) lines.fail(fmt::format("element {} has more than the {} nodes of its type", label, num_nodes));
  return true;
}

void read_solid_elements(AbaqusContext& c, const AbaqusElement& element, AbaqusSet* set) {
  RawBlock& block = c.scope->raw.block(element.type);
  std::vector<std::int64_t> nodes;
  for (std::int64_t label = 0; read_element(c.lines, std::size_t(num_nodes(element.type)), label, nodes);) {
    block.labels.push_back(label);
    block.nodes.insert(block.nodes.end(), nodes.begin(), nodes.end());
    block.places.push_back(c.lines.place());
    if (set != nullptr) set->lines.back().labels.push_back(label);
    if (element.plane) c.scope->plane_kinds[label] = *element.plane;
  }
}

bool is_point_type(const std::string& type) {
  return type == "MASS" || type == "ROTARYI" || type == "SPRING1" || type == "SPRING2" || type == "SPRINGA";
}

void read_point_elements(AbaqusContext& c, const std::string& type, const std::string& set) {
  const std::size_t nodes = type == "SPRING2" || type == "SPRINGA" ? 2 : 1;
  for (std::string_view line; c.lines.next_data(line);) {
    AbaqusPointElement element{type, 0, {}, set, c.lines.place()};
    AbaqusFields fields(line);
    std::string_view field;
    fields.next(field);
    element.label = c.lines.integer(field, "an element number");
    while (fields.next(field))
      if (!field.empty()) element.nodes.emplace_back(field);
    if (element.nodes.size() != nodes)
      c.lines.fail(
          fmt::format("element {} ({}) has {} nodes, needs {}", element.label, type, element.nodes.size(), nodes));
    c.scope->point_elements.push_back(std::move(element));
  }
}

void skip_elements(AbaqusContext& c, const std::string& type, Place place) {
  int count = 0;
  bool continued = false;
  for (std::string_view line; c.lines.next_data(line);) {
    if (!continued) ++count;
    continued = line.back() == ',';
  }
  const bool shell = type.starts_with("S") && !type.starts_with("SPR");
  c.deck.skipped.add("*ELEMENT, TYPE=" + type, place,
                     shell ? "{} shell elements are left out" : "{} elements are left out", count);
}

AbaqusSet* new_set(std::vector<AbaqusSet>& sets, const std::string& name, Place place) {
  if (name.empty()) return nullptr;
  sets.push_back({name, "", false, "", {{{}, {}, place}}, place});
  return &sets.back();
}

/// Makes a set known that holds none of the elements of the mesh: other cards may name it.
void name_empty_set(AbaqusContext& c, const std::string& name, Place place) {
  new_set(c.scope->element_sets, name, place);
}

void add_generated(AbaqusLines& lines, std::string_view line, AbaqusMembers& members) {
  AbaqusFields fields(line);
  std::array<std::int64_t, 3> range{0, 0, 1};
  std::string_view field;
  for (std::size_t i = 0; i < 3 && fields.next(field); ++i)
    if (!field.empty() || i < 2) range[i] = lines.integer(field, "first, last or step of GENERATE");
  const auto [first, last, step] = range;
  if (step < 1 || last < first || (last - first) / step >= most_generated)
    lines.fail(
        fmt::format("GENERATE from {} to {} by {}: the last must not be below the first, and the step at least 1",
                    first, last, step));
  for (std::int64_t label = first; label <= last; label += step) members.labels.push_back(label);
}

}  // namespace

void read_node_card(AbaqusContext& c, const AbaqusKeyword& keyword) {
  RawMesh& raw = c.scope->raw;
  AbaqusSet* set = new_set(c.scope->node_sets, keyword.get("NSET"), keyword.place);
  const std::string system = keyword.upper("SYSTEM");
  const bool straight = system.empty() || system == "R";
  if (!straight && system != "C" && system != "S")
    c.lines.fail(keyword.place, fmt::format("*NODE, SYSTEM={}: allowed are R, C and S", system));
  for (std::string_view line; c.lines.next_data(line);) {
    AbaqusFields fields(line);
    std::string_view field;
    fields.next(field);
    const std::int64_t label = c.lines.integer(field, "a node number");
    Vector3d x = Vector3d::Zero();
    for (int i = 0; i < 3 && fields.next(field); ++i) x[i] = c.lines.real(field, "a coordinate");
    while (fields.next(field))
      if (!field.empty()) {
        c.deck.skipped.add("*NODE, normals", c.lines.place(), "normals of {} nodes have no effect here");
        break;
      }
    if (!straight) x = cartesian(x, system[0]);
    raw.add_node(label, c.units.length * x, c.lines.place());
    if (set != nullptr) set->lines.back().labels.push_back(label);
  }
}

void read_element_card(AbaqusContext& c, const AbaqusKeyword& keyword) {
  const std::string type = keyword.upper("TYPE"), set_name = keyword.get("ELSET");
  if (type.empty()) c.lines.fail(keyword.place, "*ELEMENT needs TYPE=, e.g. TYPE=C3D10");
  if (is_point_type(type)) {
    name_empty_set(c, set_name, keyword.place);
    return read_point_elements(c, type, set_name);
  }
  const auto element = abaqus_element(type);
  if (!element && looks_like_continuum(type))
    c.lines.fail(keyword.place,
                 fmt::format("element type '{}' is not known; allowed are {}", type, allowed_abaqus_elements()));
  if (!element) {
    name_empty_set(c, set_name, keyword.place);
    return skip_elements(c, type, keyword.place);
  }
  AbaqusSet* set = new_set(c.scope->element_sets, set_name, keyword.place);
  const std::size_t before = c.scope->raw.block(element->type).labels.size();
  read_solid_elements(c, *element, set);
  const auto count = int(c.scope->raw.block(element->type).labels.size() - before);
  const std::string differences = variant_differences(*element);
  if (!differences.empty())
    c.deck.skipped.add("*ELEMENT, TYPE=" + type, keyword.place,
                       fmt::format("{{}} elements are computed as {}: {}", name(element->type), differences), count);
}

void read_set_card(AbaqusContext& c, const AbaqusKeyword& keyword) {
  const bool nodes = keyword.name == "NSET";
  AbaqusSet set;
  set.name = keyword.get(keyword.name);
  set.instance = keyword.get("INSTANCE");
  set.internal = keyword.has("INTERNAL");
  if (nodes) set.of_elements = keyword.get("ELSET");
  set.place = keyword.place;
  if (set.name.empty()) c.lines.fail(keyword.place, fmt::format("*{0} needs a name: *{0}, {0}=name", keyword.name));
  for (std::string_view line; c.lines.next_data(line);) {
    AbaqusMembers members{{}, {}, c.lines.place()};
    if (keyword.has("GENERATE")) {
      add_generated(c.lines, line, members);
    } else {
      AbaqusFields fields(line);
      for (std::string_view field; fields.next(field);) {
        if (field.empty()) continue;
        if (const auto label = parse_integer(field)) {
          members.labels.push_back(*label);
        } else {
          members.names.emplace_back(field);
        }
      }
    }
    set.lines.push_back(std::move(members));
  }
  (nodes ? c.scope->node_sets : c.scope->element_sets).push_back(std::move(set));
}

void read_surface_card(AbaqusContext& c, const AbaqusKeyword& keyword) {
  AbaqusSurface surface;
  surface.name = keyword.get("NAME");
  surface.place = keyword.place;
  if (surface.name.empty()) c.lines.fail(keyword.place, "*SURFACE needs NAME=");
  const std::string type = keyword.upper("TYPE");
  if ((!type.empty() && type != "ELEMENT" && type != "NODE") || keyword.has("COMBINE")) {
    c.deck.skipped.add("*SURFACE, " + (type.empty() ? "COMBINE" : "TYPE=" + type), keyword.place,
                       "surface '" + surface.name + "' is left out");
    return;
  }
  surface.of_nodes = type == "NODE";
  for (std::string_view line; c.lines.next_data(line);) {
    AbaqusFields fields(line);
    std::string_view member, face;
    fields.next(member);
    AbaqusSurface::Entry entry{std::string(member), -1, 1, c.lines.place()};
    if (fields.next(face) && !face.empty()) {
      if (surface.of_nodes) {
        entry.weight = c.lines.real(face, "the area of a node");
      } else {
        const std::string id = upper_case(face);
        const auto number = id.size() == 2 && id[0] == 'S' ? parse_integer(id.substr(1)) : std::nullopt;
        if (!number || *number < 1 || *number > 6) {
          if (id == "SPOS" || id == "SNEG" || id == "E1" || id == "E2" || id == "E3" || id == "E4") {
            c.deck.skipped.add("*SURFACE, face " + id, c.lines.place(), "{} entries on shells are left out");
            continue;
          }
          c.lines.fail(fmt::format("face '{}' of surface '{}' is not known; allowed are S1 to S6", face, surface.name));
        }
        entry.face = int(*number) - 1;
      }
    }
    surface.entries.push_back(std::move(entry));
  }
  c.scope->surfaces.push_back(std::move(surface));
}

}  // namespace trunnion
