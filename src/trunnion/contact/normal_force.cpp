#include "trunnion/contact/normal_force.h"

#include <cmath>

namespace trunnion {

NormalForce normal_force(double e, double rate_factor, double approach, double approach_rate) {
  if (approach <= 0) return {};
  const double root = std::sqrt(approach), power = approach * root, elastic = e * power;
  const double factor = 1 + rate_factor * approach_rate;
  NormalForce out{.stored_energy = 0.4 * elastic * approach};
  if (factor > 0) {
    out.value = elastic * factor;
    out.d_approach = 1.5 * e * root * factor;
    out.d_rate = elastic * rate_factor;
    out.d_stiffness = power * factor;
  }
  out.dissipated_power = (out.value - elastic) * approach_rate;
  return out;
}

}  // namespace trunnion
