#pragma once
// rolling/ball_row.h -- raceways of a bearing whose balls move by themselves, and where a ball starts between them.
//   groove centers: G = c - (r - R_B) (+-cos alpha, +-sin alpha), c: center of a ball that just touches
//   (theory/rolling.md, Eq. 6.1) seat:           sum of contact forces + m w_c^2 rho e_rho = 0 in the meridian of the
//   ball                          (6.2) rolling:        v + w x s_i m_i = v_i,  v + w x s_o m_o = 0  in the
//   least-squares sense, least |w|                 (6.3)
// All in axes of the outer ring, z along the bearing; the inner ring moves against it.

#include "trunnion/contact/point_law.h"
#include "trunnion/rolling/bearing.h"
#include "trunnion/rolling/race.h"

namespace trunnion {

/// What a raceway's profile looks like; lengths and angles as in race.h.
struct RaceProfile {
  RaceShape shape = RaceShape::groove;
  double shim = 0;        ///< gothic
  double cone_angle = 0;  ///< cone
};

/// The races of one row in the axes of their rings, which coincide when the bearing is not displaced.
struct BallRow {
  Race inner, outer;
  double pitch_radius = 0;  ///< of a ball that just touches both [m]
  double plane = 0;         ///< its z [m]
};

/// What a ball is made of and how it touches.
struct RollingBall {
  double radius = 0;           ///< R_B [m]
  double mass = 0;             ///< [kg]
  double reduced_modulus = 0;  ///< E* against the rings [Pa]
  PointLaw inner_law = {}, outer_law = {};
};

/// Throws InputError naming what does not go together (conforming groove, spindle torus, angle of a gothic arch).
std::vector<BallRow> ball_rows(const BallBearing& bearing, const RaceProfile& inner, const RaceProfile& outer);

/// Hertz's coefficients e of both contacts of an unloaded ball [N/m^(3/2)].
struct RaceStiffness {
  double inner = 0, outer = 0;
};
RaceStiffness unloaded_stiffness(const BallRow& row, const RollingBall& ball);

/// Pose and motion of the inner ring against the outer one, and the speed of the outer one about its axis [rad/s].
struct RingMotion {
  Vector3d d = Vector3d::Zero();
  Matrix3d R = Matrix3d::Identity();
  Vector3d v = Vector3d::Zero(), w = Vector3d::Zero();
  double outer_speed = 0;
};

struct BallSeat {
  Vector3d center = Vector3d::Zero();     ///< [m]
  Vector3d velocity = Vector3d::Zero();   ///< against the outer ring [m/s]
  Vector3d spin = Vector3d::Zero();       ///< angular velocity against the outer ring [rad/s]
  double inner_load = 0, outer_load = 0;  ///< [N]
};

/// A ball at `azimuth` [rad] from the outer ring's x: in equilibrium across its way, rolling along it. One that touches
/// nothing and does not go round lies at the outer race.
BallSeat seat_ball(const BallRow& row, const RollingBall& ball, const RingMotion& inner, double azimuth);

/// What a seated ball does to the inner ring: force and moment about the ring's origin, and how they change when the
/// ring moves by (dd, drho) while the ball finds its seat anew.
struct SeatedForce {
  BallSeat seat;
  Vector6d wrench = Vector6d::Zero();     ///< [N, N m]
  Matrix6d stiffness = Matrix6d::Zero();  ///< d(wrench)/d(dd, drho)
  double stored_energy = 0;               ///< of both contacts [J]
};
SeatedForce seated_force(const BallRow& row, const RollingBall& ball, const RingMotion& inner, double azimuth);

}  // namespace trunnion
