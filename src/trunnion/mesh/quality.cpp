#include "trunnion/mesh/quality.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

/// Corners that edges lead to from each corner, ordered so that the tangents of a sound element turn right-handed.
struct CornerTable {
  double scale;
  std::vector<std::array<int, 3>> neighbors;  ///< the last is -1 for plane cells
};

const CornerTable& corner_table(CellType type) {
  static const CornerTable tri{2 / std::sqrt(3.0), {{1, 2, -1}, {2, 0, -1}, {0, 1, -1}}};
  static const CornerTable quad{1, {{1, 3, -1}, {2, 0, -1}, {3, 1, -1}, {0, 2, -1}}};
  static const CornerTable tet{std::sqrt(2.0), {{1, 2, 3}, {2, 0, 3}, {0, 1, 3}, {0, 2, 1}}};
  static const CornerTable wedge{2 / std::sqrt(3.0),
                                 {{1, 2, 3}, {2, 0, 4}, {0, 1, 5}, {5, 4, 0}, {3, 5, 1}, {4, 3, 2}}};
  static const CornerTable hex{
      1, {{1, 3, 4}, {2, 0, 5}, {3, 1, 6}, {0, 2, 7}, {7, 5, 0}, {4, 6, 1}, {5, 7, 2}, {6, 4, 3}}};
  switch (linear_type(type)) {
    case CellType::tri3:
      return tri;
    case CellType::quad4:
      return quad;
    case CellType::tet4:
      return tet;
    case CellType::wedge6:
      return wedge;
    default:
      return hex;
  }
}

/// Local number of the mid-side node between two corners, -1 in linear cells.
int midside(CellType type, int a, int b) {
  const auto all = edges(type);
  for (std::size_t e = 0; is_quadratic(type) && e < all.size(); ++e)
    if ((all[e][0] == a && all[e][1] == b) || (all[e][0] == b && all[e][1] == a)) return num_corners(type) + int(e);
  return -1;
}

struct Corner {
  int node;
  std::array<int, 3> to, middle;
};

std::vector<Corner> corners_of(CellType type) {
  std::vector<Corner> corners;
  const CornerTable& table = corner_table(type);
  for (int c = 0; c < num_corners(type); ++c) {
    Corner corner{c, table.neighbors[std::size_t(c)], {-1, -1, -1}};
    for (std::size_t i = 0; i < 3; ++i)
      if (corner.to[i] >= 0) corner.middle[i] = midside(type, c, corner.to[i]);
    corners.push_back(corner);
  }
  return corners;
}

double corner_quality(const Mesh& mesh, const int* nodes, const Corner& corner) {
  Matrix3d t;
  for (std::size_t i = 0; i < 3; ++i) {
    if (corner.to[i] < 0) {
      t.col(Index(i)) = Vector3d::UnitZ();  // plane cells are seen from above
      continue;
    }
    const Vector3d a = mesh.x.col(nodes[corner.node]), b = mesh.x.col(nodes[corner.to[i]]);
    // derivative at the end of the parabola through the three nodes of the edge
    t.col(Index(i)) =
        corner.middle[i] < 0 ? Vector3d(b - a) : Vector3d(4 * mesh.x.col(nodes[corner.middle[i]]) - 3 * a - b);
  }
  const double lengths = t.col(0).norm() * t.col(1).norm() * t.col(2).norm();
  return lengths > 0 ? t.determinant() / lengths : 0;
}

}  // namespace

VectorXd scaled_jacobians(const Mesh& mesh) {
  VectorXd quality(mesh.num_elements());
  Index e = 0;
  for (const ElementBlock& block : mesh.blocks) {
    if (block.type == CellType::line2) {
      for (Index c = 0; c < block.nodes.cols(); ++c)
        quality[e++] = (mesh.x.col(block.nodes(0, c)) - mesh.x.col(block.nodes(1, c))).norm() > 0 ? 1 : 0;
      continue;
    }
    const std::vector<Corner> corners = corners_of(block.type);
    const double scale = corner_table(block.type).scale;
    for (Index c = 0; c < block.nodes.cols(); ++c) {
      double smallest = 2;
      for (const Corner& corner : corners)
        smallest = std::min(smallest, corner_quality(mesh, block.nodes.col(c).data(), corner));
      quality[e++] = scale * smallest;
    }
  }
  return quality;
}

MeshQuality mesh_quality(const Mesh& mesh) {
  constexpr double flat = 1e-12;  // round-off of the determinant
  MeshQuality result;
  const VectorXd quality = scaled_jacobians(mesh);
  result.worst = quality.size() > 0 ? quality[0] : 1;
  for (Index e = 0; e < quality.size(); ++e) {
    const ElementId id{std::int32_t(e)};
    if (quality[e] <= result.worst) result.worst = quality[e], result.worst_element = id;
    if (!(quality[e] > flat)) result.inverted.push_back(id);
  }
  return result;
}

void require_sound_elements(const Mesh& mesh) {
  const MeshQuality quality = mesh_quality(mesh);
  if (quality.inverted.empty()) return;
  std::vector<std::int64_t> labels;
  for (const ElementId element : quality.inverted) {
    if (labels.size() == 10) break;
    labels.push_back(element_label(mesh, element));
  }
  const std::size_t count = quality.inverted.size();
  throw InputError(fmt::format("{} inside out or without volume: {}{}; renumber their nodes or mesh again",
                               count == 1 ? "1 element is turned" : fmt::format("{} elements are turned", count),
                               fmt::join(labels, ", "), count > labels.size() ? ", ..." : ""));
}

std::int64_t element_label(const Mesh& mesh, ElementId element) {
  const auto [block, column] = mesh.locate(element);
  return mesh.blocks[std::size_t(block)].labels[std::size_t(column)];
}

}  // namespace trunnion
