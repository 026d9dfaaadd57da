#include "trunnion/mesh/abaqus_assembly.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>

#include "trunnion/base/nearest_name.h"
#include "trunnion/mesh/number_text.h"

namespace trunnion {
namespace {

template <class Map>
std::vector<std::string> names_of(const Map& map) {
  std::vector<std::string> names;
  names.reserve(map.size());
  for (const auto& entry : map) names.push_back(entry.second.name);
  return names;
}

/// Finds, or makes with this spelling.
template <class Member>
AbaqusNamed<Member>& named(std::map<std::string, AbaqusNamed<Member>>& map, const std::string& name, bool internal) {
  return map.try_emplace(upper_case(name), AbaqusNamed<Member>{name, {}, internal}).first->second;
}

std::int64_t largest_label(const Mesh& mesh) {
  std::int64_t largest = 0;
  for (const std::int64_t label : mesh.node_labels) largest = std::max(largest, label);
  for (const ElementBlock& block : mesh.blocks)
    for (const std::int64_t label : block.labels) largest = std::max(largest, label);
  return largest;
}

/// Labels of a further instance are lifted above all others by a round number, so that 17 becomes 10017 or the like.
std::int64_t label_shift(const Mesh& all, const Mesh& part) {
  if (all.num_nodes() == 0 && all.num_elements() == 0) return 0;
  std::int64_t power = 10;
  for (const std::int64_t largest = largest_label(part); power <= largest && power < std::int64_t(1e15);) power *= 10;
  return (largest_label(all) / power + 1) * power;
}

}  // namespace

AbaqusAssembly::AbaqusAssembly(const AbaqusDeck& deck, const SourceFiles& files, SkippedList& skipped)
    : files_(files), skipped_(skipped) {
  mesh.x.resize(3, 0);
  append(deck.assembly, nullptr);
  for (const AbaqusInstance& instance : deck.instances) {
    const auto part = std::find_if(deck.parts.begin(), deck.parts.end(), [&](const AbaqusScope& candidate) {
      return upper_case(candidate.name) == upper_case(instance.part);
    });
    if (part == deck.parts.end()) {
      std::vector<std::string> known;
      known.reserve(deck.parts.size());
      for (const AbaqusScope& candidate : deck.parts) known.push_back(candidate.name);
      fail(instance.place, fmt::format("instance '{}' is of part '{}', which is not defined{}", instance.name,
                                       instance.part, name_hint(instance.part, known)));
    }
    append(*part, &instance);
  }
  // Parts before the assembly, whose sets may name theirs.
  for (std::size_t i = placed.size(); i-- > 0;) build_sets(placed[i]);
  for (std::size_t i = placed.size(); i-- > 0;) build_surfaces(placed[i]);
}

void AbaqusAssembly::append(const AbaqusScope& scope, const AbaqusInstance* instance) {
  LinkedMesh linked = link(scope.raw, files_);
  AbaqusPlaced target;
  target.scope = &scope;
  target.first_node = mesh.num_nodes();
  target.first_element = mesh.num_elements();
  target.nodes = std::move(linked.nodes);
  target.elements = std::move(linked.elements);
  if (instance != nullptr) {
    target.instance = instance->name;
    target.prefix = instance->name + ".";
    linked.mesh.x.colwise() += instance->translation;
    if (instance->angle != 0) {
      const Vector3d axis = (instance->axis_to - instance->axis_from).normalized();
      target.rotation = Eigen::AngleAxisd(instance->angle, axis).toRotationMatrix();
      linked.mesh.x =
          ((target.rotation * (linked.mesh.x.colwise() - instance->axis_from)).colwise() + instance->axis_from).eval();
    }
  }
  const std::int64_t shift = label_shift(mesh, linked.mesh);
  mesh.x.conservativeResize(3, target.first_node + linked.mesh.num_nodes());
  mesh.x.rightCols(linked.mesh.num_nodes()) = linked.mesh.x;
  for (const std::int64_t label : linked.mesh.node_labels) mesh.node_labels.push_back(label + shift);
  for (ElementBlock& block : linked.mesh.blocks) {
    block.nodes.array() += int(target.first_node);
    for (std::int64_t& label : block.labels) label += shift;
    mesh.blocks.push_back(std::move(block));
  }
  placed.push_back(std::move(target));
}

const AbaqusPlaced& AbaqusAssembly::instance(const std::string& name, Place place) const {
  std::vector<std::string> known;
  for (std::size_t i = 1; i < placed.size(); ++i) {
    if (upper_case(placed[i].instance) == upper_case(name)) return placed[i];
    known.push_back(placed[i].instance);
  }
  fail(place, fmt::format("instance '{}' is not defined{}", name, name_hint(name, known)));
}

const AbaqusPlaced* AbaqusAssembly::split(const std::string& name, std::string& rest) const {
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) return nullptr;
  const std::string prefix = upper_case(name.substr(0, dot));
  rest = name.substr(dot + 1);
  for (std::size_t i = 1; i < placed.size(); ++i)
    if (upper_case(placed[i].instance) == prefix) return &placed[i];
  return nullptr;
}

