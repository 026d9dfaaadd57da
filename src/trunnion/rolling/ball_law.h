#pragma once
// rolling/ball_law.h -- force of one ball between two races over its deflection d and the rate of it.
//   elastic           Q = k d_+^(3/2)
//   hunt_crossley     Q = k d_+^(3/2) max(0, 1 + chi d')                                   (theory/rolling.md, Eq. 1.3)
//   proportional      Q = k d_+/sqrt(d_+ + d_s) max(0, d + c d') (Eq. 1.4)
// Neither damping ever pulls or creates energy. The proportional one is the law F = K (delta + c delta') of the
// literature with a guard; its slope at touch-down grows like c d'/sqrt(d_s), so choose d_s > 0 for single balls.

namespace trunnion {

struct BallDamping {
  enum class Kind { none, hunt_crossley, proportional };
  Kind kind = Kind::none;
  double coefficient = 0;  ///< chi [s/m] or c [s]
  double softening = 0;    ///< d_s [m], proportional only; about 1e-3 of the working deflection
};

struct BallLoad {
  double Q = 0;                 ///< [N]
  double d_deflection = 0;      ///< dQ/dd [N/m]
  double d_rate = 0;            ///< dQ/dd' [N s/m]
  double stored_energy = 0;     ///< [J]
  double dissipated_power = 0;  ///< [W] >= 0
};

/// k [N/m^(3/2)], d [m], d' [m/s].
BallLoad ball_load(double k, const BallDamping& damping, double deflection, double rate);

/// Where the damping lets go: the ball carries nothing while this is negative.
double damping_guard(const BallDamping& damping, double deflection, double rate);

}  // namespace trunnion
