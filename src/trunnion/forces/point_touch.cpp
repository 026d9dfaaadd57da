#include "trunnion/forces/point_touch.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

using Row = Eigen::RowVector3d;

// Spin arm (3/8) a E over the square root of the approach; the same for (P, Q) and (Q, P).
double spin_arm_per_root(double P, double Q, double modulus) {
  const HertzPoint point = hertz_point({std::min(P, Q), std::max(P, Q)}, modulus);
  return spin_arm(std::sqrt(point.a2), std::sqrt(point.b2));
}

double smooth_spin(const TouchLaw& law, const Touch& t) {
  return smooth_sign(t.spin_speed, law.rolling.regularization);
}

}  // namespace

void validate(const TouchLaw& law) {
  if (!(law.sliding.regularization > 0))
    throw InputError("the sliding speed that smooths friction must be > 0, e.g. a few per mille of the surface speed");
  if ((law.rolling.coefficient > 0 || law.spin_moment) && !(law.rolling.regularization > 0))
    throw InputError("the angular speed that smooths rolling resistance and spin must be > 0");
}

double touch_resolution(const TouchLaw& law, double radius) {
  const double light = 1e5 * std::numbers::pi * radius * radius, slope = 0.5 / radius;
  return 1e-4 * approach_under(light, point_stiffness(law.law, {slope, slope}, law.reduced_modulus).e);
}

Touch touch(const TouchLaw& law, const TouchPlace& place, const Vector3d& v, const Vector3d& w) {
  Touch t;
  const auto [P, Q] = place.curvature;
  t.stiffness = point_stiffness(law.law, place.curvature, law.reduced_modulus);
  t.v_r = v + w.cross(place.lever);
  t.rate = place.m.dot(t.v_r);
  t.v_t = t.v_r - t.rate * place.m;
  t.normal = normal_force(t.stiffness.e, law.rate_factor, place.approach, t.rate);
  t.sliding = friction_force(law.sliding, t.normal.value, t.v_t);
  t.spin_speed = place.m.dot(w);
  if (law.rolling.coefficient > 0) {
    t.rolling = friction_force(law.rolling, t.normal.value, w - t.spin_speed * place.m);
    t.moment = t.rolling.value;
  }
  if (law.spin_moment) {
    t.arm = spin_arm_per_root(P, Q, law.reduced_modulus);
    const double step = 1e-5 * Q;  // a smooth scalar: central differences are good to ten digits
    t.arm_dQ =
        (spin_arm_per_root(P, Q + step, law.reduced_modulus) - spin_arm_per_root(P, Q - step, law.reduced_modulus)) /
        (2 * step);
    t.arm_dP = -(0.5 * t.arm + Q * t.arm_dQ) / P;  // a length: homogeneous of degree -1/2 in the curvatures
    t.spin = -law.sliding.coefficient * t.normal.value * t.arm * std::sqrt(place.approach);
    t.moment += t.spin * smooth_spin(law, t) * place.m;
  }
  return t;
}

Vector6d touch_wrench(const TouchPlace& place, const Touch& t) {
  const Vector3d F = -t.normal.value * place.m + t.sliding.value;
  Vector6d W;
  W << F, place.lever.cross(F) + t.moment;
  return W;
}

TouchChange change_of_velocity() {
  TouchChange change;
  change.v.setIdentity();
  return change;
}
TouchChange change_of_angular_velocity() {
  TouchChange change;
  change.w.setIdentity();
  return change;
}

Eigen::Matrix<double, 6, 3> touch_tangent(const TouchLaw& law, const TouchPlace& place, const Touch& t,
                                          const Vector3d& w, const TouchChange& d) {
  const Vector3d& m = place.m;
  const Matrix3d v_r = d.v + skew(w) * d.lever - skew(place.lever) * d.w;
  const Row rate = t.v_r.transpose() * d.m + m.transpose() * v_r;
  const Row e = t.stiffness.de_dP * d.P + t.stiffness.de_dQ * d.Q;
  const Row N = t.normal.d_stiffness * e + t.normal.d_approach * d.h + t.normal.d_rate * rate;
  const Matrix3d v_t = v_r - m * rate - t.rate * d.m;
  const Vector3d F = -t.normal.value * m + t.sliding.value;
  const Matrix3d dF = -m * N - t.normal.value * d.m + t.sliding.d_normal * N + t.sliding.d_velocity * v_t;
  Eigen::Matrix<double, 6, 3> out;
  out.topRows<3>() = dF;
  out.bottomRows<3>() = skew(place.lever) * dF - skew(F) * d.lever;
  const Row spin_speed = w.transpose() * d.m + m.transpose() * d.w;
  if (law.rolling.coefficient > 0) {
    const Matrix3d w_t = d.w - m * spin_speed - t.spin_speed * d.m;
    out.bottomRows<3>() += t.rolling.d_normal * N + t.rolling.d_velocity * w_t;
  }
  if (law.spin_moment) {
    const double sign = smooth_spin(law, t), regular = law.rolling.regularization;
    const double speed = std::hypot(t.spin_speed, regular), root = std::sqrt(place.approach);
    const Row arm = t.arm_dP * d.P + t.arm_dQ * d.Q;
    const Row strength =
        -law.sliding.coefficient * (t.arm * root * N + t.normal.value * (root * arm + t.arm / (2 * root) * d.h));
    out.bottomRows<3>() +=
        m * (sign * strength + t.spin * regular * regular / (speed * speed * speed) * spin_speed) + t.spin * sign * d.m;
  }
  return out;
}

}  // namespace trunnion
