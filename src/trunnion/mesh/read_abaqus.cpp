// Abaqus and CalculiX input decks: sections, masses, springs and couplings on top of the placed parts.
#include <fmt/format.h>

#include <set>

#include "trunnion/base/nearest_name.h"
#include "trunnion/mesh/abaqus_assembly.h"
#include "trunnion/mesh/number_text.h"
#include "trunnion/mesh/readers.h"
#include "trunnion/mesh/unused_nodes.h"

namespace trunnion {
namespace {

class AbaqusLinker {
 public:
  AbaqusLinker(const AbaqusDeck& deck, const SourceFiles& files, const UnitSystem& units)
      : files_(files), units_(units), skipped_(deck.skipped), assembly_(deck, files, skipped_) {
    file_.materials = deck.materials;
  }

  MeshFile finish() {
    assembly_.export_sets();
    for (const AbaqusPlaced& scope : assembly_.placed) {
      for (const AbaqusSection& section : scope.scope->sections) add_section(scope, section);
      for (const AbaqusProperty& property : scope.scope->properties) add_property(scope, property);
      for (const AbaqusCoupling& coupling : scope.scope->couplings) add_coupling(scope, coupling);
      list_without_property(scope);
    }
    file_.mesh = std::move(assembly_.mesh);
    file_.skipped = skipped_.cards(files_);
    if (file_.mesh.num_nodes() == 0) throw InputError(files_.at({}), "the file defines no nodes (*NODE)");
    if (file_.mesh.num_elements() == 0)
      throw InputError(files_.at({}), "the file defines no elements of a supported type (*ELEMENT)");
    drop_unused_nodes(file_, files_.names.front());
    validate(file_.mesh);
    return std::move(file_);
  }

 private:
  [[noreturn]] void fail(Place place, const std::string& message) const { throw InputError(files_.at(place), message); }

  void add_section(const AbaqusPlaced& scope, const AbaqusSection& card) {
    Section section = card.section;
    if (!section.element_set.empty()) {
      std::string full_name;
      const auto& set = assembly_.element_set(scope, card.section.element_set, card.place, full_name);
      if (set.members.empty()) {
        skipped_.add(section.beam ? "*BEAM SECTION" : "*SOLID SECTION", card.place,
                     "{} sections are for sets without elements and are left out");
        return;
      }
      section.element_set = full_name;
      assembly_.mesh.element_sets[full_name] = set.members;  // also when it is an internal one
      section.plane = plane_kind(scope, set.members, card);
    }
    const auto same = [&](const Material& m) { return upper_case(m.name) == upper_case(section.material); };
    const auto material = std::find_if(file_.materials.begin(), file_.materials.end(), same);
    if (material == file_.materials.end()) {
      std::vector<std::string> known;
      known.reserve(file_.materials.size());
      for (const Material& m : file_.materials) known.push_back(m.name);
      fail(card.place,
           fmt::format("material '{}' is not defined{}", section.material, name_hint(section.material, known)));
    }
    section.material = material->name;
    if (section.beam) section.beam->axis_1 = scope.rotation * section.beam->axis_1;
    file_.sections.push_back(std::move(section));
  }

  /// Plane stress or strain is said by the element type; one section cannot be both.
  PlaneKind plane_kind(const AbaqusPlaced& scope, const std::vector<ElementId>& elements, const AbaqusSection& card) {
    if (scope.scope->plane_kinds.empty()) return PlaneKind::stress;
    std::set<PlaneKind> kinds;
    for (const ElementId element : elements) {
      const int local = int(element.value - scope.first_element);
      if (local >= 0 && std::size_t(local) < plane_of(scope).size() && plane_of(scope)[std::size_t(local)])
        kinds.insert(*plane_of(scope)[std::size_t(local)]);
    }
    if (kinds.size() > 1)
      fail(card.place,
           fmt::format("element set '{}' mixes plane stress (CPS) and plane strain (CPE); give each its own "
                       "section",
                       card.section.element_set));
    return kinds.empty() ? PlaneKind::stress : *kinds.begin();
  }

  /// Plane kind of each element of a scope, in the order of its blocks.
  const std::vector<std::optional<PlaneKind>>& plane_of(const AbaqusPlaced& scope) {
    auto& kinds = plane_kinds_[&scope];
    if (kinds.empty())
      for (const RawBlock& block : scope.scope->raw.blocks)
        for (const std::int64_t label : block.labels) {
          const auto found = scope.scope->plane_kinds.find(label);
          kinds.push_back(found == scope.scope->plane_kinds.end() ? std::nullopt : std::optional(found->second));
        }
    return kinds;
  }

