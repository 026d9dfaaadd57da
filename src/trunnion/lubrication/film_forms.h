#pragma once
// lubrication/film_forms.h -- the dimensionless film force w(x, V) of every form, for plain and dual numbers.
//   F_L = 2 mu L (R/C)^3 w,   x = e/C,   lambda = L/D                                     (theory/lubrication.md, 2 to
//   4)
// No angle of x or V is ever formed, so that centered journals and pure squeeze are ordinary points.
// Included by film_force.cpp, journal.cpp and impedance_table.cpp only.

#include <array>
#include <cmath>
#include <numbers>

#include "trunnion/lubrication/film_force.h"
#include "trunnion/lubrication/impedance_table.h"
#include "trunnion/math/dual.h"
#include "trunnion/math/gauss_legendre.h"

namespace trunnion::film_forms {

using std::numbers::pi;

template <class T>
struct Vec {
  T x, y;
  friend Vec operator+(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y}; }
  friend Vec operator-(const Vec& a, const Vec& b) { return {a.x - b.x, a.y - b.y}; }
  friend Vec operator*(const T& s, const Vec& a) { return {s * a.x, s * a.y}; }
};
template <class T>
T dot(const Vec<T>& a, const Vec<T>& b) {
  return a.x * b.x + a.y * b.y;
}
template <class T>
T cross(const Vec<T>& a, const Vec<T>& b) {
  return a.x * b.y - a.y * b.x;
}

/// Linear film law w = c V + s (x.V) x: the full film resists with c + s eps^2 along x and with c across.
template <class T>
struct FullFilm {
  T c, s;
  Vec<T> times(const Vec<T>& x, const Vec<T>& V) const { return c * V + (s * dot(x, V)) * x; }
};

template <class T>
FullFilm<T> short_full(const T& eps2, double lambda) {  // Eq. 2.2
  using std::sqrt;
  const T h2 = 1.0 - eps2, h3 = h2 * sqrt(h2);
  return {2 * pi * lambda * lambda / h3, 6 * pi * lambda * lambda / (h3 * h2)};
}

template <class T>
FullFilm<T> long_full(const T& eps2) {  // Eq. 2.3
  using std::sqrt;
  const T h2 = 1.0 - eps2, h1 = sqrt(h2), b = 2.0 + eps2;
  return {12 * pi / (b * h1), 18 * pi / (b * h1 * h2)};
}

/// Mobilities of the short and the long film added, direction by direction (Eq. 2.4).
template <class T>
FullFilm<T> finite_full(const T& eps2, double lambda) {
  const FullFilm<T> s = short_full(eps2, lambda), l = long_full(eps2);
  const auto along = [&](const FullFilm<T>& f) { return f.c + f.s * eps2; };
  const T c = s.c * l.c / (s.c + l.c), a = along(s) * along(l) / (along(s) + along(l));
  // a - c, divided by eps^2 beforehand: 1/c - 1/a is the sum of the two forms' differences
  const T difference = s.s / (s.c * along(s)) + l.s / (l.c * along(l));
  return {c, difference * a * c};
}

template <class T>
FullFilm<T> full(const JournalFilm& film, const T& eps2) {
  const double lambda = film.length / (2 * film.radius);
  switch (film.form) {
    case JournalFilm::Form::short_:
      return short_full(eps2, lambda);
    case JournalFilm::Form::long_:
      return long_full(eps2);
    case JournalFilm::Form::finite:
    case JournalFilm::Form::table:
      break;
  }
  return finite_full(eps2, lambda);
}

