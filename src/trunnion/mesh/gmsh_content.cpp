#include "trunnion/mesh/gmsh_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace trunnion {
namespace {

enum class Version { v2, v4 };

Version read_format(GmshInput& in) {
  const double version = in.real("the version of the format");
  const std::int64_t type = in.integer("the file type (0 text, 1 binary)");
  const std::int64_t size = in.integer("the size of a real number");
  const bool v2 = version >= 2 && version < 3, v4 = std::abs(version - 4.1) < 1e-6;
  if (!v2 && !v4)
    in.fail(
        fmt::format("format version {} is not supported; save the mesh as version 4.1 or 2.2 "
                    "(gmsh -format msh41 or msh22)",
                    version));
  if ((type != 0 && type != 1) || size != 8)
    in.fail(
        fmt::format("file type {} with {}-byte numbers is not supported; allowed are 0 (text) and 1 (binary) with "
                    "8 bytes",
                    type, size));
  if (type == 1) {
    in.skip_newline();
    in.binary = true;
    if (in.integer("the byte-order mark") != 1)
      in.fail("the binary file was written on a machine with the other byte order; save it as text");
  }
  in.end_section("MeshFormat");
  return v2 ? Version::v2 : Version::v4;
}

void read_physical_names(GmshInput& in, GmshContent& content) {
  const bool binary = std::exchange(in.binary, false);  // always text
  const std::size_t count = in.count(in.integer("the number of physical groups"), 4, "physical groups");
  for (std::size_t i = 0; i < count; ++i) {
    const auto dimension = in.integer("the dimension of a physical group");
    if (dimension < 0 || dimension > 3)
      in.fail(fmt::format("a physical group of dimension {}; allowed are 0 to 3", dimension));
    const auto tag = in.integer("the number of a physical group");
    content.names[{int(dimension), tag}] = in.quoted("the name of a physical group");
  }
  in.binary = binary;
}

/// Section $Entities of version 4.1: only the physical tags of each entity matter here.
void read_entities(GmshInput& in, GmshContent& content) {
  std::array<std::size_t, 4> counts{};
  for (auto& count : counts) count = in.count(in.long_integer("a number of entities"), 4, "entities");
  for (int dimension = 0; dimension < 4; ++dimension)
    for (std::size_t i = 0; i < counts[std::size_t(dimension)]; ++i) {
      const std::int64_t tag = in.integer("the tag of an entity");
      for (int k = 0; k < (dimension == 0 ? 3 : 6); ++k) in.real("the bounding box of an entity");
      auto& physical = content.entities[{dimension, tag}];
      const auto groups = in.count(in.long_integer("a number of physical groups"), 2, "physical groups");
      for (std::size_t k = 0; k < groups; ++k) physical.push_back(std::abs(in.integer("a physical tag")));
      if (dimension == 0) continue;
      const auto boundary = in.count(in.long_integer("a number of bounding entities"), 2, "bounding entities");
      for (std::size_t k = 0; k < boundary; ++k) in.integer("the tag of a bounding entity");
    }
}

Vector3d read_position(GmshInput& in, double unit) {
  const double x = in.real("a coordinate"), y = in.real("a coordinate"), z = in.real("a coordinate");
  return unit * Vector3d(x, y, z);
}

void reserve_nodes(RawMesh& raw, std::size_t count) {
  raw.node_labels.reserve(count);
  raw.x.reserve(count);
  raw.node_places.reserve(count);
}

void read_nodes_v2(GmshInput& in, double unit, RawMesh& raw) {
  const bool binary = std::exchange(in.binary, false);  // counts are text in version 2
  const std::size_t count = in.count(in.integer("the number of nodes"), 8, "nodes");
  in.binary = binary;
  if (binary) in.skip_newline();
  reserve_nodes(raw, count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t label = in.integer("a node number");
    const Place place = in.place();
    raw.add_node(label, read_position(in, unit), place);
  }
}

void read_nodes_v4(GmshInput& in, double unit, RawMesh& raw) {
  const std::size_t blocks = in.count(in.long_integer("the number of node blocks"), 8, "node blocks");
  const std::size_t total = in.count(in.long_integer("the number of nodes"), 8, "nodes");
  in.long_integer("the lowest node tag");
  in.long_integer("the highest node tag");
  reserve_nodes(raw, total);
  std::vector<std::int64_t> labels;
  for (std::size_t b = 0; b < blocks; ++b) {
    const std::int64_t dimension = in.integer("the dimension of an entity");
    in.integer("the tag of an entity");
    const std::int64_t parametric = in.integer("the parametric flag");
    const std::size_t count = in.count(in.long_integer("the number of nodes of a block"), 8, "nodes");
    labels.clear();
    for (std::size_t i = 0; i < count; ++i) labels.push_back(in.long_integer("a node tag"));
    for (const std::int64_t label : labels) {
      const Vector3d x = read_position(in, unit);
      for (std::int64_t k = 0; parametric != 0 && k < std::min<std::int64_t>(dimension, 3); ++k)
        in.real("a parametric coordinate");
      raw.add_node(label, x, in.place());
    }
  }
  if (raw.x.size() != total)
    in.fail(fmt::format("the header announces {} nodes, but the blocks hold {}", total, raw.x.size()));
}

const GmshElement& read_type(GmshInput& in) {
  const std::int64_t number = in.integer("an element type");
  const GmshElement* type = gmsh_element(number);
  if (type == nullptr)
    in.fail(
        fmt::format("element type {} is not known; allowed are lines, triangles, quadrilaterals, tetrahedra, "
                    "hexahedra and prisms of first and second order",
                    number));
  return *type;
}

/// Sorts elements into blocks by type, entity and group. They come in runs: mostly it is the block of the last one.
class BlockSorter {
 public:
  explicit BlockSorter(std::vector<GmshBlock>& blocks) : blocks_(blocks) {}