  /// Point elements of a set: those whose *ELEMENT card named it, and those an *ELSET lists.
  std::vector<const AbaqusPointElement*> point_elements(const AbaqusPlaced& scope, const std::string& set_name) {
    const std::string wanted = upper_case(set_name);
    std::set<std::int64_t> listed;
    for (const AbaqusSet& set : scope.scope->element_sets)
      if (upper_case(set.name) == wanted)
        for (const AbaqusMembers& line : set.lines) listed.insert(line.labels.begin(), line.labels.end());
    std::vector<const AbaqusPointElement*> found;
    for (const AbaqusPointElement& element : scope.scope->point_elements)
      if (upper_case(element.element_set) == wanted || listed.contains(element.label)) found.push_back(&element);
    return found;
  }

  NodeId single_node(const AbaqusPlaced& scope, const std::string& member, Place place, const char* what) const {
    const std::vector<NodeId> nodes = assembly_.nodes(scope, member, place);
    if (nodes.size() != 1) fail(place, fmt::format("{} '{}' has {} nodes, needs one", what, member, nodes.size()));
    return nodes.front();
  }

  void add_property(const AbaqusPlaced& scope, const AbaqusProperty& property) {
    const auto elements = point_elements(scope, property.element_set);
    if (elements.empty())
      fail(property.place, fmt::format("*{} is for element set '{}', which has no such elements", property.keyword,
                                       property.element_set));
    for (const AbaqusPointElement* element : elements) {
      const bool fits = property.keyword == "MASS"             ? element->type == "MASS"
                        : property.keyword == "ROTARY INERTIA" ? element->type == "ROTARYI"
                                                               : element->type.starts_with("SPRING");
      if (!fits) continue;
      done_.insert(element);
      if (property.keyword == "SPRING") {
        add_spring(scope, property, *element);
      } else {
        add_mass(scope, property, *element);
      }
    }
  }

  void add_mass(const AbaqusPlaced& scope, const AbaqusProperty& property, const AbaqusPointElement& element) {
    PointMass mass;
    mass.node = single_node(scope, element.nodes[0], element.place, "the node of a mass");
    if (property.keyword == "MASS") {
      mass.mass = property.values[0] * units_.mass;
      if (!(mass.mass >= 0)) fail(property.place, fmt::format("*MASS is {}, must not be negative", property.values[0]));
    } else {
      std::array<double, 6> v{};
      std::copy_n(property.values.begin(), std::min<std::size_t>(6, property.values.size()), v.begin());
      mass.inertia << v[0], v[3], v[4], v[3], v[1], v[5], v[4], v[5], v[2];
      mass.inertia = (units_.mass * units_.length * units_.length) *
                     (scope.rotation * mass.inertia * scope.rotation.transpose()).eval();
    }
    file_.point_masses.push_back(mass);
  }

  void add_spring(const AbaqusPlaced& scope, const AbaqusProperty& property, const AbaqusPointElement& element) {
    NodeSpring spring;
    spring.a = single_node(scope, element.nodes[0], element.place, "the node of a spring");
    if (element.nodes.size() > 1)
      spring.b = single_node(scope, element.nodes[1], element.place, "the node of a spring");
    const std::size_t num_dofs = element.type == "SPRINGA" ? 0 : element.type == "SPRING1" ? 1 : 2;
    if (property.values.size() <= num_dofs)
      fail(property.place,
           fmt::format("*SPRING of {} elements needs {} degree(s) of freedom and a stiffness", element.type, num_dofs));
    const double stiffness = property.values[num_dofs];
    if (element.type == "SPRINGA") {
      const Vector3d along = assembly_.mesh.x.col(spring.b.value) - assembly_.mesh.x.col(spring.a.value);
      if (!(along.norm() > 0))
        fail(element.place, fmt::format("spring {} (SPRINGA) has no length; use SPRING2", element.label));
      const Vector3d d = along.normalized();
      spring.stiffness.topLeftCorner<3, 3>() = stiffness * units_.force / units_.length * d * d.transpose();
    } else {
      for (std::size_t i = 0; i < num_dofs; ++i)
        if (!(property.values[i] >= 1 && property.values[i] <= 6))
          fail(property.place,
               fmt::format("*SPRING acts on degree of freedom {}, allowed are 1 to 6", property.values[i]));
      const int dof = int(property.values[0]) - 1;
      if (num_dofs == 2 && int(property.values[1]) - 1 != dof) {
        skipped_.add("*SPRING, mixed directions", property.place,
                     "{} springs between different directions are left out");
        return;
      }
      spring.stiffness(dof, dof) = stiffness * (dof < 3 ? units_.force / units_.length : units_.force * units_.length);
    }
    file_.springs.push_back(spring);
  }

