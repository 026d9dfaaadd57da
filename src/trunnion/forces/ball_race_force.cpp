#include "trunnion/forces/ball_race_force.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/contact/normal_force.h"
#include "trunnion/math/rotations.h"

namespace trunnion {

namespace {

RelativeCurvature sorted(const RaceContact& at) {
  return {std::min(at.along, at.around), std::max(at.along, at.around)};
}

// Spin arm (3/8) a E over the square root of the approach, and its slope over the curvature around the axis.
struct SpinArm {
  double per_root = 0, d_around = 0;
};
double spin_arm_per_root(const RelativeCurvature& curvature, double modulus) {
  const HertzPoint point = hertz_point(curvature, modulus);
  return spin_arm(std::sqrt(point.a2), std::sqrt(point.b2));
}
SpinArm spin_arm_of(const RaceContact& at, double modulus) {
  const double step = 1e-5 * at.around;  // a smooth scalar: central differences are good to ten digits
  RaceContact low = at, high = at;
  low.around -= step;
  high.around += step;
  return {spin_arm_per_root(sorted(at), modulus),
          (spin_arm_per_root(sorted(high), modulus) - spin_arm_per_root(sorted(low), modulus)) / (2 * step)};
}

/// Force and torque of one contact, and all that their derivatives need.
struct Touch {
  double s = 0;  // lever from the ball's center to where the force acts [m]
  PointStiffness stiffness;
  Vector3d d_e = Vector3d::Zero();  // de/dc
  Vector3d v_r, v_t;                // material velocity of the ball against the ring there, and its tangential part
  double rate = 0;                  // h'
  NormalForce normal;
  FrictionForce sliding, rolling;
  double spin = 0, spin_speed = 0;  // moment about m over the smooth sign; speed about m
  SpinArm arm;
};

Touch touch(const BallRaceForce::Data& data, const RaceContact& at, const RelativeMotion& motion) {
  Touch t;
  t.s = data.ball_radius - 0.5 * at.approach;
  t.stiffness = point_stiffness(data.law, sorted(at), data.reduced_modulus);
  t.d_e = (at.around >= at.along ? t.stiffness.de_dQ : t.stiffness.de_dP) * at.d_around;
  t.v_r = motion.v + motion.w.cross(t.s * at.m);
  t.rate = at.m.dot(t.v_r);
  t.v_t = t.v_r - t.rate * at.m;
  t.normal = normal_force(t.stiffness.e, data.rate_factor, at.approach, t.rate);
  t.sliding = friction_force(data.sliding, t.normal.value, t.v_t);
  t.spin_speed = at.m.dot(motion.w);
  if (data.rolling.coefficient > 0)
    t.rolling = friction_force(data.rolling, t.normal.value, motion.w - t.spin_speed * at.m);
  if (data.spin_moment) {
    t.arm = spin_arm_of(at, data.reduced_modulus);
    t.spin = -data.sliding.coefficient * t.normal.value * t.arm.per_root * std::sqrt(at.approach);
  }
  return t;
}

double sign_of(const BallRaceForce::Data& data, const Touch& t) {
  return data.spin_moment ? smooth_sign(t.spin_speed, data.rolling.regularization) : 0;
}

Vector6d wrench(const BallRaceForce::Data& data, const RaceContact& at, const Touch& t) {
  Vector6d W;
  W << -t.normal.value * at.m + t.sliding.value,
      t.s * at.m.cross(t.sliding.value) + t.rolling.value + t.spin * sign_of(data, t) * at.m;
  return W;
}

using Row = Eigen::RowVector3d;

// Derivatives by one of (c, d', w), of which v_r, N, m and the rest follow.
struct Change {
  Matrix3d m = Matrix3d::Zero(), lever = Matrix3d::Zero();  // of m and of s m
  Matrix3d v_r = Matrix3d::Zero(), w = Matrix3d::Zero();
  Row h = Row::Zero(), e = Row::Zero(), arm = Row::Zero();
};

Eigen::Matrix<double, 6, 3> tangent(const BallRaceForce::Data& data, const RaceContact& at, const Touch& t,
                                    const RelativeMotion& motion, const Change& d) {
  const Row rate = t.v_r.transpose() * d.m + at.m.transpose() * d.v_r;
  const Row N = t.normal.d_stiffness * d.e + t.normal.d_approach * d.h + t.normal.d_rate * rate;
  const Matrix3d v_t = d.v_r - at.m * rate - t.rate * d.m;
  const Matrix3d F_t = t.sliding.d_normal * N + t.sliding.d_velocity * v_t;
  Eigen::Matrix<double, 6, 3> out;
  out.topRows<3>() = -at.m * N - t.normal.value * d.m + F_t;
  out.bottomRows<3>() = t.s * skew(at.m) * F_t - skew(t.sliding.value) * d.lever;
  const Row spin_speed = motion.w.transpose() * d.m + at.m.transpose() * d.w;
  if (data.rolling.coefficient > 0) {
    const Matrix3d w_t = d.w - at.m * spin_speed - t.spin_speed * d.m;
    out.bottomRows<3>() += t.rolling.d_normal * N + t.rolling.d_velocity * w_t;
  }
  if (data.spin_moment) {
    const double sign = sign_of(data, t), regular = data.rolling.regularization;
    const double speed = std::hypot(t.spin_speed, regular), root = std::sqrt(at.approach);
    const Row strength =
        -data.sliding.coefficient *
        (t.arm.per_root * root * N + t.normal.value * (root * d.arm + t.arm.per_root / (2 * root) * d.h));
    out.bottomRows<3>() +=
        at.m * (sign * strength + t.spin * regular * regular / (speed * speed * speed) * spin_speed) +
        t.spin * sign * d.m;
  }
  return out;
}

}  // namespace

BallRaceForce::BallRaceForce(Data data) : data_(std::move(data)) {
  validate(data_.race, data_.ball_radius);
  if (!(data_.sliding.regularization > 0))
    throw InputError("the sliding speed that smooths friction must be > 0, e.g. a few per mille of the surface speed");
}

Vector6d BallRaceForce::force(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const {
  Vector6d W = Vector6d::Zero();
  for (const RaceContact& at : race_contacts_of(data_.race, data_.ball_radius, m.d))
    if (at.approach > 0) W += wrench(data_, at, touch(data_, at, m));
  return W;
}

WrenchTangent BallRaceForce::linearize(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const {
  WrenchTangent out;
  for (const RaceContact& at : race_contacts_of(data_.race, data_.ball_radius, m.d)) {
    if (!(at.approach > 0)) continue;
    const Touch t = touch(data_, at, m);
    Change x;
    x.m = at.dm;
    x.lever = t.s * at.dm - 0.5 * at.m * at.m.transpose();
    x.v_r = skew(m.w) * x.lever;
    x.h = at.m.transpose();
    x.e = t.d_e.transpose();
    x.arm = t.arm.d_around * at.d_around.transpose();
    Change v;
    v.v_r = Matrix3d::Identity();
    Change w;
    w.v_r = -t.s * skew(at.m);
    w.w = Matrix3d::Identity();
    out.dx.leftCols<3>() += tangent(data_, at, t, m, x);
    out.dv.leftCols<3>() += tangent(data_, at, t, m, v);
    out.dv.rightCols<3>() += tangent(data_, at, t, m, w);
  }
  return out;
}

void BallRaceForce::report(const StepContext& step, const RelativeMotion& m, const History&, CacheSlot&,
                           ForceReport& out) const {
  double load = 0, pressure = 0, sliding = 0, angle = 0, approach = -data_.race.groove_radius;
  for (const RaceContact& at : race_contacts_of(data_.race, data_.ball_radius, m.d)) {
    approach = std::max(approach, at.approach);
    if (!(at.approach > 0)) continue;
    const Touch t = touch(data_, at, m);
    const Vector6d W = wrench(data_, at, t);
    out.stored_energy += t.normal.stored_energy;
    // All that W does besides storing: N h' goes into the spring and its damper, the rest is friction.
    out.dissipated_power += t.normal.dissipated_power - t.sliding.value.dot(t.v_t) -
                            (W.tail<3>() - t.s * at.m.cross(t.sliding.value)).dot(m.w);
    if (t.normal.value < load) continue;
    load = t.normal.value;
    sliding = t.v_t.norm();
    angle = std::atan2((data_.race.ring == Ring::outer ? 1 : -1) * at.m.z(), at.m.head<2>().norm());
    pressure = contact_ellipse(hertz_point(sorted(at), data_.reduced_modulus), at.approach).peak_pressure;
  }
  out.events = {approach};
  if (!step.outputs) return;
  out.outputs = {{"load", load, "N", "Ball loads"},
                 {"approach", approach, "m", "Approaches of balls"},
                 {"pressure", pressure, "Pa", "Peak contact pressures"},
                 {"contact_angle", angle, "rad", "Contact angles"},
                 {"sliding", sliding, "m/s", "Sliding speeds"}};
}

double BallRaceForce::resolution() const {
  const double section = std::numbers::pi * data_.ball_radius * data_.ball_radius, light = 1e5 * section;
  const double slope = 0.5 / data_.ball_radius;
  const double e = point_stiffness(data_.law, {slope, slope}, data_.reduced_modulus).e;
  return 1e-4 * approach_under(light, e);
}

}  // namespace trunnion
