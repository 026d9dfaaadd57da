#pragma once
// math/gauss_legendre.h -- Gauss-Legendre rule of any order on the unit interval:
//   int_0^1 f(s) ds = sum_i weights[i] f(points[i]),  exact for polynomials of degree 2n - 1.

#include "trunnion/math/types.h"

namespace trunnion {

struct GaussRule {
  VectorXd points;   ///< ascending, in (0, 1)
  VectorXd weights;  ///< sum to 1
};

GaussRule gauss_legendre(int n);

}  // namespace trunnion
