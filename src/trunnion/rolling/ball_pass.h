#pragma once
// rolling/ball_pass.h -- frequencies at which balls pass places of a bearing whose parts roll without slip.
//   gamma = D cos(alpha)/d_m,   f_c = (n_i (1 - gamma) + n_o (1 + gamma))/2
//   f_o = Z |f_c - n_o|,   f_i = Z |n_i - f_c|,   f_b = d_m/(2 D) (1 - gamma^2) |n_i - n_o|     (theory/rolling.md,
//   Eq. 6.4)

#include "trunnion/rolling/bearing.h"

namespace trunnion {

struct BallPass {
  double cage = 0;   ///< f_c: a ball goes round [Hz], signed
  double outer = 0;  ///< f_o: balls pass a place of the outer race [Hz]
  double inner = 0;  ///< f_i: of the inner race [Hz]
  double ball = 0;   ///< f_b: a ball turns against the line to the axis [Hz]
};

/// Speeds of the rings [rad/s].
BallPass ball_pass_frequencies(const BallBearing& bearing, double inner_speed, double outer_speed);

}  // namespace trunnion
