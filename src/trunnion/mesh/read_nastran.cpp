// Nastran bulk data: numbers looked up, units converted.
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <functional>

#include "trunnion/mesh/nastran_deck.h"
#include "trunnion/mesh/readers.h"
#include "trunnion/mesh/unused_nodes.h"

namespace trunnion {
namespace {

/// Unit vectors of an element: x along `along`, y in the plane of x and `direction`.
Matrix3d element_axes(const Vector3d& along, const Vector3d& direction) {
  Matrix3d axes;
  const Vector3d x = along.normalized(), z = x.cross(direction).normalized();
  axes << x, z.cross(x), z;
  return axes;
}

class NastranLinker {
 public:
  NastranLinker(NastranDeck& deck, const NastranLines& lines, const UnitSystem& units)
      : deck_(deck), lines_(lines), units_(units) {}

  MeshFile finish() {
    for (const NastranNode& node : deck_.nodes) {
      const NastranFrame& frame = deck_.frames.find(lines_, node.frame, node.place);
      if (node.displacement_frame != 0) {
        deck_.frames.find(lines_, node.displacement_frame, node.place);
        displacement_frames_[node.label] = {node.displacement_frame, node.place};
      }
      deck_.raw.add_node(node.label, units_.length * NastranFrames::position(frame, node.coordinates), node.place);
    }
    if (deck_.nodes.empty()) throw InputError(lines_.files().at({}), "the file defines no nodes (GRID)");
    add_plane_cells();
    add_bars();
    LinkedMesh linked = link(deck_.raw, lines_.files());
    file_.mesh = std::move(linked.mesh);
    nodes_ = std::move(linked.nodes);
    elements_ = std::move(linked.elements);
    if (file_.mesh.num_elements() == 0)
      throw InputError(lines_.files().at({}),
                       "the file defines no elements of a supported type (CTETRA, CHEXA, CPENTA, "
                       "CBAR; shells are not supported)");
    add_materials();
    add_sections();
    for (const NastranRigid& rigid : deck_.rigids) add_coupling(rigid);
    for (const NastranMass& mass : deck_.masses) add_mass(mass);
    for (const NastranSpring& spring : deck_.springs) add_spring(spring);
    for (const NastranSet& set : deck_.sets) add_set(set);
    for (const NastranNode& held : deck_.nodes)
      if (!held.held.empty()) file_.mesh.node_sets["ps_" + held.held].push_back({nodes_.find(held.label)});
    for (auto& set : file_.mesh.node_sets) sort_unique(set.second);
    file_.skipped = deck_.skipped.cards(lines_.files());
    drop_unused_nodes(file_, lines_.files().names.front());
    validate(file_.mesh);
    return std::move(file_);
  }

 private:
  [[noreturn]] void fail(Place place, const std::string& message) const { lines_.fail(place, message); }

  NodeId node(std::int64_t label, Place place, const char* who) const {
    const int n = nodes_.find(label);
    if (n < 0) fail(place, fmt::format("{} uses node {}, which is not defined", who, label));
    return {n};
  }

  /// Shells become plane cells where there is nothing but membranes; else they are listed.
  void add_plane_cells() {
    const bool solids = !deck_.raw.blocks.empty();
    for (const NastranElement& shell : deck_.shells) {
      const auto property = deck_.shell_properties.find(shell.property);
      const bool plane = !solids && property != deck_.shell_properties.end() && property->second.plane;
      if (!plane) {
        deck_.skipped.add(fmt::format("shell elements ({})", name(shell.type)), shell.place,
                          "{} shell elements are left out");
        continue;
      }
      RawBlock& block = deck_.raw.block(shell.type);
      block.labels.push_back(shell.label);
      block.nodes.insert(block.nodes.end(), shell.nodes.begin(), shell.nodes.end());
      block.places.push_back(shell.place);
      deck_.properties[shell.type].push_back(shell.property);
    }
  }

  void add_bars() {
    for (const NastranBar& bar : deck_.bars) {
      RawBlock& block = deck_.raw.block(CellType::line2);
      block.labels.push_back(bar.label);
      block.nodes.insert(block.nodes.end(), {bar.node_a, bar.node_b});
      block.places.push_back(bar.place);
    }
  }

  void add_materials() {
    for (auto& [id, material] : deck_.materials) {
      material.young *= units_.stress();
      material.density *= units_.density() * deck_.mass_factor;
      file_.materials.push_back(material);
    }
  }

