#include "trunnion/rolling/load_integrals.h"

#include <cassert>
#include <cmath>
#include <numbers>

#include "trunnion/math/elliptic.h"

namespace trunnion {
namespace {

using std::numbers::pi;
using Moments = std::array<double, 4>;  ///< k = 0..3 of  int_0^{pi/2} sin^{2k} t w(t) dt

/// Sum over n of c_n (omega_{k+n} - share omega_{k+n+1}),  omega_k = int sin^{2k} t dt, c_n from c_0 = 1 by
/// `ratio(n)`: the power series in m, for small m where the closed forms cancel.
template <class Ratio>
Moments series(const Ratio& ratio, double share) {
  Moments sums{};
  double omega_k = pi / 2;
  for (int k = 0; k < 4; ++k) {
    double omega = omega_k, c = 1;
    for (int n = 0; n < 60; ++n) {
      const double next = omega * (2 * (k + n) + 1) / (2 * (k + n) + 2);
      const double term = c * (omega - share * next);
      sums[k] += term;
      if (std::abs(term) < 1e-18) break;
      omega = next;
      c *= ratio(n);
    }
    omega_k *= (2.0 * k + 1) / (2 * k + 2);
  }
  return sums;
}

constexpr double series_limit = 0.3;  ///< below: series (at most 35 terms); above: recurrences lose two digits at most

/// w = sqrt(1 - m sin^2 t): every ball loaded. The recurrence follows from d/dt (sin^{2k-1} t cos t w^3).
Moments moments_all_loaded(double m) {
  if (m < series_limit) return series([m](int n) { return m * (n - 0.5) / (n + 1); }, 0);
  const double q = 1 - m;
  const CompleteElliptic el = complete_elliptic(q > 0 ? q : 1e-300);  // K is infinite at m = 1, q K is not
  Moments T{el.E, (q * el.K + (2 * m - 1) * el.E) / (3 * m)};
  for (int k = 1; k < 3; ++k)
    T[k + 1] = ((2 * k + (2 * k + 2) * m) * T[k] - (2 * k - 1) * T[k - 1]) / ((2 * k + 3) * m);
  return T;
}

/// w = cos^2 t/sqrt(1 - eps sin^2 t), sin t = sin(psi/2)/sqrt(eps): a load zone. From d/dt (sin^{2k-1} t cos^3 t ...).
Moments moments_load_zone(double eps) {
  if (eps < series_limit) return series([eps](int n) { return eps * (n + 0.5) / (n + 1); }, 1);
  const double q = 1 - eps;
  const CompleteElliptic el = complete_elliptic(q > 0 ? q : 1e-300);
  Moments I{el.B, ((2 - eps) * el.E - 2 * q * el.K) / (3 * eps * eps)};
  for (int k = 1; k < 3; ++k)
    I[k + 1] = ((2 * k + 2 + 2 * k * eps) * I[k] - (2 * k - 1) * I[k - 1]) / ((2 * k + 3) * eps);
  return I;
}

/// From moments in sin^{2k} t to moments in cos^j psi = (1 - 2 g sin^2 t)^j.
double cosine_moment(const Moments& M, double g, int j) {
  switch (j) {
    case 0:
      return M[0];
    case 1:
      return M[0] - 2 * g * M[1];
    case 2:
      return M[0] - 4 * g * M[1] + 4 * g * g * M[2];
    default:
      return M[0] - 6 * g * M[1] + 12 * g * g * M[2] - 8 * g * g * g * M[3];
  }
}

/// One more factor d/d_max = 1 - f sin^2 t.
Moments times_deflection(const Moments& M, double f) { return {M[0] - f * M[1], M[1] - f * M[2], M[2] - f * M[3]}; }

}  // namespace

LoadIntegrals load_integrals(double m) {
  assert(m >= 0);
  // In t the deflection is 1 - m sin^2 t when all are loaded, and cos^2 t within a load zone.
  const bool all = m <= 1;
  const double g = all ? 1 : 1 / m, f = all ? m : 1, scale = 2 / pi * (all ? 1 : std::sqrt(g));
  const Moments half = all ? moments_all_loaded(m) : moments_load_zone(g);
  const Moments three_half = times_deflection(half, f);
  LoadIntegrals out{};
  for (int j = 0; j < 4; ++j) out.half[j] = scale * cosine_moment(half, g, j);
  for (int j = 0; j < 3; ++j) out.three_half[j] = scale * cosine_moment(three_half, g, j);
  out.five_half = scale * times_deflection(three_half, f)[0];
  return out;
}

double load_zone_half_angle(double m) { return m <= 1 ? pi : std::acos(1 - 2 / m); }

}  // namespace trunnion
