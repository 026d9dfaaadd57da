#pragma once
// contact/vilke.h -- Vilke's volumetric formula for the coefficient of F = e h^(3/2).
//   e = k (2 pi/3) E* sqrt(E(m)) P^(-3/8) Q^(-1/8),   m = 1 - P/Q,   k = 0.357469          (theory/contact.md, Eq. 2.1)
// One elliptic integral and no equation to solve. Within 0.48 % of Hertz while b/a > 0.063; 1 % low at b/a = 0.05,
// 9 % at 0.01.

#include "trunnion/contact/hertz.h"

namespace trunnion {

PointStiffness vilke_point(const RelativeCurvature& curvature, double reduced_modulus);

}  // namespace trunnion
