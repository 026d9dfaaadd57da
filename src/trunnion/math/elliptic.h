#pragma once
// math/elliptic.h -- complete elliptic integrals without cancellation at either end of their range.
//   K(m) = int_0^{pi/2} dt / sqrt(1 - m sin^2 t),   E(m) = int_0^{pi/2} sqrt(1 - m sin^2 t) dt
//   D = (K - E)/m,   B = (E - (1 - m) K)/m,   K = B + D,   E = B + (1 - m) D
// m is the PARAMETER (modulus squared). The argument is the complement q = 1 - m, so that nothing is lost near m = 1.

namespace trunnion {

struct CompleteElliptic {
  double K, E, B, D;
};

/// By the arithmetic-geometric mean, 0 < q <= 1 (q = 1 gives K = E = pi/2, B = D = pi/4 exactly).
CompleteElliptic complete_elliptic(double q);

}  // namespace trunnion
