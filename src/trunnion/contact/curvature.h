#pragma once
// contact/curvature.h -- how fast the gap between two facing surfaces opens.
//   gap(x, y) = P x^2 + Q y^2 - h,   0 < P <= Q [1/m]                                     (theory/contact.md, Eq. 1.2)
// P and Q are HALF the sums of principal curvatures: a ball of radius R on a plane has P = Q = 1/(2R).

#include "trunnion/math/types.h"

namespace trunnion {

/// Principal curvatures of one surface [1/m]; convex positive, concave negative, plane zero.
struct SurfaceCurvature {
  double first = 0, second = 0;
};

struct RelativeCurvature {
  double P = 0, Q = 0;  ///< [1/m], P <= Q
};

/// `angle` [rad] lies between the two `first` directions. Throws InputError when the surfaces conform (P <= 0).
RelativeCurvature relative_curvature(const SurfaceCurvature& a, const SurfaceCurvature& b, double angle);

/// From the symmetric form of the gap in any orthonormal tangent axes: gap = x^T form x - h.
RelativeCurvature relative_curvature(const Eigen::Matrix2d& form);

/// A ball in a groove that runs along a circle of curvature `race` [1/m] (positive: inner ring, negative: outer ring)
/// at the contact. Throws InputError when the groove is not wider than the ball.
RelativeCurvature ball_in_groove(double ball_radius, double groove_radius, double race);

}  // namespace trunnion
