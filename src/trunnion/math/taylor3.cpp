#include "trunnion/math/taylor3.h"

#include <cmath>
#include <cstdint>

namespace trunnion {
namespace {

struct Exponents {
  std::int8_t x, y, z;
};
constexpr std::array<Exponents, 20> monomials{
    {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 0, 0}, {1, 1, 0}, {1, 0, 1}, {0, 2, 0}, {0, 1, 1}, {0, 0, 2},
     {3, 0, 0}, {2, 1, 0}, {2, 0, 1}, {1, 2, 0}, {1, 1, 1}, {1, 0, 2}, {0, 3, 0}, {0, 2, 1}, {0, 1, 2}, {0, 0, 3}}};

/// Coefficient `into` of a product gets first times second.
struct Term {
  std::uint8_t first, second, into;
};
constexpr int num_terms = 84;  // pairs of monomials whose product is at most of third order

constexpr std::array<Term, num_terms> product_terms() {
  std::array<Term, num_terms> terms{};
  int count = 0;
  for (std::uint8_t a = 0; a < 20; ++a)
    for (std::uint8_t b = 0; b < 20; ++b)
      for (std::uint8_t c = 0; c < 20; ++c) {
        const bool same = monomials[a].x + monomials[b].x == monomials[c].x &&
                          monomials[a].y + monomials[b].y == monomials[c].y &&
                          monomials[a].z + monomials[b].z == monomials[c].z;
        if (same) terms[count++] = {a, b, c};
      }
  return terms;
}
constexpr std::array<Term, num_terms> terms = product_terms();

}  // namespace

Taylor3 Taylor3::input(double value, int axis) {
  Taylor3 x(value);
  x.c_[1 + axis] = 1;
  return x;
}

Taylor3 Taylor3::quadratic(double value, const Vector3d& gradient, const Matrix3d& H) {
  Taylor3 f(value);
  f.c_[1] = gradient.x();
  f.c_[2] = gradient.y();
  f.c_[3] = gradient.z();
  f.c_[4] = 0.5 * H(0, 0);
  f.c_[5] = H(0, 1);
  f.c_[6] = H(0, 2);
  f.c_[7] = 0.5 * H(1, 1);
  f.c_[8] = H(1, 2);
  f.c_[9] = 0.5 * H(2, 2);
  return f;
}

Matrix3d Taylor3::hessian() const {
  Matrix3d H;
  H << 2 * c_[4], c_[5], c_[6], c_[5], 2 * c_[7], c_[8], c_[6], c_[8], 2 * c_[9];
  return H;
}

Vector3d Taylor3::third(const Vector3d& u) const {
  const double xx = u.x() * u.x(), yy = u.y() * u.y(), zz = u.z() * u.z();
  const double xy = u.x() * u.y(), xz = u.x() * u.z(), yz = u.y() * u.z();
  // d^3 f/dx^i dy^j dz^k = i! j! k! c_ijk
  return {6 * c_[10] * xx + 4 * c_[11] * xy + 4 * c_[12] * xz + 2 * c_[13] * yy + 2 * c_[14] * yz + 2 * c_[15] * zz,
          2 * c_[11] * xx + 4 * c_[13] * xy + 2 * c_[14] * xz + 6 * c_[16] * yy + 4 * c_[17] * yz + 2 * c_[18] * zz,
          2 * c_[12] * xx + 2 * c_[14] * xy + 4 * c_[15] * xz + 2 * c_[17] * yy + 4 * c_[18] * yz + 6 * c_[19] * zz};
}

Taylor3& Taylor3::operator+=(const Taylor3& o) {
  for (std::size_t i = 0; i < c_.size(); ++i) c_[i] += o.c_[i];
  return *this;
}
Taylor3& Taylor3::operator-=(const Taylor3& o) {
  for (std::size_t i = 0; i < c_.size(); ++i) c_[i] -= o.c_[i];
  return *this;
}

Taylor3 operator*(const Taylor3& a, const Taylor3& b) {
  Taylor3 product;
  for (const Term& t : terms) product.c_[t.into] += a.c_[t.first] * b.c_[t.second];
  return product;
}

Taylor3 Taylor3::scaled(double factor) const {
  Taylor3 out = *this;
  for (double& c : out.c_) c *= factor;
  return out;
}

Taylor3 Taylor3::composed(const std::array<double, 4>& g) const {
  Taylor3 d = *this;
  d.c_[0] = 0;
  Taylor3 sum = d.scaled(g[3] / 6);  // Horner's rule from the third order down
  sum.c_[0] += 0.5 * g[2];
  sum = sum * d;
  sum.c_[0] += g[1];
  sum = sum * d;
  sum.c_[0] += g[0];
  return sum;
}

Taylor3 reciprocal(const Taylor3& a) {
  const double r = 1 / a.value();
  return a.composed({r, -r * r, 2 * r * r * r, -6 * r * r * r * r});
}
Taylor3 sqrt(const Taylor3& a) { return power(a, 0.5); }
Taylor3 exp(const Taylor3& a) {
  const double e = std::exp(a.value());
  return a.composed({e, e, e, e});
}
Taylor3 log(const Taylor3& a) {
  const double r = 1 / a.value();
  return a.composed({std::log(a.value()), r, -r * r, 2 * r * r * r});
}
Taylor3 atan(const Taylor3& a) {
  const double x = a.value(), s = 1 / (1 + x * x);
  return a.composed({std::atan(x), s, -2 * x * s * s, (6 * x * x - 2) * s * s * s});
}

Taylor3 abs_power(const Taylor3& a, double p) {
  const double x = std::abs(a.value()), sign = a.value() < 0 ? -1 : 1;
  std::array<double, 4> g{};
  double factor = 1;
  for (int n = 0; n < 4; factor *= p - n, ++n)
    g[n] = factor == 0 || (x == 0 && p < n) ? 0 : (n % 2 ? sign : 1) * factor * std::pow(x, p - n);
  return a.composed(g);
}

Taylor3 power(const Taylor3& a, double p) {
  std::array<double, 4> g{};
  double factor = 1;
  for (int n = 0; n < 4; factor *= p - n, ++n) g[n] = factor == 0 ? 0 : factor * std::pow(a.value(), p - n);
  return a.composed(g);
}

}  // namespace trunnion
