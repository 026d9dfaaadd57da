#include "trunnion/math/elliptic.h"

#include <cassert>
#include <cmath>
#include <numbers>

namespace trunnion {

CompleteElliptic complete_elliptic(double q) {
  assert(q > 0 && q <= 1);
  const double m = 1 - q, root = std::sqrt(q);
  // Means a, g and r = c_n^2/m, where c_n = (a - g)/2 is the defect before step n; dividing by m beforehand keeps
  // the circular limit m = 0 free of 0/0.
  double a = 0.5 * (1 + root), g = std::sqrt(root);
  double r = m / (4 * (1 + root) * (1 + root)), weight = 1, sum = r;
  while (m * r > 1e-34 * a * a) {
    const double next = 0.5 * (a + g);
    g = std::sqrt(a * g);
    a = next;
    r *= m * r / (16 * a * a);
    weight *= 2;
    sum += weight * r;
  }
  const double K = std::numbers::pi / (2 * a), B = K * (0.5 - sum), D = K * (0.5 + sum);
  return {.K = K, .E = B + q * D, .B = B, .D = D};
}

}  // namespace trunnion
