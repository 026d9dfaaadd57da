#include "trunnion/run/triangle_shapes.h"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <numeric>

namespace trunnion {

namespace {
constexpr int around = 36;  // facets of a turn: smooth enough for a picture
}  // namespace

void TriangleShapes::add_box(const Vector3d& center, const Matrix3d& axes, const Vector3d& edges) {
  const int first = static_cast<int>(points_.size());
  for (int corner = 0; corner < 8; ++corner) {
    const Vector3d side((corner & 1) != 0 ? 0.5 : -0.5, (corner & 2) != 0 ? 0.5 : -0.5, (corner & 4) != 0 ? 0.5 : -0.5);
    points_.push_back(center + axes * side.cwiseProduct(edges));
  }
  constexpr std::array<std::array<int, 4>, 6> faces{
      {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}};
  for (const auto& f : faces) {
    triangles_.push_back({first + f[0], first + f[1], first + f[2]});
    triangles_.push_back({first + f[0], first + f[2], first + f[3]});
  }
}

void TriangleShapes::add_turned(const Vector3d& center, const Vector3d& axis, std::span<const OutlinePoint> outline) {
  const Vector3d z = axis.normalized(), x = z.unitOrthogonal(), y = z.cross(x);
  std::vector<int> start;  // first point of each ring; a point on the axis stands alone
  for (const OutlinePoint& p : outline) {
    start.push_back(static_cast<int>(points_.size()));
    const int count = p.radius > 0 ? around : 1;
    for (int k = 0; k < count; ++k) {
      const double angle = 2 * std::numbers::pi * k / around;
      points_.push_back(center + p.height * z + p.radius * (std::cos(angle) * x + std::sin(angle) * y));
    }
  }
  const auto node = [&](std::size_t ring, int k) { return start[ring] + (outline[ring].radius > 0 ? k % around : 0); };
  for (std::size_t i = 0; i + 1 < outline.size(); ++i)
    for (int k = 0; k < around; ++k) {
      const int a = node(i, k), b = node(i, k + 1), c = node(i + 1, k + 1), d = node(i + 1, k);
      if (a != b) triangles_.push_back({a, b, c});
      if (c != d) triangles_.push_back({a, c, d});
    }
}

void TriangleShapes::add_cylinder(const Vector3d& center, const Vector3d& axis, double radius, double length) {
  const double h = 0.5 * length;
  add_turned(center, axis, std::array<OutlinePoint, 4>{{{0, -h}, {radius, -h}, {radius, h}, {0, h}}});
}

void TriangleShapes::add_ball(const Vector3d& center, double radius) {
  constexpr int rows = around / 2;
  std::vector<OutlinePoint> outline;
  for (int i = 0; i <= rows; ++i) {
    const double angle = std::numbers::pi * i / rows;
    const bool pole = i == 0 || i == rows;
    outline.push_back({pole ? 0 : radius * std::sin(angle), -radius * std::cos(angle)});
  }
  add_turned(center, Vector3d::UnitZ(), outline);
}

void TriangleShapes::add_torus(const Vector3d& center, const Vector3d& axis, double radius, double tube) {
  constexpr int sections = around / 2;
  std::vector<OutlinePoint> outline;
  for (int i = 0; i <= sections; ++i) {
    const double angle = 2 * std::numbers::pi * i / sections;
    outline.push_back({radius + tube * std::cos(angle), tube * std::sin(angle)});
  }
  add_turned(center, axis, outline);
}

void TriangleShapes::add_star(const Vector3d& center, const Matrix3d& axes,
                              const std::function<double(const Vector3d&)>& radius) {
  const std::size_t first = points_.size();
  add_ball(Vector3d::Zero(), 1);
  for (std::size_t i = first; i < points_.size(); ++i) points_[i] = center + axes * (radius(points_[i]) * points_[i]);
}

void TriangleShapes::add_rod(const Vector3d& from, const Vector3d& to, double radius) {
  add_cylinder(0.5 * (from + to), to - from, radius, (to - from).norm());
}

std::shared_ptr<Mesh> TriangleShapes::mesh() const {
  Matrix3Xd x(3, static_cast<Index>(points_.size()));
  for (std::size_t i = 0; i < points_.size(); ++i) x.col(static_cast<Index>(i)) = points_[i];
  Eigen::MatrixXi cells(3, static_cast<Index>(triangles_.size()));
  for (std::size_t t = 0; t < triangles_.size(); ++t)
    cells.col(static_cast<Index>(t)) << triangles_[t][0], triangles_[t][1], triangles_[t][2];
  return mesh_of(x, CellType::tri3, cells);
}

std::shared_ptr<Mesh> mesh_of(const Matrix3Xd& x, CellType type, const Eigen::MatrixXi& cells) {
  auto mesh = std::make_shared<Mesh>();
  mesh->x = x;
  mesh->node_labels.resize(static_cast<std::size_t>(x.cols()));
  std::iota(mesh->node_labels.begin(), mesh->node_labels.end(), 1);
  ElementBlock block;
  block.type = type;
  block.nodes = cells;
  block.labels.resize(static_cast<std::size_t>(cells.cols()));
  std::iota(block.labels.begin(), block.labels.end(), 1);
  mesh->blocks.push_back(std::move(block));
  return mesh;
}

}  // namespace trunnion