std::vector<NodeId> AbaqusAssembly::nodes(const AbaqusPlaced& from, const std::string& member, Place place) const {
  if (const auto label = parse_integer(member)) {
    const int n = from.nodes.find(*label);
    if (n < 0) fail(place, fmt::format("node {} is not defined", *label));
    return {NodeId{std::int32_t(from.first_node + n)}};
  }
  if (const auto set = from.node_sets.find(upper_case(member)); set != from.node_sets.end()) return set->second.members;
  std::string rest;
  if (const AbaqusPlaced* other = split(member, rest)) return nodes(*other, rest, place);
  fail(place, fmt::format("node set '{}' is not defined{}", member, name_hint(member, names_of(from.node_sets))));
}

const AbaqusNamed<ElementId>& AbaqusAssembly::element_set(const AbaqusPlaced& from, const std::string& name,
                                                          Place place, std::string& full_name) const {
  const auto set = from.element_sets.find(upper_case(name));
  if (set != from.element_sets.end()) {
    full_name = from.prefix + set->second.name;
    return set->second;
  }
  std::string rest;
  if (const AbaqusPlaced* other = split(name, rest)) return element_set(*other, rest, place, full_name);
  fail(place, fmt::format("element set '{}' is not defined{}", name, name_hint(name, names_of(from.element_sets))));
}

std::vector<ElementId> AbaqusAssembly::elements(const AbaqusPlaced& from, const std::string& member,
                                                Place place) const {
  const auto label = parse_integer(member);
  if (!label) {
    std::string full_name;
    return element_set(from, member, place, full_name).members;
  }
  const int e = from.elements.find(*label);
  if (e < 0) fail(place, fmt::format("element {} is not defined", *label));
  return {ElementId{std::int32_t(from.first_element + e)}};
}

/// Nodes or elements of one set; labels that are not there are listed, since they may be shells that were left out.
void AbaqusAssembly::build_sets(AbaqusPlaced& target) {
  const auto fill = [&](const AbaqusSet& set, const char* keyword, const LabelIndex& labels, Index first, auto& members,
                        const auto& lookup) {
    int missing = 0;
    for (const AbaqusMembers& line : set.lines) {
      for (const std::int64_t label : line.labels) {
        const int index = labels.find(label);
        if (index < 0)
          ++missing;
        else
          members.push_back({std::int32_t(first + index)});
      }
      for (const std::string& name : line.names) {
        const auto found = lookup(name, line.place);
        members.insert(members.end(), found.begin(), found.end());
      }
    }
    if (missing > 0)
      skipped_.add(keyword, set.place,
                   fmt::format("{{}} numbers in set '{}' are not defined or were left out", set.name), missing);
  };
  const auto scope_of = [&](const AbaqusSet& set) -> const AbaqusPlaced& {
    return set.instance.empty() ? target : instance(set.instance, set.place);
  };
  for (const AbaqusSet& set : target.scope->element_sets) {
    const AbaqusPlaced& from = scope_of(set);
    std::vector<ElementId> members;
    fill(set, "*ELSET", from.elements, from.first_element, members,
         [&](const std::string& name, Place place) { return elements(from, name, place); });
    auto& all = named(target.element_sets, set.name, set.internal).members;
    all.insert(all.end(), members.begin(), members.end());
    sort_unique(all);
  }
  for (const AbaqusSet& set : target.scope->node_sets) {
    const AbaqusPlaced& from = scope_of(set);
    std::vector<NodeId> members;
    fill(set, "*NSET", from.nodes, from.first_node, members,
         [&](const std::string& name, Place place) { return nodes(from, name, place); });
    if (!set.of_elements.empty())
      for (const ElementId element : elements(from, set.of_elements, set.place)) {
        const auto [block, column] = mesh.locate(element);
        for (const int n : mesh.blocks[std::size_t(block)].nodes.col(column)) members.push_back({n});
      }
    auto& all = named(target.node_sets, set.name, set.internal).members;
    all.insert(all.end(), members.begin(), members.end());
    sort_unique(all);
  }
}

