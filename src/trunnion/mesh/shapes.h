#pragma once
// mesh/shapes.h -- built-in meshes: box, rectangle, cylinder, tube, disc and ring, in every element type.
// A plane grid of quadrilaterals is swept along z; quadrilaterals split into triangles, wedges and tetrahedra where the
// element type asks for it, and mid-side nodes of quadratic elements lie on the true circle (theory/mesh.md, section
// 3).

#include <array>
#include <numbers>

#include "trunnion/mesh/mesh.h"

namespace trunnion {

/// Box from `origin` to `origin + size`. Surfaces and node sets xmin, xmax, ymin, ymax, zmin, zmax; node sets of the
/// twelve edges ("xmin_ymin") and eight vertices ("xmin_ymin_zmin").
struct BoxShape {
  Vector3d size = Vector3d::Ones();          ///< [m]
  std::array<int, 3> divisions = {1, 1, 1};  ///< elements (before splitting) along x, y, z
  CellType element = CellType::hex20;        ///< any solid type
  Vector3d origin = Vector3d::Zero();        ///< [m]
};
Mesh box_mesh(const BoxShape& shape);

/// Plane rectangle at z = 0. Surfaces (edges) and node sets xmin, xmax, ymin, ymax; node sets of the four vertices.
struct RectangleShape {
  std::array<double, 2> size = {1, 1};    ///< [m]
  std::array<int, 2> divisions = {1, 1};  ///< along x and y
  CellType element = CellType::quad8;     ///< any plane type
  std::array<double, 2> origin = {0, 0};  ///< [m]
};
Mesh rectangle_mesh(const RectangleShape& shape);

/// Cylinder about the z axis from z = 0 to z = length; hollow where inner_radius > 0. With a plane element type it is a
/// disc or ring at z = 0 and `length` is not used. Surfaces and node sets outer, inner, bottom, top; a sector below a
/// full turn (hollow only) begins at the x axis with surface start and ends with surface end.
struct CylinderShape {
  double radius = 1;        ///< outer [m]
  double inner_radius = 0;  ///< [m]
  double length = 1;        ///< [m]
  int around = 16;          ///< elements along the circumference (of the sector); a solid one needs a multiple of 4
  int radial = 2;           ///< hollow: through the wall; solid: layers between the square core and the surface
  int along = 4;            ///< along the axis
  CellType element = CellType::hex20;
  double sector = 2 * std::numbers::pi;  ///< [rad]
};
Mesh cylinder_mesh(const CylinderShape& shape);

}  // namespace trunnion
