#include "trunnion/rolling/row_sum.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "trunnion/math/gauss_legendre.h"
#include "trunnion/rolling/load_integrals.h"

namespace trunnion {
namespace {

using std::numbers::pi;

Vector3d direction(double phi) { return {1, std::cos(phi), std::sin(phi)}; }

void add_ball(const BallLoad& ball, double weight, const Vector3d& b, RowSum& sum) {
  const Matrix3d bb = b * b.transpose();
  sum.force += weight * ball.Q * b;
  sum.stiffness += weight * ball.d_deflection * bb;
  sum.damping += weight * ball.d_rate * bb;
  sum.stored_energy += weight * ball.stored_energy;
  sum.dissipated_power += weight * ball.dissipated_power;
}

/// The load zone and the ball in its middle.
void describe_load_zone(const RowLaw& row, const Vector3d& u, const Vector3d& rate, RowSum& sum) {
  const double r = std::hypot(u[1], u[2]), deepest = u[0] + r;
  if (deepest <= 0) return;
  sum.max_ball_angle = r > 0 ? std::atan2(u[2], u[1]) : 0;
  sum.max_ball_load = ball_load(row.k, row.damping, deepest, rate.dot(direction(sum.max_ball_angle))).Q;
  sum.load_zone = 2 * load_zone_half_angle(2 * r / deepest);
}

/// Angles where p + A cos(phi - phi_0) changes sign.
void add_zeros(const Vector3d& w, std::array<double, 8>& breaks, int& count) {
  const double r = std::hypot(w[1], w[2]);
  if (r <= std::abs(w[0])) return;
  const double middle = std::atan2(w[2], w[1]), half = std::acos(-w[0] / r);
  breaks[count++] = middle - half;
  breaks[count++] = middle + half;
}

/// Quadrature between the angles where a ball starts to carry or its guard lets go. The map phi = a + l s^2 (3 - 2s)
/// turns the half-integer powers at such ends into polynomials in s.
RowSum quadrature(const RowLaw& row, const Vector3d& u, const Vector3d& rate) {
  std::array<double, 8> breaks{};
  int count = 0;
  add_zeros(u, breaks, count);
  const double origin = damping_guard(row.damping, 0, 0);
  const double by_deflection = damping_guard(row.damping, 1, 0) - origin;
  const double by_rate = damping_guard(row.damping, 0, 1) - origin;
  add_zeros(by_deflection * u + by_rate * rate + origin * Vector3d::UnitX(), breaks, count);
  const double middle = std::atan2(u[2], u[1]);  // the least loaded place is a near-kink when d almost vanishes there
  breaks[count++] = middle;
  breaks[count++] = middle + pi;
  for (int i = 0; i < count; ++i) breaks[i] -= 2 * pi * std::floor(breaks[i] / (2 * pi));
  std::sort(breaks.begin(), breaks.begin() + count);

  static const GaussRule rule = gauss_legendre(20);
  RowSum sum;
  for (int i = 0; i < count; ++i) {
    const double start = breaks[i], length = (i + 1 < count ? breaks[i + 1] : breaks[0] + 2 * pi) - start;
    if (u.dot(direction(start + 0.5 * length)) <= 0) continue;
    for (Index g = 0; g < rule.points.size(); ++g) {
      const double s = rule.points[g], slope_of_map = 6 * s * (1 - s);
      const Vector3d b = direction(start + length * s * s * (3 - 2 * s));
      add_ball(ball_load(row.k, row.damping, u.dot(b), rate.dot(b)),
               row.balls * length / (2 * pi) * slope_of_map * rule.weights[g], b, sum);
    }
  }
  return sum;
}

/// Closed form for elastic balls and for Hunt-Crossley damping without an acting guard; chi = 0: elastic.
RowSum closed_form(const RowLaw& row, const Vector3d& u, const Vector3d& rate, double chi) {
  const double r = std::hypot(u[1], u[2]), deepest = u[0] + r;
  // Axes along and across the displacement; without one every direction serves.
  const double c = r > 0 ? u[1] / r : 1, s = r > 0 ? u[2] / r : 0;
  Matrix3d turn;
  turn << 1, 0, 0, 0, c, -s, 0, s, c;
  const Vector3d v = chi * turn.transpose() * rate;
  const LoadIntegrals J = load_integrals(2 * r / deepest);

  Matrix3d M, N, A;  // means of d^(3/2) b b^T, d^(1/2) b b^T and d^(1/2) (b.v) b b^T over powers of d_max
  M << J.three_half[0], J.three_half[1], 0, J.three_half[1], J.three_half[2], 0, 0, 0,
      J.three_half[0] - J.three_half[2];
  N << J.half[0], J.half[1], 0, J.half[1], J.half[2], 0, 0, 0, J.half[0] - J.half[2];
  const double across = J.half[0] - J.half[2], mixed = J.half[1] - J.half[3];
  A << v[0] * J.half[0] + v[1] * J.half[1], v[0] * J.half[1] + v[1] * J.half[2], v[2] * across,
      v[0] * J.half[1] + v[1] * J.half[2], v[0] * J.half[2] + v[1] * J.half[3], v[2] * mixed,  //
      v[2] * across, v[2] * mixed, v[0] * across + v[1] * mixed;

  const double root = std::sqrt(deepest), strength = row.balls * row.k * deepest * root;
  RowSum sum;
  sum.force = strength * (turn * (M.col(0) + M * v));
  sum.damping = strength * chi * (turn * M * turn.transpose());
  sum.stiffness = 1.5 * row.balls * row.k * root * (turn * (N + A) * turn.transpose());
  sum.stored_energy = 0.4 * strength * deepest * J.five_half;
  sum.dissipated_power = chi > 0 ? strength * v.dot(M * v) / chi : 0;
  return sum;
}

}  // namespace

RowSum sum_over_balls(const RowLaw& row, const Vector3d& u, const Vector3d& rate, double cage_angle) {
  RowSum sum;
  describe_load_zone(row, u, rate, sum);
  if (sum.load_zone == 0) return sum;
  sum.max_ball_load = 0;
  for (int j = 0; j < row.balls; ++j) {
    const double phi = cage_angle + 2 * pi * j / row.balls;
    const Vector3d b = direction(phi), turned(0, -b[2], b[1]);
    const BallLoad ball = ball_load(row.k, row.damping, u.dot(b), rate.dot(b));
    add_ball(ball, 1, b, sum);
    sum.d_cage += (ball.d_deflection * u.dot(turned) + ball.d_rate * rate.dot(turned)) * b + ball.Q * turned;
    if (ball.Q > sum.max_ball_load) {
      sum.max_ball_load = ball.Q;
      sum.max_ball_angle = phi;
    }
  }
  return sum;
}

RowSum integrate_over_circle(const RowLaw& row, const Vector3d& u, const Vector3d& rate) {
  RowSum zone;
  describe_load_zone(row, u, rate, zone);
  if (zone.load_zone == 0) return zone;
  using Kind = BallDamping::Kind;
  const double chi = row.damping.kind == Kind::hunt_crossley ? row.damping.coefficient : 0;
  const bool guard_rests = 1 + chi * (rate[0] - std::hypot(rate[1], rate[2])) >= 0;
  RowSum sum =
      row.damping.kind != Kind::proportional && guard_rests ? closed_form(row, u, rate, chi) : quadrature(row, u, rate);
  sum.max_ball_load = zone.max_ball_load;
  sum.max_ball_angle = zone.max_ball_angle;
  sum.load_zone = zone.load_zone;
  return sum;
}

}  // namespace trunnion