/// Half film of the short bearing: integral of n n^T V/h^3 over the half circle around V, h = 1 - x.n   (Eq. 3.1).
/// Sommerfeld's substitution in vector form, n = N/(1 + x.m) with N = s m + (m.x) x/(1 + s) + x, s = sqrt(1 - eps^2),
/// makes the integrand a polynomial in the unit vector m.
template <class T>
Vec<T> short_half(const Vec<T>& x, const Vec<T>& V, double lambda) {
  using std::atan2;
  using std::sqrt;
  const T eps2 = dot(x, x), s2 = 1.0 - eps2, s = sqrt(s2), speed = sqrt(dot(V, V));
  const auto image = [&](const Vec<T>& n) {  // m of a direction n
    const T xn = dot(x, n);
    return (1.0 / (1.0 - xn)) * (s * n + (xn / (1.0 + s)) * x - x);
  };
  const Vec<T> across{-V.y / speed, V.x / speed};
  const Vec<T> m1 = image(T(-1.0) * across), m2 = image(across);
  T arc = atan2(cross(m1, m2), dot(m1, m2));  // positive sense, 0 to 2 pi
  if (value_of(arc) < 0) arc = arc + 2 * pi;
  // moments of m over the arc
  const Vec<T> mean{m2.y - m1.y, m1.x - m2.x};
  const T excess = 0.5 * (m2.x * m2.y - m1.x * m1.y), Mxx = 0.5 * arc + excess, Myy = 0.5 * arc - excess;
  const T Mxy = 0.25 * ((m2.y * m2.y - m2.x * m2.x) - (m1.y * m1.y - m1.x * m1.x));
  // N = A m + x with A = s I + x x^T/(1 + s);  integral of N (N.V) = A M (A V) + A mean (x.V) + x (mean.(A V)) + arc x
  // (x.V)
  const auto A = [&](const Vec<T>& a) { return s * a + (dot(x, a) / (1.0 + s)) * x; };
  const Vec<T> AV = A(V), MAV{Mxx * AV.x + Mxy * AV.y, Mxy * AV.x + Myy * AV.y};
  const T xV = dot(x, V), scale = 2 * lambda * lambda / (s2 * s2 * s);
  return scale * (A(MAV) + xV * A(mean) + (dot(mean, AV) + arc * xV) * x);
}

/// Half film of the long bearing: integral of n n^T U (1/h^2 + 1/h) over the half circle around U, where U is V with
/// its part across x reduced by 2/(2 + eps^2)                                                     (Eq. 3.3).
template <class T>
Vec<T> long_half(const Vec<T>& x, const Vec<T>& V) {
  using std::atan2;
  using std::sqrt;
  const T eps2 = dot(x, x), b = 2.0 + eps2;
  const Vec<T> U = (2.0 / b) * V + (dot(x, V) / b) * x;
  const T size = sqrt(dot(U, U));
  const Vec<T> u{U.x / size, U.y / size}, across{-u.y, u.x};
  if (value_of(eps2) < 0.01) {  // smooth integrand, whereas the closed form divides by eps^2
    static const GaussRule rule = gauss_legendre(24);
    Vec<T> sum{T(0.0), T(0.0)};
    for (Index i = 0; i < rule.points.size(); ++i) {
      const double t = pi * (rule.points[i] - 0.5);
      const Vec<T> n = T(std::cos(t)) * u + T(std::sin(t)) * across;
      const T h = 1.0 - dot(x, n);
      sum = sum + (pi * rule.weights[i] * std::cos(t) * (1.0 + h) / (h * h)) * n;
    }
    return (3.0 * size) * sum;
  }
  const T eps = sqrt(eps2), s = sqrt(1.0 - eps2);
  const Vec<T> p{x.x / eps, x.y / eps}, q{-p.y, p.x};  // along and across the eccentricity
  const auto place = [&](const Vec<T>& n) {            // (cos, sin) of phi from p, h, and of Sommerfeld's angle
    struct Place {
      T c, s, h, mc, ms;
    };
    const T c = dot(n, p), sn = dot(n, q), h = 1.0 - eps * c;
    return Place{c, sn, h, (c - eps) / h, s * sn / h};
  };
  const auto a = place(T(-1.0) * across), e = place(across);
  T arc = atan2(a.mc * e.ms - a.ms * e.mc, a.mc * e.mc + a.ms * e.ms);
  if (value_of(arc) < 0) arc = arc + 2 * pi;
  const T i1 = arc / s, i2 = (arc + eps * (e.ms - a.ms)) / (s * s * s);  // integrals of 1/h and 1/h^2
  const T cc = (i2 - i1 - eps * (e.s - a.s)) / eps2, ss = i2 + i1 - cc;
  const T cs = ((1.0 / a.h + a.h) - (1.0 / e.h + e.h)) / eps2;
  const T Up = dot(U, p), Uq = dot(U, q);
  return 3.0 * ((cc * Up + cs * Uq) * p + (cs * Up + ss * Uq) * q);
}

