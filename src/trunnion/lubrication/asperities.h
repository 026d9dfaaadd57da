#pragma once
// lubrication/asperities.h -- what rough faces carry by contact where the film is thin (Greenwood and Tripp).
//   p_a = 16 sqrt(2) pi/15 (sigma beta eta)^2 sqrt(sigma/beta) E' F_5/2(h/sigma),   1/E' = sum (1 - nu^2)/E
//   share of the area in contact: pi^2 (sigma beta eta)^2 F_2(h/sigma)               (theory/lubrication.md, Eq. 9.8)
//   F_n(H) = (2 pi)^-1/2 int_H^inf (s - H)^n exp(-s^2/2) ds
// F_5/2 by a fit of 0.11 % from H = -1 to 4.5, fading to zero at 5; straight below -1.

#include <string>

#include "trunnion/math/types.h"

namespace trunnion {

struct Asperities {
  double sigma = 0;       ///< [m]
  double density = 0.04;  ///< sigma beta eta: roughness, radius of asperities, number per area
  double slender = 1e-3;  ///< sigma/beta
  double modulus = 0;     ///< E' [Pa]
  bool none() const { return !(sigma > 0 && modulus > 0); }
};

/// Throws InputError naming `name` and the first impossible entry.
void validate(const Asperities& asperities, const std::string& name);

struct AsperityPressure {
  double value = 0, slope = 0;  ///< [Pa], and by the gap [Pa/m]
  double area_share = 0;        ///< of real contact
};
AsperityPressure asperity_pressure(const Asperities& asperities, double h);

/// F_5/2 with its derivative.
struct HeightIntegral {
  double value = 0, slope = 0;
};
HeightIntegral height_integral(double H);

}  // namespace trunnion
