#include "trunnion/mesh/cell_type.h"

#include <cassert>
#include <vector>

namespace trunnion {
namespace {

using Edges = std::vector<std::array<int, 2>>;

struct CellInfo {
  std::string_view name;
  int dimension;
  int corners;
  CellType linear, quadratic;
  Edges edges;
  std::vector<std::vector<int>> face_corners;  ///< counter-clockwise seen from outside, in Abaqus face order
  std::vector<std::vector<int>> face_nodes;    ///< with the mid-side nodes behind the corners
  std::vector<CellFace> faces;
};

CellType face_type(std::size_t corners, bool quadratic) {
  if (corners == 2) return CellType::line2;
  if (corners == 3) return quadratic ? CellType::tri6 : CellType::tri3;
  return quadratic ? CellType::quad8 : CellType::quad4;
}

/// Mid-side nodes of a face follow its corners: one for each side of the polygon (an edge has a single one).
void complete_faces(CellInfo& info, bool quadratic) {
  for (const std::vector<int>& corners : info.face_corners) {
    std::vector<int> nodes = corners;
    const std::size_t sides = corners.size() == 2 ? 1 : corners.size();
    for (std::size_t i = 0; quadratic && i < sides; ++i) {
      const int a = corners[i], b = corners[(i + 1) % corners.size()];
      for (std::size_t e = 0; e < info.edges.size(); ++e) {
        const auto [p, q] = info.edges[e];
        if ((p == a && q == b) || (p == b && q == a)) nodes.push_back(info.corners + int(e));
      }
    }
    info.face_nodes.push_back(nodes);
  }
  for (const std::vector<int>& nodes : info.face_nodes) {
    const std::size_t corners = info.face_corners[info.faces.size()].size();
    info.faces.push_back({face_type(corners, quadratic), nodes});
  }
}

std::vector<CellInfo> build_table() {
  using enum CellType;
  const Edges tri = {{0, 1}, {1, 2}, {2, 0}};
  const Edges quad = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
  const Edges tet = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
  const Edges wedge = {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}, {1, 4}, {2, 5}};
  const Edges hex = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6}, {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
  const std::vector<std::vector<int>> tri_sides = {{0, 1}, {1, 2}, {2, 0}};
  const std::vector<std::vector<int>> quad_sides = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
  const std::vector<std::vector<int>> tet_sides = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  const std::vector<std::vector<int>> wedge_sides = {{0, 2, 1}, {3, 4, 5}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}};
  const std::vector<std::vector<int>> hex_sides = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                                   {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  std::vector<CellInfo> table = {
      {"line2", 1, 2, line2, line2, {{0, 1}}, {}, {}, {}},
      {"tri3", 2, 3, tri3, tri6, tri, tri_sides, {}, {}},
      {"tri6", 2, 3, tri3, tri6, tri, tri_sides, {}, {}},
      {"quad4", 2, 4, quad4, quad8, quad, quad_sides, {}, {}},
      {"quad8", 2, 4, quad4, quad8, quad, quad_sides, {}, {}},
      {"tet4", 3, 4, tet4, tet10, tet, tet_sides, {}, {}},
      {"tet10", 3, 4, tet4, tet10, tet, tet_sides, {}, {}},
      {"wedge6", 3, 6, wedge6, wedge15, wedge, wedge_sides, {}, {}},
      {"wedge15", 3, 6, wedge6, wedge15, wedge, wedge_sides, {}, {}},
      {"hex8", 3, 8, hex8, hex20, hex, hex_sides, {}, {}},
      {"hex20", 3, 8, hex8, hex20, hex, hex_sides, {}, {}},
  };
  for (std::size_t t = 0; t < table.size(); ++t) complete_faces(table[t], is_quadratic(CellType(t)));
  return table;
}

const CellInfo& info(CellType type) {
  static const std::vector<CellInfo> table = build_table();
  return table[std::size_t(type)];
}

}  // namespace

bool is_quadratic(CellType type) {
  using enum CellType;
  return type == tri6 || type == quad8 || type == tet10 || type == wedge15 || type == hex20;
}

int num_corners(CellType type) { return info(type).corners; }
int num_nodes(CellType type) { return info(type).corners + (is_quadratic(type) ? int(info(type).edges.size()) : 0); }
int dimension(CellType type) { return info(type).dimension; }
std::span<const CellFace> faces(CellType type) { return info(type).faces; }
std::span<const std::array<int, 2>> edges(CellType type) { return info(type).edges; }
std::string_view name(CellType type) { return info(type).name; }
CellType linear_type(CellType type) { return info(type).linear; }
CellType quadratic_type(CellType type) { return info(type).quadratic; }

std::optional<CellType> cell_type_named(std::string_view wanted) {
  for (int t = 0; t <= int(CellType::hex20); ++t)
    if (name(CellType(t)) == wanted) return CellType(t);
  return std::nullopt;
}

}  // namespace trunnion
