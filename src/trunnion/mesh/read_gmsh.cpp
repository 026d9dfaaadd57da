// Gmsh .msh: highest-dimensional elements become the mesh, physical groups its sets and surfaces.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>

#include "trunnion/mesh/face_table.h"
#include "trunnion/mesh/file_text.h"
#include "trunnion/mesh/gmsh_content.h"
#include "trunnion/mesh/readers.h"
#include "trunnion/mesh/unused_nodes.h"

namespace trunnion {
namespace {

constexpr std::array dimension_names = {"point", "curve", "surface", "volume"};

/// Dimension of what is computed: the highest one that has elements of a type we know.
int top_dimension(const GmshContent& content) {
  int top = 0;
  for (const GmshBlock& block : content.blocks)
    if (block.type->type && !block.labels.empty()) top = std::max(top, block.type->dimension);
  return top;
}

std::span<const std::int64_t> nodes_of(const GmshBlock& block, std::size_t element) {
  return {block.nodes.data() + element * std::size_t(block.type->num_nodes), std::size_t(block.type->num_nodes)};
}

/// Whether an entity is in several groups that stand in blocks of their own.
bool has_repeated_entity(const GmshContent& content, int top) {
  std::set<std::pair<int, std::int64_t>> seen;
  for (const GmshBlock& block : content.blocks)
    if (block.type->dimension == top && !seen.insert({block.type->number, block.entity}).second) return true;
  return false;
}

/// Node numbers of an element -> the number it came under first.
using FirstLabels = std::map<std::vector<std::int64_t>, std::int64_t>;

/// Version 2 writes an element once for each of its physical groups, under another number each time: with `first`, an
/// element whose nodes have been met takes the number of the first one instead of being added again.
void add_elements(GmshBlock& block, FirstLabels* first, RawMesh& raw) {
  RawBlock& target = raw.block(*block.type->type);
  const int used = num_nodes(*block.type->type);
  for (std::size_t e = 0; e < block.labels.size(); ++e) {
    const auto nodes = nodes_of(block, e);
    if (first != nullptr) {
      const auto [known, fresh] = first->try_emplace({nodes.begin(), nodes.end()}, block.labels[e]);
      block.labels[e] = known->second;
      if (!fresh) continue;
    }
    target.labels.push_back(block.labels[e]);
    target.places.push_back(block.places[e]);
    for (int i = 0; i < used; ++i)
      target.nodes.push_back(nodes[std::size_t(block.type->order.empty() ? i : block.type->order[std::size_t(i)])]);
  }
}

void list_skipped_types(const GmshContent& content, int top, const SourceFiles& files, MeshFile& file) {
  for (const GmshBlock& block : content.blocks) {
    if (block.labels.empty() || block.type->dimension < top) continue;
    const GmshElement& type = *block.type;
    if (type.type && num_nodes(*type.type) == type.num_nodes) continue;
    const std::string keyword(type.name);
    const int count = int(block.labels.size());
    auto known = std::find_if(file.skipped.begin(), file.skipped.end(),
                              [&](const SkippedCard& card) { return card.keyword == keyword; });
    if (known == file.skipped.end())
      known = file.skipped.insert(known, {keyword, 0, files.at(block.places.front()), ""});
    known->count += count;
    known->consequence = type.type ? fmt::format("{} elements are used as {} without the nodes inside faces and cells",
                                                 known->count, name(*type.type))
                                   : fmt::format("{} elements are left out", known->count);
  }
}

/// The face of an element on these corners; between two elements the one whose outside the given turn shows.
std::optional<ElementFace> matching_face(const Mesh& mesh, const FaceTable& table, std::span<const int> corners) {
  const auto candidates = table.find(face_key(corners));
  if (candidates.empty()) return std::nullopt;
  std::vector<int> own;
  for (const FaceTable::Entry& candidate : candidates) {
    face_corners(mesh, candidate.face, own);
    std::rotate(own.begin(), std::find(own.begin(), own.end(), corners[0]), own.end());
    if (own[1] == corners[1]) return candidate.face;
  }
  return candidates.front().face;
}

class GroupBuilder {
 public:
  GroupBuilder(const GmshContent& content, const SourceFiles& files, const LinkedMesh& linked, int top, MeshFile& file)
      : content_(content), files_(files), linked_(linked), top_(top), file_(file), faces_(file.mesh, top) {
    for (const GmshBlock& block : content.blocks) grouped_ = grouped_ || !block.physical.empty();
  }

  void add(const GmshBlock& block) {
    if (!grouped_) return add_to(block, fmt::format("{}_{}", dimension_name(block), block.entity));
    for (const std::int64_t tag : block.physical) {
      const auto name = content_.names.find({block.type->dimension, tag});
      add_to(block, name != content_.names.end() ? name->second : fmt::format("{}_{}", dimension_name(block), tag));
    }
  }

