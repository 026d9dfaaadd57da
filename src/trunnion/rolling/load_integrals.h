#pragma once
// rolling/load_integrals.h -- means over the circle of powers of a ball deflection that varies like a cosine.
//   d(psi)/d_max = 1 - (1 - cos psi)/(2 eps) = 1 - m sin^2(psi/2),   m = 1/eps = 2r/d_max   (theory/rolling.md,
//   Eq. 1.6) moment_j^(p) = (1/2pi) int (d_+/d_max)^p cos^j psi dpsi,   p = 1/2, 3/2, 5/2
// r: amplitude of the cosine. Exact by complete elliptic integrals; m < 1: all balls loaded, m = 1: the ball opposite
// just leaves, m > 1: a load zone of half angle arccos(1 - 2/m), m = 0: pure thrust.

#include <array>

namespace trunnion {

struct LoadIntegrals {
  std::array<double, 4> half;        ///< p = 1/2, j = 0..3: stiffness
  std::array<double, 3> three_half;  ///< p = 3/2, j = 0..2: force and damping
  double five_half;                  ///< p = 5/2, j = 0: energy
};

/// m >= 0.
LoadIntegrals load_integrals(double m);

/// Half angle of the load zone [rad], pi when every ball is loaded.
double load_zone_half_angle(double m);

}  // namespace trunnion
