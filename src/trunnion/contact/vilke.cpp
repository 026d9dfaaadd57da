#include "trunnion/contact/vilke.h"

#include <cassert>
#include <cmath>
#include <numbers>

#include "trunnion/math/elliptic.h"

namespace trunnion {

PointStiffness vilke_point(const RelativeCurvature& curvature, double reduced_modulus) {
  constexpr double k = 0.357469;  // the published fit; 2 pi^(-3/2) would be exact for circles
  const auto [P, Q] = curvature;
  assert(P > 0 && P <= Q);
  const CompleteElliptic el = complete_elliptic(P / Q);
  const double e =
      k * 2 * std::numbers::pi / 3 * reduced_modulus * std::sqrt(el.E) * std::pow(P, -0.375) * std::pow(Q, -0.125);
  const double shape = el.D / (4 * el.E * Q);  // from dE/dm = -D/2
  return {.e = e, .de_dP = e * (shape - 0.375 / P), .de_dQ = e * (-shape * P / Q - 0.125 / Q)};
}

}  // namespace trunnion
