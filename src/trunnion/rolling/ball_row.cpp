#include "trunnion/rolling/ball_row.h"

#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "trunnion/base/error.h"
#include "trunnion/contact/normal_force.h"
#include "trunnion/math/rotations.h"
#include "trunnion/rolling/five_dof.h"

namespace trunnion {

namespace {

// Of one ring, for a ball at (pitch radius, plane) that touches under the angle alpha.
Race race_of(Ring ring, const BallBearing& b, const RaceProfile& profile, const RowPlace& place) {
  const double side = ring == Ring::outer ? 1 : -1, ball = 0.5 * b.ball_diameter, pitch = 0.5 * b.pitch_diameter;
  const double r = ring == Ring::outer ? outer_groove(b) : inner_groove(b);
  Race race{.shape = profile.shape, .ring = ring, .offset = place.position};
  if (profile.shape == RaceShape::cylinder || profile.shape == RaceShape::cone) {
    const double angle = profile.shape == RaceShape::cone ? profile.cone_angle : 0;
    race.cone_angle = angle;
    race.radius = pitch + side * (ball / std::cos(angle) + 0.25 * b.diametral_clearance);
  } else {
    race.groove_radius = r;
    race.shim = profile.shape == RaceShape::gothic ? profile.shim : 0;
    if (!(race.shim < r - ball))
      throw InputError(
          fmt::format("bearing '{}': a gothic arch of shim {} m needs grooves wider by that than the ball: "
                      "groove radius {} m, ball radius {} m",
                      b.name, race.shim, r, ball));
    const double reach = std::sqrt((r - ball) * (r - ball) - race.shim * race.shim);
    race.radius = pitch + side * (0.25 * b.diametral_clearance - reach * std::cos(b.contact_angle));
    race.offset -= side * place.sense * reach * std::sin(b.contact_angle);
  }
  validate(race, ball);
  return race;
}

/// Contact of a ball with one race: its normal force and how it changes with the ball's place.
struct Press {
  Vector3d force = Vector3d::Zero();      // on the ball
  Matrix3d stiffness = Matrix3d::Zero();  // -dF/dc
  double energy = 0, load = 0;
  Vector3d m = Vector3d::Zero();  // to the contact that is pressed most
  double h = 0;                   // its approach
};
struct Squeeze {
  Press inner, outer;
  Vector3d force() const { return inner.force + outer.force; }
  Matrix3d stiffness() const { return inner.stiffness + outer.stiffness; }
  double energy() const { return inner.energy + outer.energy; }
};

RelativeCurvature sorted(const RaceContact& at) {
  return {std::min(at.along, at.around), std::max(at.along, at.around)};
}

// R: axes of the race in those of the outer ring.
Press press(const Race& race, const PointLaw& law, const RollingBall& ball, const Vector3d& center, const Matrix3d& R) {
  Press out;
  out.h = -ball.radius;
  for (const RaceContact& at : race_contacts_of(race, ball.radius, center)) {
    const Vector3d m = R * at.m;
    if (at.approach > out.h) {
      out.h = at.approach;
      out.m = m;
    }
    if (!(at.approach > 0)) continue;
    const PointStiffness e = point_stiffness(law, sorted(at), ball.reduced_modulus);
    const NormalForce N = normal_force(e.e, 0, at.approach, 0);
    const Vector3d d_e = (at.around >= at.along ? e.de_dQ : e.de_dP) * R * at.d_around;
    out.force -= N.value * m;
    out.stiffness += m * (N.d_approach * m + N.d_stiffness * d_e).transpose() + N.value * R * at.dm * R.transpose();
    out.energy += N.stored_energy;
    out.load = std::max(out.load, N.value);
  }
  return out;
}

Squeeze squeeze(const BallRow& row, const RollingBall& ball, const RingMotion& ring, const Vector3d& c) {
  return {press(row.inner, ball.inner_law, ball, ring.R.transpose() * (c - ring.d), ring.R),
          press(row.outer, ball.outer_law, ball, c, Matrix3d::Identity())};
}

// Both contacts stick: six equations for velocity and spin; the spin about the line through both contacts is free.
void roll(const RollingBall& ball, const RingMotion& ring, const Squeeze& at, BallSeat& seat) {
  const Vector3d lever_i = (ball.radius - 0.5 * std::max(at.inner.h, 0.0)) * at.inner.m;
  const Vector3d lever_o = (ball.radius - 0.5 * std::max(at.outer.h, 0.0)) * at.outer.m;
  Matrix6d A;
  A << Matrix3d::Identity(), -skew(lever_i) / ball.radius, Matrix3d::Identity(), -skew(lever_o) / ball.radius;
  Vector6d b = Vector6d::Zero();
  b.head<3>() = ring.v + ring.w.cross(seat.center + lever_i - ring.d);
  Eigen::CompleteOrthogonalDecomposition<Matrix6d> sticking;
  sticking.setThreshold(1e-6);  // contacts that face each other to a thousandth of a degree leave the spin free
  sticking.compute(A);
  const Vector6d x = sticking.solve(b);
  seat.velocity = x.head<3>();
  seat.spin = x.tail<3>() / ball.radius;
}

}  // namespace

std::vector<BallRow> ball_rows(const BallBearing& b, const RaceProfile& inner, const RaceProfile& outer) {
  validate(b);
  const auto straight = [](const RaceProfile& p) { return p.shape != RaceShape::groove; };
  if ((straight(inner) || straight(outer)) && b.contact_angle > 0)
    throw InputError(
        fmt::format("bearing '{}': contact_angle is for two grooves; the angle of a gothic arch follows "
                    "from its shim, that of a cone from cone_angle",
                    b.name));
  std::vector<BallRow> rows;
  const FiveDofBearing preloaded = b.axial_preload > 0 ? five_dof_bearing(b) : FiveDofBearing{};
  for (const RowPlace& place : row_places(b)) {
    BallRow row{.inner = race_of(Ring::inner, b, inner, place),
                .outer = race_of(Ring::outer, b, outer, place),
                .pitch_radius = 0.5 * b.pitch_diameter,
                .plane = place.position};
    if (b.axial_preload > 0) {
      // What the five-coordinate model has already moved its groove centers apart by.
      const double unloaded = place.sense * race_contacts(b).distance * std::sin(b.contact_angle);
      row.inner.offset += preloaded.rows[rows.size()].axial - unloaded;
    }
    rows.push_back(row);
  }
  return rows;
}

RaceStiffness unloaded_stiffness(const BallRow& row, const RollingBall& ball) {
  const Vector3d c(row.pitch_radius, 0, row.plane);
  const auto e = [&](const Race& race) {
    return hertz_point(sorted(race_contacts_of(race, ball.radius, c).at(0)), ball.reduced_modulus).stiffness.e;
  };
  return {e(row.inner), e(row.outer)};
}

namespace {

/// A ball's way across the raceways: the meridian at its azimuth, and what pulls it there besides the contacts.
struct Meridian {
  Eigen::Matrix<double, 3, 2> axes;  // radially outwards, along z
  Vector3d along;                    // the way round
  double outward = 0;                // m w^2 [N/m]
  double trace = 0;                  // keeps a ball that touches nothing where it is [N/m]
  Eigen::Vector2d rest;
};

Meridian meridian_at(const BallRow& row, const RollingBall& ball, double azimuth) {
  const Vector3d e_rho(std::cos(azimuth), std::sin(azimuth), 0);
  Meridian m;
  m.axes << e_rho, Vector3d::UnitZ();
  m.along = Vector3d(-e_rho.y(), e_rho.x(), 0);
  // To where it just touches the outer race; the trace is that of a contact a billion times softer.
  const Eigen::Vector2d middle(row.pitch_radius, row.plane);
  const Press outer = press(row.outer, ball.outer_law, ball, m.axes * middle, Matrix3d::Identity());
  m.rest = middle - outer.h * m.axes.transpose() * outer.m;
  m.trace = 1e-9 * ball.reduced_modulus * ball.radius;
  return m;
}

Eigen::Matrix2d stiffness_across(const Meridian& m, const Squeeze& at) {
  Eigen::Matrix2d K = m.axes.transpose() * at.stiffness() * m.axes + m.trace * Eigen::Matrix2d::Identity();
  K(0, 0) -= m.outward;
  return K;
}

// Least potential of contacts and centrifugal force, by Newton's method with steps that never go uphill.
Eigen::Vector2d settle(const BallRow& row, const RollingBall& ball, const RingMotion& ring, const Meridian& m,
                       Eigen::Vector2d x) {
  const auto squeezed = [&](const Eigen::Vector2d& y) { return squeeze(row, ball, ring, m.axes * y); };
  const auto potential = [&](const Eigen::Vector2d& y, const Squeeze& s) {
    return s.energy() - 0.5 * m.outward * y[0] * y[0] + 0.5 * m.trace * (y - m.rest).squaredNorm();
  };
  const double longest = 1e-3 * ball.radius;
  for (int k = 0; k < 60; ++k) {
    const Squeeze at = squeezed(x);
    Eigen::Vector2d f = m.axes.transpose() * at.force() - m.trace * (x - m.rest);
    f[0] += m.outward * x[0];
    Eigen::Matrix2d K = stiffness_across(m, at);
    K = 0.5 * (K + K.transpose()).eval();
    if (!(K.determinant() > 0) || !(K.trace() > 0))
      K = (m.trace + K.cwiseAbs().maxCoeff()) * Eigen::Matrix2d::Identity();
    Eigen::Vector2d step = K.inverse() * f;
    step *= std::min(1.0, longest / std::max(step.norm(), 1e-300));
    const double before = potential(x, at);
    double share = 1;
    // Near the bottom the potential has no digits left to tell steps apart; the force has.
    if (step.norm() > 1e-6 * longest)
      while (share > 1e-8 && potential(x + share * step, squeezed(x + share * step)) > before) share *= 0.5;
    x += share * step;
    if (step.norm() < 1e-13 * ball.radius) break;
  }
  return x;
}

struct Seated {
  BallSeat seat;
  Squeeze at;
  Meridian meridian;
};

Seated find_seat(const BallRow& row, const RollingBall& ball, const RingMotion& ring, double azimuth) {
  Seated out;
  Meridian& m = out.meridian = meridian_at(row, ball, azimuth);
  Eigen::Vector2d x = m.rest;
  BallSeat& seat = out.seat;
  for (int pass = 0; pass < 3; ++pass) {  // the orbit's speed follows from the seat, and the seat from it
    seat.center = m.axes * x;
    roll(ball, ring, squeeze(row, ball, ring, seat.center), seat);
    const double orbit = seat.velocity.dot(m.along) / x[0] + ring.outer_speed;
    m.outward = ball.mass * orbit * orbit;
    x = settle(row, ball, ring, m, x);
  }
  seat.center = m.axes * x;
  out.at = squeeze(row, ball, ring, seat.center);
  roll(ball, ring, out.at, seat);
  seat.inner_load = out.at.inner.load;
  seat.outer_load = out.at.outer.load;
  return out;
}

}  // namespace

BallSeat seat_ball(const BallRow& row, const RollingBall& ball, const RingMotion& ring, double azimuth) {
  return find_seat(row, ball, ring, azimuth).seat;
}

SeatedForce seated_force(const BallRow& row, const RollingBall& ball, const RingMotion& ring, double azimuth) {
  const Seated s = find_seat(row, ball, ring, azimuth);
  SeatedForce out;
  out.seat = s.seat;
  out.stored_energy = s.at.energy();
  if (!(s.at.inner.load > 0)) return out;
  const Vector3d y = s.seat.center - ring.d, F = -s.at.inner.force;  // on the ring
  out.wrench << F, y.cross(F);
  // The ring moves by (dd, drho): the ball's force changes as if the ball had moved the other way, and turns along.
  using Matrix36 = Eigen::Matrix<double, 3, 6>;
  const Matrix3d& K = s.at.inner.stiffness;
  Matrix36 away, turn;  // dd + drho x y, drho x F
  away << Matrix3d::Identity(), -skew(y);
  turn << Matrix3d::Zero(), -skew(F);
  const Matrix36 held = -K * away + turn;  // dF on the ring while the ball stays
  const Eigen::Matrix<double, 2, 6> follow =
      stiffness_across(s.meridian, s.at).inverse() * s.meridian.axes.transpose() * -held;  // force on the ball: -dF
  const Matrix36 dc = s.meridian.axes * follow, dF = held + K * dc;
  Matrix36 dy = dc;
  dy.leftCols<3>() -= Matrix3d::Identity();
  out.stiffness.topRows<3>() = dF;
  out.stiffness.bottomRows<3>() = skew(y) * dF - skew(F) * dy;
  return out;
}

}  // namespace trunnion