  GmshBlock& find(const GmshElement& type, std::int64_t entity, std::int64_t physical) {
    const std::array<std::int64_t, 3> key{type.number, entity, physical};
    if (blocks_.empty() || key != last_key_) {
      const auto [at, fresh] = known_.try_emplace(key, blocks_.size());
      if (fresh) {
        blocks_.push_back({&type, entity, {}, {}, {}, {}});
        if (physical != 0) blocks_.back().physical.push_back(physical);
      }
      last_key_ = key;
      last_ = at->second;
    }
    return blocks_[last_];
  }

 private:
  std::vector<GmshBlock>& blocks_;
  std::map<std::array<std::int64_t, 3>, std::size_t> known_;
  std::array<std::int64_t, 3> last_key_{};
  std::size_t last_ = 0;
};

void read_tags_and_nodes_v2(GmshInput& in, BlockSorter& blocks, const GmshElement& type, std::int64_t label,
                            std::size_t num_tags, Place place) {
  std::array<std::int64_t, 2> tags{};  // physical group, geometric entity; partitions follow
  for (std::size_t t = 0; t < num_tags; ++t) {
    const std::int64_t tag = in.integer("a tag of an element");
    if (t < tags.size()) tags[t] = std::abs(tag);
  }
  GmshBlock& block = blocks.find(type, tags[1], tags[0]);
  block.labels.push_back(label);
  block.places.push_back(place);
  for (int i = 0; i < type.num_nodes; ++i) block.nodes.push_back(in.integer("a node number of an element"));
}

void read_elements_v2(GmshInput& in, GmshContent& content) {
  const bool binary = std::exchange(in.binary, false);
  const std::size_t total = in.count(in.integer("the number of elements"), 6, "elements");
  in.binary = binary;
  BlockSorter blocks(content.blocks);
  if (!binary) {
    for (std::size_t i = 0; i < total; ++i) {
      const std::int64_t label = in.integer("an element number");
      const Place place = in.place();
      const GmshElement& type = read_type(in);
      const std::size_t num_tags = in.count(in.integer("the number of tags of an element"), 2, "tags");
      read_tags_and_nodes_v2(in, blocks, type, label, num_tags, place);
    }
    return;
  }
  in.skip_newline();
  for (std::size_t done = 0; done < total;) {
    const GmshElement& type = read_type(in);
    const std::size_t count = in.count(in.integer("the number of elements that follow"), 4, "elements");
    const std::size_t num_tags = in.count(in.integer("the number of tags of an element"), 4, "tags");
    if (count == 0 || count > total - done)
      in.fail(fmt::format("{} elements follow, but {} of {} remain", count, total - done, total));
    for (std::size_t i = 0; i < count; ++i) {
      const std::int64_t label = in.integer("an element number");
      read_tags_and_nodes_v2(in, blocks, type, label, num_tags, in.place());
    }
    done += count;
  }
}

void read_elements_v4(GmshInput& in, GmshContent& content) {
  const std::size_t blocks = in.count(in.long_integer("the number of element blocks"), 8, "element blocks");
  const std::int64_t total = in.long_integer("the number of elements");
  in.long_integer("the lowest element tag");
  in.long_integer("the highest element tag");
  std::int64_t sum = 0;
  for (std::size_t b = 0; b < blocks; ++b) {
    const auto dimension = in.integer("the dimension of an entity");
    const std::int64_t entity = in.integer("the tag of an entity");
    const GmshElement& type = read_type(in);
    if (dimension != type.dimension)
      in.fail(fmt::format("elements of type {} ({}) on an entity of dimension {}", type.number, type.name, dimension));
    const std::size_t count =
        in.count(in.long_integer("the number of elements of a block"), 2 * std::size_t(type.num_nodes + 1), "elements");
    GmshBlock block{&type, entity, {}, {}, {}, {}};
    if (const auto found = content.entities.find({type.dimension, entity}); found != content.entities.end())
      block.physical = found->second;
    block.labels.reserve(count);
    block.places.reserve(count);
    block.nodes.reserve(count * std::size_t(type.num_nodes));
    for (std::size_t i = 0; i < count; ++i) {
      block.labels.push_back(in.long_integer("an element tag"));
      block.places.push_back(in.place());
      for (int k = 0; k < type.num_nodes; ++k) block.nodes.push_back(in.long_integer("a node tag of an element"));
    }
    sum += std::int64_t(count);
    content.blocks.push_back(std::move(block));
  }
  if (sum != total) in.fail(fmt::format("the header announces {} elements, but the blocks hold {}", total, sum));
}

}  // namespace

