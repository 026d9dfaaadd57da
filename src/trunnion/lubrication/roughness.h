#pragma once
// lubrication/roughness.h -- how rough faces change the flow and friction of a film on average (Patir and Cheng).
//   H = h/sigma, sigma^2 = sigma_1^2 + sigma_2^2;  below H = 1/2 factors are held          (theory/lubrication.md, 9)
//   pressure flow times phi, mean gap h_T, flow by shear of the roughness (w_1 - w_2)/2 sigma phi_s
//   friction: tau = eta u/h (phi_f +- phi_fs) +- phi_fp (h/2) dp/dx, + on face 2
// Gaussian heights; `pattern` is how much longer asperities are along the motion than across it.

#include <string>

#include "trunnion/math/types.h"

namespace trunnion {

struct Roughness {
  double sigma_1 = 0, sigma_2 = 0;  ///< root mean squares of the faces [m]; both 0: smooth
  double pattern = 1;               ///< 1/9, 1/6, 1/3, 1, 3, 6 or 9
  bool smooth() const { return sigma_1 == 0 && sigma_2 == 0; }
  double sigma() const { return std::hypot(sigma_1, sigma_2); }
  /// (sigma_1^2 - sigma_2^2)/sigma^2
  double difference() const;
};

/// Throws InputError naming `name`, with the patterns there are.
void validate(const Roughness& roughness, const std::string& name);

/// A number with its derivative by the gap h [m].
struct GapFactor {
  double value = 1, slope = 0;
};

GapFactor flow_along(const Roughness& roughness, double h);                ///< phi of the flow along the motion
GapFactor flow_across(const Roughness& roughness, double h);               ///< and across
GapFactor shear_flow(const Roughness& roughness, double h);                ///< sigma phi_s of both faces [m]
GapFactor friction_factor(const Roughness& roughness, double h);           ///< phi_f
GapFactor friction_difference(const Roughness& roughness, double h);       ///< phi_fs of both faces
GapFactor friction_pressure_factor(const Roughness& roughness, double h);  ///< phi_fp

/// h_T = E[max(h + delta, 0)] with two derivatives.
struct MeanGap {
  double value = 0, slope = 1, curvature = 0;
};
MeanGap mean_gap(const Roughness& roughness, double h);

}  // namespace trunnion