  std::string material_name(std::int64_t id, Place place, std::int64_t property) const {
    const auto found = deck_.materials.find(id);
    if (found == deck_.materials.end())
      fail(place, fmt::format("property {} names material {}, which is not defined (MAT1)", property, id));
    return found->second.name;
  }

  /// One element set "pid_N" for each property, with its section.
  void add_sections() {
    std::map<std::int64_t, std::pair<std::vector<ElementId>, Place>> members;
    for (std::size_t b = 0; b < file_.mesh.blocks.size(); ++b) {
      const CellType type = file_.mesh.blocks[b].type;
      if (type == CellType::line2) continue;
      const auto first = std::int32_t(file_.mesh.first_element(int(b)));
      const std::vector<std::int64_t>& properties = deck_.properties.at(type);
      for (std::size_t c = 0; c < properties.size(); ++c) {
        auto& entry = members[properties[c]];
        if (entry.first.empty()) entry.second = deck_.raw.blocks[b].places[c];
        entry.first.push_back({std::int32_t(first + std::int32_t(c))});
      }
    }
    for (auto& [id, entry] : members) {
      auto& [elements, place] = entry;
      Section section;
      section.element_set = fmt::format("pid_{}", id);
      if (const auto solid = deck_.solid_properties.find(id); solid != deck_.solid_properties.end()) {
        section.material = material_name(solid->second.material, solid->second.place, id);
      } else if (const auto shell = deck_.shell_properties.find(id); shell != deck_.shell_properties.end()) {
        section.material = material_name(shell->second.material, place, id);
        section.thickness = shell->second.thickness * units_.length;
        section.plane = shell->second.plane.value_or(PlaneKind::stress);
      } else {
        deck_.skipped.add("elements without property", place,
                          fmt::format("{{}} elements name property {}, which is not defined (PSOLID); their material "
                                      "comes from the model file",
                                      id),
                          int(elements.size()));
      }
      sort_unique(elements);
      file_.mesh.element_sets[section.element_set] = std::move(elements);
      if (!section.material.empty()) file_.sections.push_back(std::move(section));
    }
    add_bar_sections();
  }

  /// Bars of one property that point the same way share a section: "pid_N", "pid_N_2", ...
  void add_bar_sections() {
    std::map<std::int64_t, std::vector<std::pair<Vector3d, std::string>>> ways;
    for (const NastranBar& bar : deck_.bars) {
      const auto property = deck_.bar_properties.find(bar.property);
      if (property == deck_.bar_properties.end())
        fail(bar.place,
             fmt::format("bar {} names property {}, which is not defined (PBAR, PBARL)", bar.label, bar.property));
      const Vector3d along = between(bar.node_a, bar.node_b, bar.place);
      const Vector3d direction = bar.direction_node == 0 ? Vector3d(displacement_axes(bar.node_a) * bar.direction)
                                                         : between(bar.node_a, bar.direction_node, bar.place);
      if (!(along.cross(direction).norm() > 1e-9 * along.norm() * direction.norm()))
        fail(bar.place, fmt::format("bar {} has no length or its direction runs along it", bar.label));
      const Vector3d axis = element_axes(along, direction).col(2);
      auto& known = ways[bar.property];
      auto way =
          std::find_if(known.begin(), known.end(), [&](const auto& w) { return (w.first - axis).norm() < 1e-9; });
      if (way == known.end()) {
        Section section;
        section.element_set = known.empty() ? fmt::format("pid_{}", bar.property)
                                            : fmt::format("pid_{}_{}", bar.property, known.size() + 1);
        section.material = material_name(property->second.material, property->second.place, bar.property);
        section.beam = scaled(property->second.section);
        section.beam->axis_1 = axis;
        way = known.insert(known.end(), {axis, section.element_set});
        file_.sections.push_back(std::move(section));
      }
      file_.mesh.element_sets[way->second].push_back({elements_.find(bar.label)});
    }
    for (const auto& [id, known] : ways)
      for (const auto& way : known) sort_unique(file_.mesh.element_sets[way.second]);
  }

  BeamSection scaled(BeamSection s) const {
    const double area = units_.length * units_.length, moment = area * area;
    s.area *= area;
    s.shear_area_1 *= area;
    s.shear_area_2 *= area;
    s.inertia_1 *= moment;
    s.inertia_2 *= moment;
    s.torsion *= moment;
    return s;
  }

  Vector3d between(std::int64_t a, std::int64_t b, Place place) const {
    return file_.mesh.x.col(node(b, place, "an element").value) - file_.mesh.x.col(node(a, place, "an element").value);
  }

