#pragma once
// rolling/row_sum.h -- all balls of one row when the deflection is a cosine of the ball's angle (fixed contact angle).
//   d(phi) = u . b(phi),   b = (1, cos phi, sin phi)                                       (theory/rolling.md, Eq. 1.2)
//   F = sum Q b,   dF/du = sum dQ/dd b b^T,   dF/du' = sum dQ/dd' b b^T (Eq. 1.5)
// As a sum over the balls at their places, or as Z/(2 pi) times the integral over the circle (the mean over all
// places of the cage). The integral is closed (elliptic) while no ball's guard acts, and a quadrature between the
// angles where something switches otherwise; both are exact to rounding, so the change is not felt.

#include "trunnion/math/types.h"
#include "trunnion/rolling/ball_law.h"

namespace trunnion {

struct RowLaw {
  int balls = 0;
  double k = 0;  ///< [N/m^(3/2)] per ball, both races in series
  BallDamping damping{};
};

struct RowSum {
  Vector3d force = Vector3d::Zero();      ///< [N]
  Matrix3d stiffness = Matrix3d::Zero();  ///< dF/du [N/m]
  Matrix3d damping = Matrix3d::Zero();    ///< dF/du' [N s/m]
  Vector3d d_cage = Vector3d::Zero();     ///< dF/d(cage angle) [N/rad], zero for the integral
  double stored_energy = 0;               ///< [J]
  double dissipated_power = 0;            ///< [W]
  double max_ball_load = 0;               ///< [N]
  double max_ball_angle = 0;              ///< phi of the most loaded ball [rad]
  double load_zone = 0;                   ///< angle of the circle where d > 0 [rad], 0 to 2 pi
};

/// u [m], u' [m/s]; ball j stands at cage_angle + 2 pi j/Z.
RowSum sum_over_balls(const RowLaw& row, const Vector3d& u, const Vector3d& rate, double cage_angle);

RowSum integrate_over_circle(const RowLaw& row, const Vector3d& u, const Vector3d& rate);

}  // namespace trunnion
