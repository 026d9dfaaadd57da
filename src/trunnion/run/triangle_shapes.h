#pragma once
// run/triangle_shapes.h -- closed surfaces of simple shapes, cut into triangles, collected into one mesh for pictures.

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "trunnion/mesh/mesh.h"

namespace trunnion {

/// A point of an outline that is turned about an axis: distance from it, and height along it [m].
struct OutlinePoint {
  double radius = 0, height = 0;
};

class TriangleShapes {
 public:
  /// Axes: columns are the box's edges.
  void add_box(const Vector3d& center, const Matrix3d& axes, const Vector3d& edges);
  void add_cylinder(const Vector3d& center, const Vector3d& axis, double radius, double length);
  void add_ball(const Vector3d& center, double radius);
  /// A tube along a circle.
  void add_torus(const Vector3d& center, const Vector3d& axis, double radius, double tube);
  /// A body that every ray from `center` leaves once; `radius` of a direction in `axes`.
  void add_star(const Vector3d& center, const Matrix3d& axes, const std::function<double(const Vector3d&)>& radius);
  /// A cylinder between two points.
  void add_rod(const Vector3d& from, const Vector3d& to, double radius);
  /// An outline turned about an axis. It runs with the solid on its left side, seen with the axis upwards and the
  /// radius to the right.
  void add_turned(const Vector3d& center, const Vector3d& axis, std::span<const OutlinePoint> outline);
  bool empty() const { return triangles_.empty(); }
  std::shared_ptr<Mesh> mesh() const;

 private:
  std::vector<Vector3d> points_;
  std::vector<std::array<int, 3>> triangles_;
};

/// A mesh of one block of plane cells or lines, nodes labelled from 1.
std::shared_ptr<Mesh> mesh_of(const Matrix3Xd& x, CellType type, const Eigen::MatrixXi& cells);

}  // namespace trunnion
