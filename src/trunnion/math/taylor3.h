#pragma once
// math/taylor3.h -- numbers that carry all their derivatives up to third order in three inputs x, y, z.
//   f(p + u) = sum over i + j + k <= 3 of c_ijk u_x^i u_y^j u_z^k                             (theory/math.md, Eq. 7.1)
// A product is the product of two such polynomials, cut off after the third order; a function g of one is
// g + g' d + g''/2 d^2 + g'''/6 d^3 with d the polynomial without its constant. Nothing is approximated.

#include <array>

#include "trunnion/math/types.h"

namespace trunnion {

class Taylor3 {
 public:
  Taylor3() = default;
  Taylor3(double constant) { c_[0] = constant; }  // implicit on purpose, as with every number type
  /// The axis-th input (0, 1, 2) at this value.
  static Taylor3 input(double value, int axis);
  /// A function without third derivatives; H symmetric.
  static Taylor3 quadratic(double value, const Vector3d& gradient, const Matrix3d& H);

  double value() const { return c_[0]; }
  Vector3d gradient() const { return {c_[1], c_[2], c_[3]}; }
  Matrix3d hessian() const;
  /// Gradient of u' H u at a constant u: the third derivatives, twice along u.
  Vector3d third(const Vector3d& u) const;

  Taylor3& operator+=(const Taylor3& o);
  Taylor3& operator-=(const Taylor3& o);
  friend Taylor3 operator+(Taylor3 a, const Taylor3& b) { return a += b; }
  friend Taylor3 operator-(Taylor3 a, const Taylor3& b) { return a -= b; }
  friend Taylor3 operator-(Taylor3 a) { return a.scaled(-1); }
  friend Taylor3 operator*(const Taylor3& a, const Taylor3& b);
  friend Taylor3 operator*(double a, const Taylor3& b) { return b.scaled(a); }
  friend Taylor3 operator/(const Taylor3& a, const Taylor3& b) { return a * reciprocal(b); }

  /// g of this number, given g, g', g'' and g''' at its value.
  Taylor3 composed(const std::array<double, 4>& g) const;
  Taylor3 scaled(double factor) const;

  friend Taylor3 reciprocal(const Taylor3& a);
  friend Taylor3 sqrt(const Taylor3& a);
  friend Taylor3 exp(const Taylor3& a);
  friend Taylor3 log(const Taylor3& a);
  friend Taylor3 atan(const Taylor3& a);
  /// |a|^p; where a = 0 derivatives that would be infinite (p < 3) are left out.
  friend Taylor3 abs_power(const Taylor3& a, double p);
  friend Taylor3 power(const Taylor3& a, double p);  ///< a^p; a > 0, or p whole

 private:
  std::array<double, 20> c_{};  // 1; x y z; xx xy xz yy yz zz; xxx xxy xxz xyy xyz xzz yyy yyz yzz zzz
};

}  // namespace trunnion
