#pragma once
// forces/point_touch.h -- force and moment of one touching point between two bodies, and their exact derivatives.
//   v_r = d' + w x l,  h' = m.v_r,   N = e h_+^(3/2) max(0, 1 + c h')
//   F = -N m + F_t(v_r - h' m),   T = l x F + M_rolling + M_spin                            (theory/forces.md, Eq. 8.1)
// m: unit normal from body I into body J, l: from I's marker to where the force acts, at half the overlap. Shared by
// balls on raceways and by surfaces of any shape: they differ only in how h, m, l and the curvatures follow the pose.

#include "trunnion/contact/friction.h"
#include "trunnion/contact/normal_force.h"
#include "trunnion/contact/point_law.h"

namespace trunnion {

struct TouchLaw {
  double reduced_modulus = 0;  ///< E* [Pa]
  PointLaw law;
  double rate_factor = 0;    ///< c [s/m]
  FrictionLaw sliding;       ///< mu, v_s
  FrictionLaw rolling;       ///< arm [m], w_s; coefficient 0: none
  bool spin_moment = false;  ///< of the contact ellipse, with mu and `rolling.regularization`
};

/// Throws InputError, naming the entry.
void validate(const TouchLaw& law);

/// Error of a position that such contacts forgive: a ten-thousandth of the approach of a ball of this radius [m] under
/// a tenth of a newton per square millimetre of its section.
double touch_resolution(const TouchLaw& law, double radius);

struct TouchPlace {
  double approach = 0;  ///< h > 0 [m]
  Vector3d m = Vector3d::Zero(), lever = Vector3d::Zero();
  RelativeCurvature curvature;
};

/// What holds at one touching point.
struct Touch {
  PointStiffness stiffness;
  Vector3d v_r = Vector3d::Zero(), v_t = Vector3d::Zero();  ///< of I against J there, and its tangential part [m/s]
  double rate = 0;                                          ///< h' [m/s]
  NormalForce normal;
  FrictionForce sliding, rolling;
  double spin_speed = 0;                   ///< about m [rad/s]
  double arm = 0, arm_dP = 0, arm_dQ = 0;  ///< of spin over the root of h
  double spin = 0;                         ///< moment about m, over the smooth sign of its speed [N m]
  Vector3d moment = Vector3d::Zero();      ///< of rolling and spin [N m]
  /// What friction and damping take [W].
  double losses(const Vector3d& w) const { return normal.dissipated_power - sliding.value.dot(v_t) - moment.dot(w); }
};
/// v = d' and w: of I against J, in the axes in which the place is given.
Touch touch(const TouchLaw& law, const TouchPlace& place, const Vector3d& v, const Vector3d& w);
/// (F, T) on I at its marker.
Vector6d touch_wrench(const TouchPlace& place, const Touch& t);

/// Derivatives of the place and of the motion by any three variables.
struct TouchChange {
  Matrix3d m = Matrix3d::Zero(), lever = Matrix3d::Zero(), v = Matrix3d::Zero(), w = Matrix3d::Zero();
  Eigen::RowVector3d h = Eigen::RowVector3d::Zero(), P = Eigen::RowVector3d::Zero(), Q = Eigen::RowVector3d::Zero();
};
TouchChange change_of_velocity();          ///< by d'
TouchChange change_of_angular_velocity();  ///< by w
Eigen::Matrix<double, 6, 3> touch_tangent(const TouchLaw& law, const TouchPlace& place, const Touch& t,
                                          const Vector3d& w, const TouchChange& d);

}  // namespace trunnion
