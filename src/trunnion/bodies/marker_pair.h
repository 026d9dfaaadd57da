#pragma once
// bodies/marker_pair.h -- how marker I moves relative to marker J, and what a wrench between them does to both bodies.
//   d = R_J' (r_I - r_J),  R = R_J' R_I;   rates d' and w = R_J' (w_I - w_J), all in the axes of J
//   (d'; w) = B (v_I, w_I, v_J, w_J);  a wrench W = (F, T) on I at I's origin, in J's axes, acts on both as B' W
// (theory/bodies.md, Eq. 6.1 to 6.6). Joints and marker forces are both made of this: power W.(d'; w) by construction.

#include "trunnion/bodies/marker.h"

namespace trunnion {

using Matrix12d = Eigen::Matrix<double, 12, 12>;
using Matrix6x12d = Eigen::Matrix<double, 6, 12>;
using Vector12d = Eigen::Matrix<double, 12, 1>;

struct RelativeMotion {
  Vector3d d = Vector3d::Zero();      ///< from J to I [m]
  Matrix3d R = Matrix3d::Identity();  ///< axes of I
  Vector3d v = Vector3d::Zero();      ///< d' as seen from J [m/s]
  Vector3d w = Vector3d::Zero();      ///< of I relative to J [rad/s]
};

RelativeMotion relative_motion(const FrameMotion& I, const FrameMotion& J);
Matrix6x12d relative_jacobian(const FrameMotion& I, const FrameMotion& J);  ///< B

/// d(B V)/d(pose of I, pose of J) at constant twists V; pose increments (dr, dpsi) in world axes.
Matrix6x12d relative_rate_tangent(const FrameMotion& I, const FrameMotion& J);

/// d(B' W)/d(poses) at constant W.
Matrix12d wrench_transport_tangent(const FrameMotion& I, const FrameMotion& J, const Vector6d& W);

}  // namespace trunnion
