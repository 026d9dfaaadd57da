#include "trunnion/rolling/five_dof.h"

#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

using std::numbers::pi;
using Matrix35 = Eigen::Matrix<double, 3, 5>;

constexpr int virtual_balls = 64;  ///< stands for the circle when the deflection is no cosine; error about 2e-5

/// u = B delta - (g, 0, 0): row coordinates from ring coordinates.
Matrix35 row_map(const FiveDofRow& row) {
  const double s = std::sin(row.alpha), c = std::cos(row.alpha);
  const double lever = row.pressure_radius * s - row.position * c;  // of the contact line about the bearing's center
  Matrix35 B = Matrix35::Zero();
  B(0, 0) = s;
  B(1, 1) = B(2, 2) = c;
  B(1, 4) = -lever;
  B(2, 3) = lever;
  return B;
}

/// One ball whose contact angle follows the load: d = |(X, Y)| - A, X and Y linear in delta.
struct FreeBall {
  Vector5d gradient;  ///< b = dd/d delta
  Matrix5d hessian;   ///< d2d/d delta2
  Vector5d d_angle;   ///< db/dphi
  double deflection;
  double deflection_d_angle;
};

FreeBall free_ball(const FiveDofRow& row, const Vector5d& delta, double phi) {
  const double c = std::cos(phi), s = std::sin(phi), R = row.groove_circle, x = row.groove_plane;
  Vector5d gX, gY, hX, hY;  // gradients of X and Y, and how they turn with phi
  gX << 1, 0, 0, R * s, -R * c;
  gY << 0, c, s, -x * s, x * c;
  hX << 0, 0, 0, R * c, R * s;
  hY << 0, -s, c, -x * c, -x * s;
  const double X = row.axial + gX.dot(delta), Y = row.radial + gY.dot(delta), length = std::hypot(X, Y);
  FreeBall ball;
  ball.deflection = length - row.free_distance;
  ball.gradient = (X * gX + Y * gY) / length;
  ball.hessian = (gX * gX.transpose() + gY * gY.transpose() - ball.gradient * ball.gradient.transpose()) / length;
  const double dX = hX.dot(delta), dY = hY.dot(delta);
  ball.deflection_d_angle = (X * dX + Y * dY) / length;
  ball.d_angle = (dX * gX + X * hX + dY * gY + Y * hY - ball.deflection_d_angle * ball.gradient) / length;
  return ball;
}

/// Keeps the most loaded ball over rows and balls.
void note_ball(double load, double phi, std::size_t row, FiveDofForce& out) {
  if (load <= out.max_ball_load) return;
  out.max_ball_load = load;
  out.max_ball_angle = phi;
  out.max_ball_row = static_cast<int>(row);
}

void add_fixed_row(const FiveDofBearing& bearing, std::size_t r, const Vector5d& delta, const Vector5d& rate,
                   double cage_angle, FiveDofForce& out) {
  const FiveDofRow& row = bearing.rows[r];
  const Matrix35 B = row_map(row);
  Vector3d u = B * delta;
  u[0] -= row.gap;
  const Vector3d v = B * rate;
  const RowSum sum = bearing.sum == BallBearing::Sum::balls ? sum_over_balls(row.law, u, v, cage_angle)
                                                            : integrate_over_circle(row.law, u, v);
  out.force += B.transpose() * sum.force;
  out.stiffness += B.transpose() * sum.stiffness * B;
  out.damping += B.transpose() * sum.damping * B;
  out.d_cage += B.transpose() * sum.d_cage;
  out.stored_energy += sum.stored_energy;
  out.dissipated_power += sum.dissipated_power;
  if (sum.max_ball_load > out.max_ball_load) out.load_zone = sum.load_zone;
  note_ball(sum.max_ball_load, sum.max_ball_angle, r, out);
}

void add_free_row(const FiveDofBearing& bearing, std::size_t r, const Vector5d& delta, const Vector5d& rate,
                  double cage_angle, FiveDofForce& out) {
  const FiveDofRow& row = bearing.rows[r];
  const bool real_balls = bearing.sum == BallBearing::Sum::balls;
  const int n = real_balls ? row.law.balls : virtual_balls;
  const double share = real_balls ? 1 : static_cast<double>(row.law.balls) / n, before = out.max_ball_load;
  int loaded = 0;
  for (int j = 0; j < n; ++j) {
    const double phi = (real_balls ? cage_angle : 0) + 2 * pi * j / n;
    const FreeBall ball = free_ball(row, delta, phi);
    const Vector5d& b = ball.gradient;
    const Vector5d turning = ball.hessian * rate;  // d(d')/d delta
    const BallLoad load = ball_load(row.law.k, row.law.damping, ball.deflection, b.dot(rate));
    out.force += share * load.Q * b;
    out.stiffness +=
        share * (load.d_deflection * b * b.transpose() + load.d_rate * b * turning.transpose() + load.Q * ball.hessian);
    out.damping += share * load.d_rate * b * b.transpose();
    if (real_balls)
      out.d_cage += (load.d_deflection * ball.deflection_d_angle + load.d_rate * ball.d_angle.dot(rate)) * b +
                    load.Q * ball.d_angle;
    out.stored_energy += share * load.stored_energy;
    out.dissipated_power += share * load.dissipated_power;
    loaded += ball.deflection > 0;
    note_ball(load.Q, phi, r, out);
  }
  if (out.max_ball_load > before) out.load_zone = 2 * pi * loaded / n;
}

}  // namespace

