#pragma once
// contact/fit_axis.h -- the axis about which a round contact surface lies, and the surface rolled out flat.
//   axis: the line a, c about which a turn moves the surface least along its normals,
//     min sum A (n . (a x (x - c)))^2                                           (theory/contact.md, Eq. 7.5)
//   rolled out: r theta around, s along the meridian, which is z on a cylinder  (theory/contact.md, Eq. 7.6)
// Cylinders, cones, caps and other surfaces of revolution, closed or parts of them. A sphere has no axis of its own:
// that of its cap is taken. A plane surface is no round one: it is laid out in its own plane.

#include "trunnion/math/types.h"

namespace trunnion {

struct FitAxis {
  bool round = true;                       ///< false: a plane, `direction` is its normal
  Vector3d center = Vector3d::Zero();      ///< on the axis, in the middle of the surface [m]
  Vector3d direction = Vector3d::UnitZ();  ///< unit vector
  Vector3d across = Vector3d::UnitX();     ///< theta = 0
  double radius = 0;                       ///< mean; 0 for a plane [m]
  /// Away from the axis and along it, unit vector: mean direction of the surface seen in a plane through the axis.
  Eigen::Vector2d meridian = Eigen::Vector2d::UnitY();

  bool cylindrical() const;  ///< its meridian is parallel to the axis, but for facets
};

/// Points of the surface, their normals and areas.
FitAxis fit_axis(const Matrix3Xd& position, const Matrix3Xd& normal, const VectorXd& area);

/// Way around (r theta, -pi r to pi r) and along the meridian of each point [m]; 2 x P.
Eigen::Matrix2Xd unrolled(const FitAxis& axis, const Matrix3Xd& position);

}  // namespace trunnion
