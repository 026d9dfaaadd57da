#pragma once
// bodies/marker.h -- a named frame on a body: fixed to a rigid body, or following a node of a flexible one.
//   r_P = R + A u,  u = p + Phi q + 1/2 g(q) q;     A_P = A E A_0,  E = exp(skew(th)),  th = Phi' q + 1/2 g'(q) q
//   (v_P; w_P) = J v,  J = [ I  -A skew(u)  A (Phi + g(q)) ;  0  A  A J_l (Phi' + g'(q)) ]
//                                                                              (theory/bodies.md, Eq. 5.1 to 5.5)
// World axes throughout: v_P [m/s], w_P [rad/s]. J_l is the left Jacobian of the rotation th. g and g' are zero unless
// the body has geometric stiffness from interface loads.

#include "trunnion/bodies/inertia_forces.h"

namespace trunnion {

struct Marker {
  std::string name;                    ///< "crank.pin"
  Index body = -1;                     ///< -1 = ground
  Vector3d p = Vector3d::Zero();       ///< in the body frame, undeformed [m]
  Matrix3d A0 = Matrix3d::Identity();  ///< marker axes in body axes
  Matrix3Xd translation, rotation;     ///< Phi, Phi' of its node; no columns on a rigid body
  /// Second order in q (InterfaceRows); empty: none.
  MatrixXd translation2 = {}, rotation2 = {};

  bool follows_node() const { return translation.cols() > 0; }
};

/// Throws InputError naming the interfaces there are when `interface` is not one of them.
Marker interface_marker(const std::string& name, const Body& body, Index body_index, const std::string& interface);

/// A frame and its twist in world axes.
struct FrameMotion {
  Vector3d r = Vector3d::Zero();      ///< [m]
  Matrix3d R = Matrix3d::Identity();  ///< axes
  Vector3d v = Vector3d::Zero();      ///< [m/s]
  Vector3d w = Vector3d::Zero();      ///< [rad/s]
};

/// Motion of a marker and its derivatives; filled by update_marker.
struct MarkerKinematics {
  FrameMotion motion;
  Matrix6Xd J;  ///< twist = J v; no columns on ground
  Matrix6Xd H;  ///< d(J v)/dx at constant v; by update_marker_rates
};

void update_marker(const Marker& marker, const BodyPose& pose, const VectorIn& v, MarkerKinematics& out);
void update_marker_rates(const Marker& marker, const BodyPose& pose, const VectorIn& v, MarkerKinematics& out);

/// Adds weight * d(J' w)/dx for a wrench w = (force, moment) that stays constant in world axes.
void add_wrench_tangent(const Marker& marker, const BodyPose& pose, const Vector6d& wrench, double weight,
                        MatrixOut out);

}  // namespace trunnion
