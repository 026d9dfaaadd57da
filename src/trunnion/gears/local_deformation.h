#pragma once
// gears/local_deformation.h -- how the surface yields against points a few elements below it, by the half-plane: what a
// mesh that is coarse beside the contact cannot resolve.
// A line load at the origin of a half-plane, P into it (z) and Q along it (x), moves the point (x, z), r^2 = x^2 + z^2,
// by
//   u_x = [P (x z/r^2 - (1 - 2v) atan(x/z)) + Q (x^2/r^2 - 2 (1 - v) ln r)]/(2 pi mu)
//   u_z = [P (z^2/r^2 - 2 (1 - v) ln r) + Q (x z/r^2 + (1 - 2v) atan(x/z))]/(2 pi mu) + a rigid motion      (Eq. 6.2)
// mu: shear modulus, v: Poisson's ratio, v/(1 + v) in its place for plane stress.       (theory/gears.md, section 6)

#include "trunnion/gears/flank_compliance.h"

namespace trunnion {

struct HalfPlane {
  double shear = 0;    ///< mu [Pa]
  double poisson = 0;  ///< v of plane strain, or what stands for it
};
HalfPlane half_plane(const GearMaterial& material);

/// Motion of the surface point (x, 0) against (x + deep_x, deep_z) under unit loads spread evenly over |x| <
/// half_width: column 0 from P, column 1 from Q; rows along x and z [m per N/m].
Eigen::Matrix2d surface_against_deep(const HalfPlane& body, double x, const Vector2d& deep, double half_width);

}  // namespace trunnion
