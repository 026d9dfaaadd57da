#include "trunnion/math/rotations.h"

#include <Eigen/Geometry>
#include <cmath>

namespace trunnion {
namespace {

/// The even functions of t that every formula is made of.
struct Coefficients {
  double s;   ///< sin t / t
  double a;   ///< (1 - cos t) / t^2
  double b;   ///< (t - sin t) / t^3
  double da;  ///< a'(t) / t
  double db;  ///< b'(t) / t
};

Coefficients coefficients(double t) {
  const double t2 = t * t;
  if (t > 1) {
    const double s = std::sin(t) / t;
    const double half = std::sin(t / 2) / (t / 2);
    const double a = half * half / 2;  // 1 - cos t = 2 sin^2(t/2): no cancellation
    const double b = (1 - s) / t2;
    return {s, a, b, (s - 2 * a) / t2, (a - 3 * b) / t2};
  }
  // Below one radian the closed forms lose digits to cancellation; the power series reach 1e-17 in eleven terms.
  Coefficients c{0, 0, 0, 0, 0};
  double power = 1;      // (-1)^k t^2k
  double previous = 0;   // (-1)^k t^(2k-2)
  double factorial = 1;  // (2k+1)!
  for (int k = 0; k < 11; ++k) {
    const double even = factorial * (2 * k + 2), odd = even * (2 * k + 3);
    c.s += power / factorial;
    c.a += power / even;
    c.b += power / odd;
    c.da += 2 * k * previous / even;
    c.db += 2 * k * previous / odd;
    previous = -power;
    power *= -t2;
    factorial = odd;
  }
  return c;
}

}  // namespace

Matrix3d skew(const Vector3d& v) {
  Matrix3d S;
  S << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return S;
}

Matrix3d rotation_exp(const Vector3d& v) {
  const Coefficients c = coefficients(v.norm());
  const Matrix3d S = skew(v);
  return Matrix3d::Identity() + c.s * S + c.a * S * S;
}

Vector3d rotation_log(const Matrix3d& R) {
  const Eigen::Quaterniond q(R);  // picks the largest component first, so half turns lose no digits
  const double sign = q.w() < 0 ? -1 : 1;
  const double sine = q.vec().norm(), cosine = sign * q.w();
  if (sine == 0) return Vector3d::Zero();
  return sign * 2 * std::atan2(sine, cosine) / sine * q.vec();
}

Matrix3d nearest_rotation(const Matrix3d& R) { return Eigen::Quaterniond(R).normalized().toRotationMatrix(); }

Matrix3d right_jacobian(const Vector3d& v) {
  const Coefficients c = coefficients(v.norm());
  const Matrix3d S = skew(v);
  return Matrix3d::Identity() - c.a * S + c.b * S * S;
}

Matrix3d right_jacobian_inverse(const Vector3d& v) {
  const Coefficients c = coefficients(v.norm());
  const Matrix3d S = skew(v);
  // (1 - (t/2) cot(t/2)) / t^2 = -a'(t) / (2 t a): the same number without cancellation.
  return Matrix3d::Identity() + 0.5 * S - c.da / (2 * c.a) * S * S;
}

Matrix3d right_jacobian_derivative(const Vector3d& v, const Vector3d& w) {
  const Coefficients c = coefficients(v.norm());
  const Vector3d vw = v.cross(w), vvw = v.cross(vw);
  return c.a * skew(w) - c.da * vw * v.transpose() +
         c.b * (v.dot(w) * Matrix3d::Identity() + v * w.transpose() - 2 * w * v.transpose()) +
         c.db * vvw * v.transpose();
}

Matrix3d right_jacobian_transpose_derivative(const Vector3d& v, const Vector3d& w) {
  return -right_jacobian_derivative(-v, w);  // J_r(v)^T = J_r(-v)
}

Matrix3d right_jacobian_inverse_derivative(const Vector3d& v, const Vector3d& w) {
  const Matrix3d inverse = right_jacobian_inverse(v);
  return -inverse * right_jacobian_derivative(v, inverse * w);  // from d(J J^-1) = 0
}

}  // namespace trunnion
