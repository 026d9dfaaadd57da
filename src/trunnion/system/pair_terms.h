#pragma once
// system/pair_terms.h -- takes a wrench between two markers, and its tangent, to the coordinates of their bodies.
//   Q_b = J_b' (B' W)_b;   dQ/dx = J' [ B' (W_x B + W_v L) + d(B' W) ] J + J' B' W_v B H + d(J')(B' W)
// (theory/system.md, Eq. 1.3, 1.4). Joints bring W = lambda grad C, forces their law: one code for both.

#include "trunnion/system/workspace.h"

namespace trunnion {

/// residual += sign * generalised force of W (in J's axes); also adds |.| to the force scale.
void add_pair_load(const Mechanism& mechanism, Index I, Index J, const Vector6d& W, double sign, Workspace& work);

/// jacobian += sign * (stiffness dQ/dx + damping dQ/dv). Needs the marker rates H where the law depends on velocity.
void add_pair_tangent(const Mechanism& mechanism, Index I, Index J, const Vector6d& W, const WrenchTangent& law,
                      double sign, const TangentWeights& weights, Workspace& work);

RelativeMotion pair_motion(const Workspace& work, Index I, Index J);

/// Value of a coordinate, its rate, and how both change with the 12 pose increments and twists of its two markers.
struct CoordinateDerivatives {
  double value = 0, rate = 0;
  Vector12d pose;       ///< d value/d pose = d rate/d twist
  Vector12d rate_pose;  ///< d rate/d pose at constant twists
};
CoordinateDerivatives coordinate_derivatives(const Workspace& work, const RelativeCoordinate& c, double near);

}  // namespace trunnion