  void add_coupling(const NastranRigid& rigid) {
    Coupling coupling;
    coupling.name = fmt::format("{}_{}", rigid.kind == CouplingKind::rigid ? "rbe2" : "rbe3", rigid.label);
    coupling.kind = rigid.kind;
    coupling.reference = node(rigid.reference, rigid.place, coupling.name.c_str());
    coupling.dofs.fill(false);
    for (const char c : rigid.components) coupling.dofs[std::size_t(c - '1')] = true;
    std::map<NodeId, double> weights;
    for (std::size_t i = 0; i < rigid.nodes.size(); ++i) {
      const NodeId member = node(rigid.nodes[i], rigid.place, coupling.name.c_str());
      if (member != coupling.reference) weights.try_emplace(member, rigid.weights.empty() ? 1 : rigid.weights[i]);
    }
    for (const auto& [member, weight] : weights) {
      coupling.nodes.push_back(member);
      if (rigid.kind == CouplingKind::averaged) coupling.weights.push_back(weight);
    }
    if (coupling.nodes.empty()) fail(rigid.place, fmt::format("{} ties no nodes", coupling.name));
    list_turned_components(rigid, coupling.dofs);
    file_.couplings.push_back(std::move(coupling));
  }

  /// Some of the translations or some of the rotations mean other directions where nodes have systems of their own.
  void list_turned_components(const NastranRigid& rigid, const std::array<bool, 6>& dofs) {
    const auto all_alike = [&](std::size_t first) {
      return dofs[first] == dofs[first + 1] && dofs[first] == dofs[first + 2];
    };
    if (all_alike(0) && all_alike(3)) return;
    const auto turned = [&](std::int64_t label) { return displacement_frames_.contains(label); };
    if (turned(rigid.reference) || std::any_of(rigid.nodes.begin(), rigid.nodes.end(), turned))
      deck_.skipped.add("GRID, field CD", rigid.place, "components of {} RBE2 or RBE3 act in global directions");
  }

  /// Directions in which a node's components are counted (field CD of its GRID), as columns.
  Matrix3d displacement_axes(std::int64_t label) const {
    const auto frame = displacement_frames_.find(label);
    if (frame == displacement_frames_.end()) return Matrix3d::Identity();
    const auto& [id, place] = frame->second;
    return NastranFrames::axes_at(deck_.frames.find(lines_, id, place),
                                  file_.mesh.x.col(node(label, place, "GRID").value) / units_.length);
  }

  void add_mass(const NastranMass& card) {
    PointMass mass;
    mass.node = node(card.node, card.place, "CONM2");
    const double unit = units_.mass * deck_.mass_factor;
    mass.mass = card.mass * unit;
    if (!(mass.mass >= 0)) fail(card.place, fmt::format("CONM2: mass {} must not be negative", card.mass));
    Matrix3d axes = Matrix3d::Identity();
    if (card.frame == -1) {  // the centre is given by its place, not from the node
      mass.offset = units_.length * card.offset - file_.mesh.x.col(mass.node.value);
    } else {
      const NastranFrame& frame = deck_.frames.find(lines_, card.frame, card.place);
      if (frame.kind != 'R') fail(card.place, "CONM2: its coordinate system must be rectangular (CORD2R)");
      axes = frame.axes;
      mass.offset = units_.length * (axes * card.offset);
    }
    mass.inertia = unit * units_.length * units_.length * (axes * card.inertia * axes.transpose());
    file_.point_masses.push_back(mass);
  }

  void add_spring(const NastranSpring& card) {
    NodeSpring spring;
    spring.a = node(card.node_a, card.place, "a spring");
    if (card.node_b != 0) spring.b = node(card.node_b, card.place, "a spring");
    const double along = units_.force / units_.length, about = units_.force * units_.length;
    if (card.component_a == 0) {
      spring.stiffness = bush_stiffness(card, spring, along, about);
    } else {
      if (card.node_b != 0 && card.component_a != card.component_b) {
        deck_.skipped.add("springs between different components", card.place, "{} springs are left out");
        return;
      }
      double k = card.stiffness;
      if (card.property != 0) {
        const auto found = deck_.spring_properties.find(card.property);
        if (found == deck_.spring_properties.end())
          fail(card.place,
               fmt::format("spring {} names property {}, which is not defined (PELAS)", card.label, card.property));
        k = found->second;
      }
      const Matrix3d axes = displacement_axes(card.node_a);
      if (card.node_b != 0 && !axes.isApprox(displacement_axes(card.node_b), 1e-9)) {
        deck_.skipped.add("springs between nodes with different systems (CD)", card.place, "{} springs are left out");
        return;
      }
      const int dof = card.component_a - 1;
      Vector6d direction = Vector6d::Zero();
      direction.segment<3>(dof < 3 ? 0 : 3) = axes.col(dof % 3);
      spring.stiffness = k * (dof < 3 ? along : about) * direction * direction.transpose();
    }
    file_.springs.push_back(spring);
  }

