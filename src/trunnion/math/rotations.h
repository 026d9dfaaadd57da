#pragma once
// math/rotations.h -- rotation vectors and the group of rotations SO(3), exact up to round-off for every angle.
//   exp(v) = I + s S + a S^2,   S = skew(v), t = |v|, s = sin t / t, a = (1 - cos t) / t^2    (1.1)
//   exp(v + dv) = exp(v) exp(J_r(v) dv) to first order: J_r is the right Jacobian            (1.3)
// With body axes written in world axes, R' = R skew(w) where w = J_r(v) v' is the angular velocity in BODY axes.
// Angles in rad. The left Jacobian is J_r(v)^T = J_r(-v).

#include "trunnion/math/types.h"

namespace trunnion {

Matrix3d skew(const Vector3d& v);  ///< skew(v) w = v x w

Matrix3d rotation_exp(const Vector3d& v);      ///< turn by |v| about v
Vector3d rotation_log(const Matrix3d& R);      ///< v with exp(v) = R and |v| <= pi; R must be orthonormal
Matrix3d nearest_rotation(const Matrix3d& R);  ///< takes the drift of long products off

/// J_r = I - a S + b S^2,  b = (t - sin t) / t^3.
Matrix3d right_jacobian(const Vector3d& v);

/// J_r^-1 = I + S/2 + c S^2,  c = (1 - (t/2) cot(t/2)) / t^2. Exists for |v| < 2 pi.
Matrix3d right_jacobian_inverse(const Vector3d& v);

/// d( J_r(v) w ) / dv at constant w.
Matrix3d right_jacobian_derivative(const Vector3d& v, const Vector3d& w);

/// d( J_r(v)^T w ) / dv at constant w.
Matrix3d right_jacobian_transpose_derivative(const Vector3d& v, const Vector3d& w);

/// d( J_r(v)^-1 w ) / dv at constant w.
Matrix3d right_jacobian_inverse_derivative(const Vector3d& v, const Vector3d& w);

}  // namespace trunnion
