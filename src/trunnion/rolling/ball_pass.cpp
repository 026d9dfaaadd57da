#include "trunnion/rolling/ball_pass.h"

#include <cmath>
#include <numbers>

#include "trunnion/rolling/five_dof.h"

namespace trunnion {

BallPass ball_pass_frequencies(const BallBearing& b, double inner_speed, double outer_speed) {
  constexpr double turn = 2 * std::numbers::pi;
  const double n_i = inner_speed / turn, n_o = outer_speed / turn,
               cage = cage_speed(b, inner_speed, outer_speed) / turn;
  const double gamma = b.ball_diameter * std::cos(b.contact_angle) / b.pitch_diameter;
  return {cage, b.balls * std::abs(cage - n_o), b.balls * std::abs(n_i - cage),
          b.pitch_diameter / (2 * b.ball_diameter) * (1 - gamma * gamma) * std::abs(n_i - n_o)};
}

}  // namespace trunnion
