#include "trunnion/math/gauss_legendre.h"

#include <cassert>
#include <cmath>
#include <numbers>

namespace trunnion {

GaussRule gauss_legendre(int n) {
  assert(n > 0);
  GaussRule rule{VectorXd(n), VectorXd(n)};
  for (int i = 0; i < n; ++i) {
    // Newton on the Legendre polynomial P_n from an asymptotic place of its root; P and P' by recurrence.
    double x = -std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5)), slope = 1;
    for (int k = 0; k < 10; ++k) {
      double before = 0, P = 1;
      for (int j = 1; j <= n; ++j) {
        const double next = ((2 * j - 1) * x * P - (j - 1) * before) / j;
        before = P;
        P = next;
      }
      slope = n * (x * P - before) / (x * x - 1);
      const double step = P / slope;
      x -= step;
      if (std::abs(step) < 1e-16) break;
    }
    rule.points[i] = 0.5 * (1 + x);
    rule.weights[i] = 1 / ((1 - x * x) * slope * slope);
  }
  return rule;
}

}  // namespace trunnion