double preload_shift(const FiveDofRow& row, double preload) {
  double shift = 0;
  for (int k = 0; k < 60; ++k) {
    const double X = std::abs(row.axial) + shift, L = std::hypot(X, row.radial), d = L - row.free_distance;
    const BallLoad ball = ball_load(row.law.k, {}, d, 0);
    const double thrust = row.law.balls * ball.Q * X / L;
    const double slope =
        row.law.balls * (ball.d_deflection * X * X / (L * L) + ball.Q * row.radial * row.radial / (L * L * L));
    // From rest the slope is zero: start beyond the root, where the curve is convex and Newton comes back
    // monotonically.
    const double step = slope > 0 ? (preload - thrust) / slope : row.free_distance;
    shift += step;
    if (std::abs(step) < 1e-15 * row.free_distance) break;
  }
  return shift;
}

FiveDofBearing five_dof_bearing(const BallBearing& in) {
  validate(in);
  FiveDofBearing out;
  out.sum = in.sum;
  out.angle = in.angle;
  const double A = race_contacts(in).distance, s0 = std::sin(in.contact_angle), c0 = std::cos(in.contact_angle);
  for (const RowPlace& place : row_places(in)) {
    const double sense = place.sense;
    FiveDofRow row{.law = {.balls = in.balls, .k = ball_stiffness(in), .damping = in.damping},
                   .alpha = sense * in.contact_angle,
                   .position = place.position,
                   .pressure_radius = pressure_radius(in),
                   .gap = 0.5 * in.diametral_clearance * c0,
                   .axial = sense * A * s0,
                   .radial = A * c0 - 0.5 * in.diametral_clearance,
                   .free_distance = A};
    const double offset = inner_groove(in) - 0.5 * in.ball_diameter;  // from the ball center to the inner groove center
    row.groove_circle = 0.5 * in.pitch_diameter + offset * c0;
    row.groove_plane = place.position + sense * offset * s0;
    if (in.axial_preload > 0) {
      row.gap = -approach_under(in.axial_preload / (in.balls * s0), row.law.k);
      row.axial += sense * preload_shift(row, in.axial_preload);
    }
    // Over a circle the root at touch-down is integrated exactly; only single balls need it softened.
    if (in.sum == BallBearing::Sum::integral && in.angle == BallBearing::Angle::fixed) row.law.damping.softening = 0;
    out.rows.push_back(row);
  }
  return out;
}

FiveDofForce five_dof_force(const FiveDofBearing& bearing, const Vector5d& delta, const Vector5d& rate,
                            double cage_angle) {
  FiveDofForce out;
  for (std::size_t r = 0; r < bearing.rows.size(); ++r) {
    if (bearing.angle == BallBearing::Angle::free)
      add_free_row(bearing, r, delta, rate, cage_angle, out);
    else
      add_fixed_row(bearing, r, delta, rate, cage_angle, out);
  }
  return out;
}

MatrixXd ball_loads(const FiveDofBearing& bearing, const Vector5d& delta, const Vector5d& rate, double cage_angle,
                    int samples) {
  const int n = samples > 0 ? samples : bearing.rows.front().law.balls;
  MatrixXd loads(n, static_cast<Index>(bearing.rows.size()));
  for (Index r = 0; r < loads.cols(); ++r) {
    const FiveDofRow& row = bearing.rows[static_cast<std::size_t>(r)];
    const Matrix35 B = row_map(row);
    for (int j = 0; j < n; ++j) {
      const double phi = cage_angle + 2 * pi * j / n;
      double d, v;
      if (bearing.angle == BallBearing::Angle::free) {
        const FreeBall ball = free_ball(row, delta, phi);
        d = ball.deflection;
        v = ball.gradient.dot(rate);
      } else {
        const Vector3d b(1, std::cos(phi), std::sin(phi));
        d = b.dot(B * delta) - row.gap;
        v = b.dot(B * rate);
      }
      loads(j, r) = ball_load(row.law.k, row.law.damping, d, v).Q;
    }
  }
  return loads;
}

double cage_speed(const BallBearing& bearing, double inner_speed, double outer_speed) {
  const double gamma = bearing.ball_diameter * std::cos(bearing.contact_angle) / bearing.pitch_diameter;
  return 0.5 * ((1 - gamma) * inner_speed + (1 + gamma) * outer_speed);
}

}  // namespace trunnion
