#include "trunnion/rolling/ball_law.h"

#include <cmath>

#include "trunnion/contact/normal_force.h"

namespace trunnion {

double damping_guard(const BallDamping& damping, double deflection, double rate) {
  switch (damping.kind) {
    case BallDamping::Kind::hunt_crossley:
      return 1 + damping.coefficient * rate;
    case BallDamping::Kind::proportional:
      return deflection + damping.coefficient * rate;
    case BallDamping::Kind::none:
      break;
  }
  return 1;
}

BallLoad ball_load(double k, const BallDamping& damping, double deflection, double rate) {
  if (damping.kind != BallDamping::Kind::proportional) {
    const double factor = damping.kind == BallDamping::Kind::none ? 0 : damping.coefficient;
    const NormalForce F = normal_force(k, factor, deflection, rate);
    return {F.value, F.d_approach, F.d_rate, F.stored_energy, F.dissipated_power};
  }
  if (deflection <= 0) return {};
  const double soft = damping.softening, x = deflection + soft, root = std::sqrt(x);
  const double w = deflection / root, dw = (0.5 * deflection + soft) / (x * root);
  const double guard = damping_guard(damping, deflection, rate);
  BallLoad out;
  if (guard > 0) {
    out.Q = k * w * guard;
    out.d_deflection = k * (dw * guard + w);
    out.d_rate = k * w * damping.coefficient;
  }
  // int_0^d s^2/sqrt(s + d_s) ds
  out.stored_energy =
      k * (root * (0.4 * x * x - 4.0 / 3 * soft * x + 2 * soft * soft) - 16.0 / 15 * soft * soft * std::sqrt(soft));
  out.dissipated_power = (out.Q - k * w * deflection) * rate;
  return out;
}

}  // namespace trunnion