  Matrix6d bush_stiffness(const NastranSpring& card, const NodeSpring& spring, double along, double about) {
    const auto found = deck_.bush_properties.find(card.property);
    if (found == deck_.bush_properties.end())
      fail(card.place,
           fmt::format("bush {} names property {}, which is not defined (PBUSH)", card.label, card.property));
    const std::array<double, 6>& k = found->second;
    const Vector3d length = spring.b.valid() ? between(card.node_a, card.node_b, card.place) : Vector3d::Zero();
    Matrix3d axes = Matrix3d::Identity();
    if (card.frame) {
      axes = deck_.frames.find(lines_, *card.frame, card.place).axes;
    } else if (length.norm() > 0) {
      Vector3d direction = card.direction_node == 0 ? Vector3d(displacement_axes(card.node_a) * card.direction)
                                                    : between(card.node_a, card.direction_node, card.place);
      const bool axial_only = k[1] == 0 && k[2] == 0 && k[4] == 0 && k[5] == 0;
      if (direction.isZero(0) && axial_only) direction = length.unitOrthogonal();
      if (!(length.cross(direction).norm() > 1e-9 * length.norm() * direction.norm()))
        fail(card.place,
             fmt::format("bush {} needs a direction across its length, or a coordinate system", card.label));
      axes = element_axes(length, direction);
    } else if (!card.direction.isZero(0) || card.direction_node != 0) {
      fail(card.place, fmt::format("bush {} has no length; give it a coordinate system (field CID)", card.label));
    }
    if (length.norm() > 0 && (k[1] != 0 || k[2] != 0))
      deck_.skipped.add("CBUSH with length", card.place,
                        "{} bushes act at their nodes, without lever arms between them");
    Matrix6d local = Matrix6d::Zero(), turn = Matrix6d::Zero();
    for (int i = 0; i < 6; ++i) local(i, i) = k[std::size_t(i)] * (i < 3 ? along : about);
    turn.topLeftCorner<3, 3>() = turn.bottomRightCorner<3, 3>() = axes;
    return turn * local * turn.transpose();
  }

  void add_set(const NastranSet& set) {
    const auto named = lines_.set_names().find(set.id);
    const std::string name = named != lines_.set_names().end() ? named->second.name : fmt::format("set_{}", set.id);
    int missing = 0;
    for (const std::int64_t label : set.members) {
      const int index = set.elements ? elements_.find(label) : nodes_.find(label);
      if (index < 0)
        ++missing;
      else if (set.elements)
        file_.mesh.element_sets[name].push_back({index});
      else
        file_.mesh.node_sets[name].push_back({index});
    }
    if (missing > 0)
      deck_.skipped.add(fmt::format("SET {}", set.id), set.place, "{} of its numbers are not defined or were left out",
                        missing);
    if (const auto found = file_.mesh.element_sets.find(name); found != file_.mesh.element_sets.end())
      sort_unique(found->second);
  }

  NastranDeck& deck_;
  const NastranLines& lines_;
  const UnitSystem& units_;
  MeshFile file_;
  LabelIndex nodes_, elements_;
  std::map<std::int64_t, std::pair<std::int64_t, Place>> displacement_frames_;  ///< system CD of nodes that have one
};

}  // namespace

MeshFile linked_nastran(NastranDeck& deck, const NastranLines& lines, const UnitSystem& units) {
  return NastranLinker(deck, lines, units).finish();
}

MeshFile parse_nastran(std::string_view text, const std::string& file_name, const UnitSystem& units,
                       const IncludeText& include) {
  NastranLines lines(text, file_name, include);
  NastranDeck deck = parse_nastran_deck(lines);
  return linked_nastran(deck, lines, units);
}

MeshFile read_nastran(const std::string& path, const UnitSystem& units) {
  const FileText file(path);
  IncludedFiles included;
  return parse_nastran(file.text(), path, units, std::ref(included));
}

}  // namespace trunnion
