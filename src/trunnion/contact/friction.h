#pragma once
// contact/friction.h -- what resists sliding, rolling and spinning, smooth through rest.
//   F_t = -mu N v/sqrt(v.v + v_s^2)                 Coulomb, regularized by v_s            (theory/contact.md, Eq. 4.1)
//   M_r = -c_r N w_t/sqrt(w_t.w_t + w_s^2)          rolling resistance, arm c_r [m]                           (Eq. 4.2)
//   M_s = -(3/8) mu N a E(1 - b^2/a^2) w_n/sqrt(w_n^2 + w_s^2)   spin on a Hertz ellipse                      (Eq. 4.3)
// All do negative work for every motion. Below v_s the contact creeps: v_s is a few per mille of the working speed.

#include <cmath>

#include "trunnion/math/types.h"

namespace trunnion {

struct FrictionLaw {
  double coefficient = 0;     ///< mu, or the arm c_r [m] of rolling resistance
  double regularization = 0;  ///< v_s [m/s], or w_s [rad/s] for rolling and spin; > 0
};

struct FrictionForce {
  Vector3d value = Vector3d::Zero();       ///< F_t [N], or M_r [N m]
  Vector3d d_normal = Vector3d::Zero();    ///< dF_t/dN
  Matrix3d d_velocity = Matrix3d::Zero();  ///< dF_t/dv [N s/m]
};

/// Sliding velocity v [m/s] in the tangent plane and normal force N [N]; the same formula with the tangential part of
/// the relative angular velocity gives rolling resistance.
FrictionForce friction_force(const FrictionLaw& law, double normal_force, const Vector3d& velocity);

/// Arm of the spin moment over mu N [m]: (3/8) a E(1 - b^2/a^2); 3 pi a/16 for a circle. a >= b: semi-axes.
double spin_arm(double a, double b);

/// v/sqrt(v^2 + v_s^2), the smooth sign, for plain and dual numbers.
template <class Scalar>
Scalar smooth_sign(const Scalar& v, double regularization) {
  using std::sqrt;
  return v / sqrt(v * v + regularization * regularization);
}

}  // namespace trunnion
