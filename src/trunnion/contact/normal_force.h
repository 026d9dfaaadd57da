#pragma once
// contact/normal_force.h -- elastic force of a point contact with damping that starts from zero and never pulls.
//   F = e h_+^(3/2) max(0, 1 + c h')                                                      (theory/contact.md, Eq. 3.1)
// c [s/m] is the rate factor; c = (3/2) chi gives the coefficient of restitution 1 - chi v for slow impacts.
// Force and tangent are continuous at touch-down (h = 0); F has a kink where the guard takes hold (1 + c h' = 0).

namespace trunnion {

struct NormalForce {
  double value = 0;             ///< F [N] >= 0
  double d_approach = 0;        ///< dF/dh [N/m]
  double d_rate = 0;            ///< dF/dh' [N s/m]
  double d_stiffness = 0;       ///< dF/de [m^(3/2)]
  double stored_energy = 0;     ///< (2/5) e h^(5/2) [J]
  double dissipated_power = 0;  ///< (F - e h^(3/2)) h' [W] >= 0
};

/// h [m], h' [m/s], e [N/m^(3/2)], c [s/m].
NormalForce normal_force(double e, double rate_factor, double approach, double approach_rate);

/// c from the slope chi [s/m] of restitution over impact speed.
constexpr double rate_factor_of_restitution_slope(double chi) { return 1.5 * chi; }

}  // namespace trunnion
