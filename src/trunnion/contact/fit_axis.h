#pragma once
// contact/fit_axis.h -- the axis about which a round contact surface lies, and the surface rolled out flat.
//   axis: the direction that the normals have least of, min_a sum A (n . a)^2;  center: on it, nearest to all normals
//   x = r theta, z along the axis                                               (theory/contact.md, Eq. 7.5 and 7.6)
// A plane surface is no round one: it is laid out in its own plane.

#include "trunnion/math/types.h"

namespace trunnion {

struct FitAxis {
  bool round = true;                       ///< false: a plane, `direction` is its normal
  Vector3d center = Vector3d::Zero();      ///< on the axis, in the middle of the surface [m]
  Vector3d direction = Vector3d::UnitZ();  ///< unit vector
  Vector3d across = Vector3d::UnitX();     ///< theta = 0
  double radius = 0;                       ///< mean; 0 for a plane [m]
};

/// Points of the surface, their normals and areas.
FitAxis fit_axis(const Matrix3Xd& position, const Matrix3Xd& normal, const VectorXd& area);

/// Way around (r theta, -pi r to pi r) and along the axis of each point [m]; 2 x P.
Eigen::Matrix2Xd unrolled(const FitAxis& axis, const Matrix3Xd& position);

}  // namespace trunnion
