#include "trunnion/mesh/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "trunnion/base/error.h"
#include "trunnion/mesh/face_table.h"

namespace trunnion {
namespace {

using Cells = std::vector<std::vector<int>>;

/// Each quadrilateral becomes the two triangles beside its diagonal 0-2.
Cells plane_cells(const PlaneGrid& grid, bool triangles) {
  Cells cells;
  for (const auto& q : grid.quads) {
    if (triangles) {
      cells.push_back({q[0], q[1], q[2]});
      cells.push_back({q[0], q[2], q[3]});
    } else {
      cells.emplace_back(q.begin(), q.end());
    }
  }
  return cells;
}

/// Three tetrahedra of a wedge. Each upright face is cut by the diagonal from its smallest bottom node, so that
/// neighbors agree (top nodes are numbered in the order of the bottom ones).
void split_wedge(std::vector<int> wedge, Cells& tets) {
  const auto smallest = std::min_element(wedge.begin(), wedge.begin() + 3) - wedge.begin();
  std::rotate(wedge.begin(), wedge.begin() + smallest, wedge.begin() + 3);
  std::rotate(wedge.begin() + 3, wedge.begin() + 3 + smallest, wedge.end());
  const int a = wedge[0], b = wedge[1], c = wedge[2], d = wedge[3], e = wedge[4], f = wedge[5];
  if (b < c) {
    tets.push_back({a, b, c, f});
    tets.push_back({a, b, f, e});
  } else {
    tets.push_back({a, b, c, e});
    tets.push_back({a, e, c, f});
  }
  tets.push_back({a, e, f, d});
}

Cells solid_cells(const Cells& plane, int nodes_per_level, int num_layers, bool tets) {
  Cells cells;
  for (int layer = 0; layer < num_layers; ++layer)
    for (const std::vector<int>& base : plane) {
      std::vector<int> cell;
      for (const int level : {layer, layer + 1})
        for (const int n : base) cell.push_back(level * nodes_per_level + n);
      if (tets) {
        split_wedge(cell, cells);
      } else {
        cells.push_back(std::move(cell));
      }
    }
  return cells;
}

}  // namespace

Vector3d straight_midpoint(const Vector3d& a, const Vector3d& b) { return 0.5 * (a + b); }

Mesh swept_mesh(const PlaneGrid& grid, const std::vector<double>& levels, CellType type, const Midpoint& midpoint) {
  const CellType linear = linear_type(type);
  const bool plane = dimension(type) == 2;
  const bool triangles = linear != CellType::quad4 && linear != CellType::hex8;
  const auto nodes_per_level = Index(grid.x.size());
  Mesh mesh;
  mesh.x.resize(3, nodes_per_level * (plane ? 1 : Index(levels.size())));
  for (Index n = 0; n < mesh.num_nodes(); ++n) {
    const auto& p = grid.x[std::size_t(n % nodes_per_level)];
    mesh.x.col(n) << p[0], p[1], plane ? 0.0 : levels[std::size_t(n / nodes_per_level)];
  }
  Cells cells = plane_cells(grid, triangles);
  if (!plane) cells = solid_cells(cells, int(nodes_per_level), int(levels.size()) - 1, linear == CellType::tet4);

  ElementBlock block{linear, Eigen::MatrixXi(num_nodes(linear), Index(cells.size())), {}};
  for (std::size_t c = 0; c < cells.size(); ++c)
    block.nodes.col(Index(c)) = Eigen::Map<const Eigen::VectorXi>(cells[c].data(), block.nodes.rows());
  block.labels.resize(cells.size());
  std::iota(block.labels.begin(), block.labels.end(), 1);
  mesh.blocks.push_back(std::move(block));
  mesh.node_labels.resize(std::size_t(mesh.num_nodes()));
  std::iota(mesh.node_labels.begin(), mesh.node_labels.end(), 1);
  return is_quadratic(type) ? with_midside_nodes(mesh, midpoint) : mesh;
}

Mesh with_midside_nodes(const Mesh& linear, const Midpoint& midpoint) {
  const auto edge_of = [](const ElementBlock& block, const std::array<int, 2>& edge, Index column) {
    const auto [low, high] = std::minmax(block.nodes(edge[0], column), block.nodes(edge[1], column));
    return std::array<int, 2>{low, high};
  };
  std::vector<std::array<int, 2>> all;
  for (const ElementBlock& block : linear.blocks)
    for (Index c = 0; c < block.nodes.cols(); ++c)
      for (const auto& edge : edges(block.type)) all.push_back(edge_of(block, edge, c));
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());

  Mesh mesh = linear;
  const Index corners = linear.num_nodes();
  mesh.x.conservativeResize(3, corners + Index(all.size()));
  std::int64_t label = *std::max_element(linear.node_labels.begin(), linear.node_labels.end());
  for (std::size_t e = 0; e < all.size(); ++e) {
    mesh.x.col(corners + Index(e)) = midpoint(linear.x.col(all[e][0]), linear.x.col(all[e][1]));
    mesh.node_labels.push_back(++label);
  }
  for (ElementBlock& block : mesh.blocks) {
    const auto cell_edges = edges(block.type);
    const int old_rows = int(block.nodes.rows());
    block.type = quadratic_type(block.type);
    block.nodes.conservativeResize(num_nodes(block.type), Eigen::NoChange);
    for (Index c = 0; c < block.nodes.cols(); ++c)
      for (int e = 0; old_rows + e < block.nodes.rows(); ++e) {
        const auto at = std::lower_bound(all.begin(), all.end(), edge_of(block, cell_edges[std::size_t(e)], c));
        block.nodes(old_rows + e, c) = int(corners + (at - all.begin()));
      }
  }
  return mesh;
}

void name_boundary(Mesh& mesh, const std::vector<BoundaryRule>& rules) {
  std::vector<int> corners;
  for (const ElementFace& face : boundary_faces(mesh)) {
    face_corners(mesh, face, corners);
    const auto rule = std::find_if(rules.begin(), rules.end(), [&](const BoundaryRule& candidate) {
      return std::all_of(corners.begin(), corners.end(), [&](int n) { return candidate.belongs(mesh.x.col(n)); });
    });
    if (rule != rules.end()) mesh.surfaces[rule->name].push_back(face);
  }
  for (const auto& [name, surface] : mesh.surfaces) mesh.node_sets[name] = surface_nodes(mesh, surface);
}

void check_divisions(const char* shape, const std::vector<int>& divisions) {
  constexpr double most = 5e7;
  double product = 1;
  for (const int n : divisions) {
    if (n < 1) throw InputError(fmt::format("{} mesh: {} divisions along one direction, needs at least 1", shape, n));
    product *= n;
  }
  if (product > most)
    throw InputError(fmt::format("{} mesh: {} elements, at most {} are allowed", shape, product, most));
}

}  // namespace trunnion