  void finish() {
    for (auto& entry : file_.mesh.node_sets) sort_unique(entry.second);
    for (auto& entry : file_.mesh.element_sets) sort_unique(entry.second);
    for (auto& entry : file_.mesh.surfaces) sort_unique(entry.second);
  }

 private:
  static const char* dimension_name(const GmshBlock& block) {
    return dimension_names[std::size_t(block.type->dimension)];
  }

  int node_index(const GmshBlock& block, std::size_t element, std::int64_t label) const {
    const int index = linked_.nodes.find(label);
    if (index < 0)
      throw InputError(files_.at(block.places[element]),
                       fmt::format("element {} ({}) uses node {}, which is not defined", block.labels[element],
                                   block.type->name, label));
    return index;
  }

  void add_to(const GmshBlock& block, const std::string& name) {
    if (block.labels.empty()) return;
    if (block.type->dimension == top_) {
      auto& set = file_.mesh.element_sets[name];
      for (const std::int64_t label : block.labels)
        if (const int e = linked_.elements.find(label); e >= 0) set.push_back({e});
      return;
    }
    const bool boundary = top_ > 1 && block.type->dimension == top_ - 1;
    if (boundary)
      add_surface(block, name);
    else
      add_nodes(block, name);
  }

  void add_nodes(const GmshBlock& block, const std::string& name) {
    auto& set = file_.mesh.node_sets[name];
    for (std::size_t e = 0; e < block.labels.size(); ++e)
      for (const std::int64_t label : nodes_of(block, e)) set.push_back({node_index(block, e, label)});
  }

  void add_surface(const GmshBlock& block, const std::string& name) {
    const std::string_view type = block.type->name;
    const std::size_t corners = type.starts_with("line") ? 2 : type.starts_with("tri") ? 3 : 4;
    std::vector<ElementFace>& surface = file_.mesh.surfaces[name];
    std::vector<int> nodes;
    int lost = 0;
    for (std::size_t e = 0; e < block.labels.size(); ++e) {
      nodes.clear();
      for (const std::int64_t label : nodes_of(block, e).first(corners)) nodes.push_back(node_index(block, e, label));
      if (const auto face = matching_face(file_.mesh, faces_, nodes))
        surface.push_back(*face);
      else
        ++lost;
    }
    if (lost > 0)
      file_.skipped.push_back(
          {fmt::format("physical {} '{}'", dimension_name(block), name), lost, files_.at(block.places.front()),
           fmt::format("{} of its {} {} cells are no {} of the mesh and are left out (shells are not "
                       "supported)",
                       lost, block.labels.size(), type, top_ == 3 ? "faces" : "edges")});
    if (surface.empty()) file_.mesh.surfaces.erase(name);
  }

  const GmshContent& content_;
  const SourceFiles& files_;
  const LinkedMesh& linked_;
  int top_;
  MeshFile& file_;
  FaceTable faces_;
  bool grouped_ = false;
};

}  // namespace

MeshFile linked_gmsh(GmshContent content, const SourceFiles& files) {
  const int top = top_dimension(content);
  MeshFile file;
  file.skipped = std::move(content.skipped);
  list_skipped_types(content, std::max(top, 1), files, file);
  if (top == 0)
    throw InputError(files.at({}), file.skipped.empty()
                                       ? std::string("the mesh has no elements; mesh the volumes "
                                                     "(gmsh -3) before saving")
                                       : "the mesh has no elements of a supported type; " +
                                             file.skipped.back().keyword + ": " + file.skipped.back().consequence);
  FirstLabels first;
  const bool repeated = has_repeated_entity(content, top);
  for (GmshBlock& block : content.blocks)
    if (block.type->dimension == top && block.type->type) add_elements(block, repeated ? &first : nullptr, content.raw);

  LinkedMesh linked = link(content.raw, files);
  file.mesh = std::move(linked.mesh);
  GroupBuilder groups(content, files, linked, top, file);
  for (const GmshBlock& block : content.blocks) groups.add(block);
  groups.finish();
  drop_unused_nodes(file, files.names.front());
  validate(file.mesh);
  return file;
}

MeshFile parse_gmsh(std::string_view text, const std::string& file_name, const UnitSystem& units) {
  GmshInput in(text, file_name);
  return linked_gmsh(read_gmsh_sections(in, units.length), in.files());
}

MeshFile read_gmsh(const std::string& path, const UnitSystem& units) {
  const FileText file(path);
  return parse_gmsh(file.text(), path, units);
}

}  // namespace trunnion