  void list_without_property(const AbaqusPlaced& scope) {
    for (const AbaqusPointElement& element : scope.scope->point_elements)
      if (!done_.contains(&element))
        skipped_.add("*ELEMENT, TYPE=" + element.type, element.place, "{} elements have no property and are left out");
  }

  void add_coupling(const AbaqusPlaced& scope, const AbaqusCoupling& card) {
    Coupling coupling;
    coupling.name = card.name.empty() ? fmt::format("coupling_{}", file_.couplings.size() + 1) : card.name;
    coupling.kind = card.kind;
    coupling.dofs = card.dofs;
    coupling.reference = single_node(scope, card.reference, card.place, "the reference node");
    for (const AbaqusCoupling::Patch& patch : card.patches) add_patch(scope, card, patch, coupling);
    if (coupling.weights.empty()) {
      sort_unique(coupling.nodes);
      std::erase(coupling.nodes, coupling.reference);
    }
    if (coupling.nodes.empty()) fail(card.place, fmt::format("coupling '{}' ties no nodes", coupling.name));
    file_.couplings.push_back(std::move(coupling));
  }

  void add_patch(const AbaqusPlaced& scope, const AbaqusCoupling& card, const AbaqusCoupling::Patch& patch,
                 Coupling& coupling) {
    using Patch = AbaqusCoupling::Patch;
    if (patch.kind == Patch::node_set) {
      const std::vector<NodeId> nodes = assembly_.nodes(scope, patch.name, card.place);
      coupling.nodes.insert(coupling.nodes.end(), nodes.begin(), nodes.end());
    } else if (patch.kind == Patch::element_set) {
      std::string full_name;
      for (const ElementId e : assembly_.element_set(scope, patch.name, card.place, full_name).members) {
        const auto [block, column] = assembly_.mesh.locate(e);
        for (const int n : assembly_.mesh.blocks[std::size_t(block)].nodes.col(column)) coupling.nodes.push_back({n});
      }
    } else if (const auto* surface = assembly_.surface(scope, patch.name)) {
      coupling.faces = surface->members;
      coupling.nodes = surface_nodes(assembly_.mesh, coupling.faces);
    } else if (const auto* weighted = assembly_.node_surface(scope, patch.name)) {
      coupling.nodes = weighted->nodes;
      if (card.kind == CouplingKind::averaged) coupling.weights = weighted->weights;
    } else {
      std::vector<std::string> known;
      known.reserve(scope.surfaces.size());
      for (const auto& entry : scope.surfaces) known.push_back(entry.second.name);
      fail(card.place, fmt::format("surface '{}' is not defined{}", patch.name, name_hint(patch.name, known)));
    }
  }

  const SourceFiles& files_;
  const UnitSystem& units_;
  SkippedList skipped_;
  AbaqusAssembly assembly_;
  MeshFile file_;
  std::set<const AbaqusPointElement*> done_;
  std::map<const AbaqusPlaced*, std::vector<std::optional<PlaneKind>>> plane_kinds_;
};

}  // namespace

MeshFile linked_abaqus(const AbaqusDeck& deck, const SourceFiles& files, const UnitSystem& units) {
  return AbaqusLinker(deck, files, units).finish();
}

MeshFile parse_abaqus(std::string_view text, const std::string& file_name, const UnitSystem& units,
                      const IncludeText& include) {
  AbaqusLines lines(text, file_name, include);
  const AbaqusDeck deck = parse_abaqus_deck(lines, units);
  return linked_abaqus(deck, lines.files(), units);
}

MeshFile read_abaqus(const std::string& path, const UnitSystem& units) {
  const FileText file(path);
  IncludedFiles included;
  return parse_abaqus(file.text(), path, units, std::ref(included));
}

}  // namespace trunnion
