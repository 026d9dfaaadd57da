#pragma once
// gears/mesh_place.h -- points of a mesh as shares of its nodes,
//   x = sum_a N_a(xi) x_a,   solved for xi by Newton's method in the element that holds x

#include <optional>
#include <vector>

#include "trunnion/mesh/mesh.h"

namespace trunnion {

/// Nodes and their shares. Forces go to the nodes by them, motions come from the nodes by them.
struct MeshPlace {
  std::vector<int> nodes;
  std::vector<double> shares;
};

/// Where a point lies in a cell.
struct CellPoint {
  Vector3d xi = Vector3d::Zero();  ///< reference coordinates
  double outside = 0;              ///< how far past the sides of the reference cell; 0: inside
};
/// `nodes`: one column per node, as many rows as the cell has dimensions. Nothing when the point is far out of the
/// cell.
std::optional<CellPoint> locate_in_cell(CellType type, const MatrixXd& nodes, const VectorXd& point);

/// The nearest point of the reference cell.
Vector3d clamped_to_cell(CellType type, Vector3d xi);

/// Shares of the element that holds each point, or the next one where curved sides leave a little out; no nodes where
/// there is none.
std::vector<MeshPlace> places_in(const Mesh& mesh, const std::vector<Vector3d>& points);

}  // namespace trunnion
