#include "trunnion/gears/mesh_place.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>

#include "trunnion/fem/cell_table.h"

namespace trunnion {
namespace {

bool is_simplex(CellType type) { return num_corners(type) == dimension(type) + 1; }
bool is_wedge(CellType type) { return linear_type(type) == CellType::wedge6; }

double past_simplex(const Vector3d& xi, int n) { return std::max(-xi.head(n).minCoeff(), xi.head(n).sum() - 1); }

/// How far past the sides of the reference cell; negative inside.
double past_sides(CellType type, const Vector3d& xi) {
  if (is_simplex(type)) return past_simplex(xi, dimension(type));
  if (is_wedge(type)) return std::max(past_simplex(xi, 2), std::abs(xi.z()) - 1);
  return xi.head(dimension(type)).cwiseAbs().maxCoeff() - 1;
}

void clamp_simplex(Vector3d& xi, int n) {
  xi.head(n) = xi.head(n).cwiseMax(0.0);
  if (const double sum = xi.head(n).sum(); sum > 1) xi.head(n) /= sum;
}

}  // namespace

Vector3d clamped_to_cell(CellType type, Vector3d xi) {
  if (is_simplex(type)) {
    clamp_simplex(xi, dimension(type));
  } else if (is_wedge(type)) {
    clamp_simplex(xi, 2);
    xi.z() = std::clamp(xi.z(), -1.0, 1.0);
  } else {
    xi = xi.cwiseMax(-1.0).cwiseMin(1.0);
  }
  return xi;
}

std::optional<CellPoint> locate_in_cell(CellType type, const MatrixXd& nodes, const VectorXd& point) {
  const int dim = dimension(type);
  CellPoint at{reference_nodes(type).rowwise().mean(), 0};
  constexpr int most = 25;
  constexpr double far = 4, converged = 1e-13;
  for (int k = 0; k < most; ++k) {
    const ShapeValues shape = shape_functions(type, at.xi);
    const MatrixXd jacobian = nodes * shape.gradient.leftCols(dim);
    const VectorXd step = jacobian.partialPivLu().solve(point - nodes * shape.value);
    if (!step.allFinite()) return std::nullopt;
    at.xi.head(dim) += step;
    if (at.xi.cwiseAbs().maxCoeff() > far) return std::nullopt;
    if (step.norm() < converged) break;
  }
  at.outside = std::max(0.0, past_sides(type, at.xi));
  return at;
}

std::vector<MeshPlace> places_in(const Mesh& mesh, const std::vector<Vector3d>& points) {
  using Box = Eigen::AlignedBox3d;
  Box all;
  for (const Vector3d& x : points) all.extend(x);
  struct Candidate {
    Box box;
    const ElementBlock* block;
    Index column;
  };
  std::vector<Candidate> near;
  constexpr double around = 0.1, slack = 0.15;  // of an element: what curved sides leave out
  for (const ElementBlock& block : mesh.blocks)
    for (Index c = 0; c < block.nodes.cols(); ++c) {
      Box box;
      for (Index a = 0; a < block.nodes.rows(); ++a) box.extend(Vector3d(mesh.x.col(block.nodes(a, c))));
      const Vector3d margin = Vector3d::Constant(around * box.sizes().maxCoeff());
      box = Box(box.min() - margin, box.max() + margin);
      if (box.intersects(all)) near.push_back({box, &block, c});
    }
  std::vector<MeshPlace> out(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    double least = slack;
    for (const Candidate& candidate : near) {
      if (!candidate.box.contains(points[i])) continue;
      const CellType type = candidate.block->type;
      const int dim = dimension(type);
      const auto nodes = candidate.block->nodes.col(candidate.column);
      MatrixXd x(dim, nodes.size());
      for (Index a = 0; a < nodes.size(); ++a) x.col(a) = mesh.x.col(nodes[a]).head(dim);
      const std::optional<CellPoint> at = locate_in_cell(type, x, points[i].head(dim));
      if (!at || at->outside >= least) continue;
      least = at->outside;
      const VectorXd shape = shape_functions(type, at->xi).value;
      out[i] = {{nodes.begin(), nodes.end()}, {shape.begin(), shape.end()}};
      if (least == 0) break;
    }
  }
  return out;
}

}  // namespace trunnion
