#pragma once
// mesh/cell_type.h -- the shapes of finite elements and the numbering of their nodes and faces.
// Node order is that of Abaqus and CalculiX for every type: corners first, then mid-side nodes.
// hex20: corners 0-3 (bottom, counter-clockwise seen from the top), 4-7 (top), mid-sides 8-11 bottom ring
// (01,12,23,30), 12-15 top ring, 16-19 upright edges. tet10: mid-sides 01,12,20,03,13,23. wedge15: 01,12,20, 34,45,53,
// 03,14,25.

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace trunnion {

enum class CellType { line2, tri3, tri6, quad4, quad8, tet4, tet10, wedge6, wedge15, hex8, hex20 };

/// Local node numbers of one face, ordered so that the corner polygon turns counter-clockwise seen from OUTSIDE.
/// For plane cells a "face" is an edge. The face's own shape is given by `type` (line2 also stands for 3-node edges:
/// its node list then has three entries, ends first).
struct CellFace {
  CellType type;
  std::span<const int> nodes;
};

int num_nodes(CellType type);
int num_corners(CellType type);
int dimension(CellType type);  ///< 1, 2 or 3
bool is_quadratic(CellType type);
std::span<const CellFace> faces(CellType type);  ///< in Abaqus face order: S1, S2, ...
std::string_view name(CellType type);            ///< "tet10"
std::optional<CellType> cell_type_named(std::string_view name);

/// Corner pairs of the edges; in a quadratic cell, mid-side node num_corners + e lies on edge e.
std::span<const std::array<int, 2>> edges(CellType type);
CellType linear_type(CellType type);     ///< tet10 -> tet4; a linear type is its own
CellType quadratic_type(CellType type);  ///< tet4 -> tet10; line2 stays line2

}  // namespace trunnion
