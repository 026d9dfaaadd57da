#pragma once
// rolling/rating.h -- load ratings and equivalent loads of ball bearings.
//   C_r = b_m f_c (i cos alpha)^0.7 Z^(2/3) D^1.8   [N, mm]   ISO 281, D <= 25.4 mm        (theory/rolling.md, Eq. 4.1)
//   C_0r = f_0 i Z D^2 cos alpha                    [N, mm]   ISO 76 (Eq. 4.3) P = X F_r + Y F_a,   P_0 = max(F_r, X_0
//   F_r + Y_0 F_a)                                                     (Eq. 4.5)
// f_c and f_0 are evaluated from the theory behind the tables of the standards (Lundberg and Palmgren; Hertz at
// 4200 MPa), so that they follow the actual grooves. Radial and angular-contact bearings, alpha <= 45 degrees.

#include "trunnion/rolling/bearing.h"

namespace trunnion {

struct LoadRatings {
  double dynamic = 0;        ///< C_r [N] of the whole bearing
  double static_ = 0;        ///< C_0r [N] of the whole bearing
  double fc = 0, f0 = 0;     ///< factors of the standards [N, mm]
  double fatigue_limit = 0;  ///< C_u [N]
  double static_ball = 0;    ///< ball load [N] at which a race reaches 4200 MPa
  double inner_ring = 0;     ///< Q_ci [N]: equivalent ball load for a million revolutions of the inner ring, one row
  double outer_ring = 0;     ///< Q_ce [N]
  int rows = 1;              ///< i
};

/// Throws InputError for contact angles above 45 degrees (thrust bearings have ratings of their own).
LoadRatings load_ratings(const BallBearing& bearing);

/// P [N] from radial and axial load [N] after ISO 281.
double dynamic_equivalent_load(const BallBearing& bearing, const LoadRatings& ratings, double radial, double axial);

/// P_0 [N] after ISO 76.
double static_equivalent_load(const BallBearing& bearing, double radial, double axial);

/// Static safety from the real load distribution: ball load at 4200 MPa over the largest ball load.
double static_safety(const LoadRatings& ratings, double max_ball_load);

}  // namespace trunnion