void AbaqusAssembly::build_surfaces(AbaqusPlaced& target) {
  std::vector<ElementFace> outer;  // made when a surface asks for it
  for (const AbaqusSurface& surface : target.scope->surfaces) {
    if (surface.of_nodes) {
      WeightedNodes& patch = target.node_surfaces[upper_case(surface.name)];
      std::map<NodeId, double> weight;  // a node that is named twice counts once
      for (const AbaqusSurface::Entry& entry : surface.entries)
        for (const NodeId node : nodes(target, entry.member, entry.place)) weight.try_emplace(node, entry.weight);
      for (const auto& [node, value] : weight) {
        patch.nodes.push_back(node);
        patch.weights.push_back(value);
      }
      auto& set = named(target.node_sets, surface.name, false).members;
      set = patch.nodes;
      continue;
    }
    std::vector<ElementFace> members;
    for (const AbaqusSurface::Entry& entry : surface.entries) {
      const std::vector<ElementId> members_of_entry = elements(target, entry.member, entry.place);
      if (entry.face < 0 && outer.empty()) outer = boundary_faces(mesh);
      if (entry.face < 0)
        std::copy_if(outer.begin(), outer.end(), std::back_inserter(members), [&](const ElementFace& face) {
          return std::binary_search(members_of_entry.begin(), members_of_entry.end(), face.element);
        });
      for (const ElementId element : members_of_entry) {
        if (entry.face < 0) break;
        const CellType type = mesh.blocks[std::size_t(mesh.locate(element).block)].type;
        if (std::size_t(entry.face) >= faces(type).size())
          fail(entry.place, fmt::format("surface '{}' names face S{} of an element of type {}, which has {} faces",
                                        surface.name, entry.face + 1, name(type), faces(type).size()));
        members.push_back({element, entry.face});
      }
    }
    auto& all = named(target.surfaces, surface.name, false).members;
    all.insert(all.end(), members.begin(), members.end());
    sort_unique(all);
  }
}

const AbaqusNamed<ElementFace>* AbaqusAssembly::surface(const AbaqusPlaced& from, const std::string& name) const {
  if (const auto found = from.surfaces.find(upper_case(name)); found != from.surfaces.end()) return &found->second;
  std::string rest;
  const AbaqusPlaced* other = split(name, rest);
  return other == nullptr ? nullptr : surface(*other, rest);
}

const WeightedNodes* AbaqusAssembly::node_surface(const AbaqusPlaced& from, const std::string& name) const {
  if (const auto found = from.node_surfaces.find(upper_case(name)); found != from.node_surfaces.end())
    return &found->second;
  std::string rest;
  const AbaqusPlaced* other = split(name, rest);
  return other == nullptr ? nullptr : node_surface(*other, rest);
}

void AbaqusAssembly::export_sets() {
  const auto take = [](const std::string& prefix, const auto& from, auto& to) {
    for (const auto& entry : from)
      if (!entry.second.internal && !entry.second.members.empty())
        to[prefix + entry.second.name] = entry.second.members;
  };
  for (const AbaqusPlaced& scope : placed) {
    take(scope.prefix, scope.node_sets, mesh.node_sets);
    take(scope.prefix, scope.element_sets, mesh.element_sets);
    take(scope.prefix, scope.surfaces, mesh.surfaces);
  }
}

}  // namespace trunnion
