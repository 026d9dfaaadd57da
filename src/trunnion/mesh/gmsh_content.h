#pragma once
// mesh/gmsh_content.h -- what a .msh file says, before groups become sets: nodes, blocks of elements, physical groups.

#include <array>
#include <map>
#include <string>
#include <vector>

#include "trunnion/mesh/gmsh_elements.h"
#include "trunnion/mesh/gmsh_input.h"
#include "trunnion/mesh/mesh_file.h"

namespace trunnion {

/// Elements of one type on one geometric entity, with the physical groups it belongs to.
struct GmshBlock {
  const GmshElement* type = nullptr;
  std::int64_t entity = 0;
  std::vector<std::int64_t> physical;
  std::vector<std::int64_t> labels;
  std::vector<std::int64_t> nodes;  ///< Gmsh's order, type->num_nodes for each element
  std::vector<Place> places;
};

struct GmshContent {
  RawMesh raw;  ///< nodes only
  std::vector<GmshBlock> blocks;
  std::map<std::pair<int, std::int64_t>, std::string> names;                   ///< (dimension, physical tag) -> name
  std::map<std::pair<int, std::int64_t>, std::vector<std::int64_t>> entities;  ///< (dimension, tag) -> physical tags
  std::vector<SkippedCard> skipped;
};

GmshContent read_gmsh_sections(GmshInput& in, double length_unit);

/// Elements, sets and surfaces from blocks and groups (theory/mesh.md, section 4).
MeshFile linked_gmsh(GmshContent content, const SourceFiles& files);

}  // namespace trunnion