GmshContent read_gmsh_sections(GmshInput& in, double length_unit) {
  GmshContent content;
  if (in.section() != "MeshFormat") in.fail("a Gmsh mesh begins with $MeshFormat; is this another kind of file?");
  const Version version = read_format(in);
  const bool v4 = version == Version::v4;
  bool nodes = false, elements = false;
  for (std::string_view name = in.section(); !name.empty(); name = in.section()) {
    const bool known = name == "PhysicalNames" || (name == "Entities" && v4) || name == "Nodes" || name == "Elements";
    if (!known) {
      if (name != "Comments" && name != "Parametrizations")  // words and surfaces of the geometry: nothing to compute
        content.skipped.push_back({fmt::format("${}", name), 1, in.files().at(in.place()),
                                   name == "Periodic" ? "periodic sides are not joined" : "the section is left out"});
      in.skip_section(name);
      continue;
    }
    if (in.binary && name != "PhysicalNames" && v4) in.skip_newline();
    if (name == "PhysicalNames") read_physical_names(in, content);
    if (name == "Entities") read_entities(in, content);
    if (name == "Nodes") {
      if (std::exchange(nodes, true)) in.fail("a second section $Nodes");
      if (v4) {
        read_nodes_v4(in, length_unit, content.raw);
      } else {
        read_nodes_v2(in, length_unit, content.raw);
      }
    }
    if (name == "Elements") {
      if (std::exchange(elements, true)) in.fail("a second section $Elements");
      if (v4) {
        read_elements_v4(in, content);
      } else {
        read_elements_v2(in, content);
      }
    }
    in.end_section(name);
  }
  if (!nodes || !elements)
    in.fail(fmt::format("the file has no section ${}; it is an empty mesh or cut off", nodes ? "Elements" : "Nodes"));
  return content;
}

}  // namespace trunnion