/// Finite ruptured film: fit of impedance, written in Cartesian components (Eqs. 4.1 to 4.4).
template <class T>
Vec<T> finite_fit(const Vec<T>& x, const Vec<T>& V, double lambda, double rest_speed) {
  using std::asin;
  using std::atan;
  using std::cos;
  using std::pow;
  using std::sin;
  using std::sqrt;
  const double l2 = lambda * lambda;
  const T speed2 = dot(V, V) + rest_speed * rest_speed;
  if (value_of(speed2) == 0) return (T(1 / (0.15 * (1 + 2.12 / l2)))) * V;  // centered damper: value 0
  const T inverse = 1.0 / sqrt(speed2);
  const Vec<T> n = inverse * V;
  const T xi = dot(x, n), eta = cross(n, x), t = sqrt(1.0 - eta * eta);  // eps cos(alpha), eps sin(alpha)
  const T B = (1.0 - dot(x, x)) / l2;
  const T a = 3.0 * eta * (1.0 + 3.6 * B) / (4.0 * (1.0 + 2.12 * B) * t);
  const T phase = asin(eta);
  const T psi = phase - (1.0 - xi / t) * (phase - atan(a)), c = cos(psi), s = sin(psi);
  const T X = xi * c + eta * s, Y = eta * c - xi * s, q = 1.0 - X;  // eps cos(gamma), eps sin(gamma)
  const T Q = q / l2, E = 1.0 + 2.12 * Q, G = 3.0 * Y * (1.0 + 3.6 * Q) / (4.0 * q);
  const T W = 1.0 / (0.15 * sqrt(E * E + G * G) * q * sqrt(q));
  return W * Vec<T>{c * V.x - s * V.y, s * V.x + c * V.y};
}

/// A value whose derivatives by two arguments are known.
inline double chained(double value, double, double, double, double) { return value; }
template <int N>
Dual<N> chained(double value, double by_a, double by_b, const Dual<N>& a, const Dual<N>& b) {
  return {value, by_a * a.g + by_b * b.g};
}

/// The fit, corrected by a table of solved films (Eq. 4.5).
template <class T>
Vec<T> table_form(const ImpedanceTable& table, const Vec<T>& x, const Vec<T>& V, double lambda, double rest_speed) {
  using std::atan2;
  using std::cos;
  using std::exp;
  using std::sin;
  using std::sqrt;
  const Vec<T> fit = finite_fit(x, V, lambda, rest_speed);
  const T speed2 = dot(V, V) + rest_speed * rest_speed;
  if (value_of(speed2) == 0) return T(std::exp(table(0, 0).log_ratio)) * fit;
  const T inverse = 1.0 / sqrt(speed2);
  const Vec<T> n = inverse * V;
  const T xi = dot(x, n), eta = cross(n, x), eps2 = xi * xi + eta * eta;  // as the fit sees them
  constexpr double centered = 1e-8;  // no direction: the table does not depend on it there
  if (value_of(eps2) < centered * centered) return T(std::exp(table(0, 0).log_ratio)) * fit;
  const T eps = sqrt(eps2), alpha = atan2(eta, xi);
  const ImpedanceCorrection c = table(value_of(eps), value_of(alpha));
  const T size = exp(chained(c.log_ratio, c.log_ratio_by_eccentricity, c.log_ratio_by_angle, eps, alpha));
  const T turn = chained(c.turn, c.turn_by_eccentricity, c.turn_by_angle, eps, alpha);
  return size * Vec<T>{cos(turn) * fit.x - sin(turn) * fit.y, sin(turn) * fit.x + cos(turn) * fit.y};
}

/// w(x, V) of the film's form and extent.
template <class T>
Vec<T> dimensionless_force(const JournalFilm& film, const Vec<T>& x, const Vec<T>& V) {
  const double lambda = film.length / (2 * film.radius);
  if (film.extent == JournalFilm::Extent::full) return full(film, dot(x, x)).times(x, V);
  if (film.form == JournalFilm::Form::finite) return finite_fit(x, V, lambda, film.rest_speed);
  if (film.form == JournalFilm::Form::table) return table_form(*film.table, x, V, lambda, film.rest_speed);
  // At rest a half film has no side: half of the full film is the mean over all sides.
  Vec<T> mean = T(0.5) * full(film, dot(x, x)).times(x, V);
  const T speed2 = dot(V, V);
  if (value_of(speed2) == 0) return mean;
  const Vec<T> half = film.form == JournalFilm::Form::short_ ? short_half(x, V, lambda) : long_half(x, V);
  const T share = speed2 / (speed2 + film.rest_speed * film.rest_speed);
  return share * half + (1.0 - share) * mean;
}

/// 2 mu L (R/C)^3 [N s/m].
inline double film_scale(const JournalFilm& film) {
  const double r = film.radius / film.clearance;
  return 2 * film.viscosity * film.length * r * r * r;
}

}  // namespace trunnion::film_forms
