#pragma once
// mesh/sweep.h -- from a plane grid of quadrilaterals to a mesh of any element type (the engine of shapes.h).

#include <array>
#include <functional>
#include <vector>

#include "trunnion/mesh/mesh.h"

namespace trunnion {

struct PlaneGrid {
  std::vector<std::array<double, 2>> x;   ///< [m]
  std::vector<std::array<int, 4>> quads;  ///< counter-clockwise
};

/// Where the mid-side node between two corners lies; the plain mean where the edge is straight.
using Midpoint = std::function<Vector3d(const Vector3d&, const Vector3d&)>;
Vector3d straight_midpoint(const Vector3d& a, const Vector3d& b);

/// The grid itself for plane types, else the grid swept through the levels z (ascending). Labels count from 1.
Mesh swept_mesh(const PlaneGrid& grid, const std::vector<double>& levels, CellType type, const Midpoint& midpoint);

/// The same mesh with quadratic elements: one new node per edge, shared by all elements at that edge.
Mesh with_midside_nodes(const Mesh& linear, const Midpoint& midpoint);

/// Names every boundary face whose corners all satisfy `belongs`, and its nodes, after the rule. First rule wins.
struct BoundaryRule {
  std::string name;
  std::function<bool(const Vector3d&)> belongs;
};
void name_boundary(Mesh& mesh, const std::vector<BoundaryRule>& rules);

/// Throws where a count is below one or the grid would not fit into memory.
void check_divisions(const char* shape, const std::vector<int>& divisions);

}  // namespace trunnion
