#include <cmath>
#include <numbers>

#include "trunnion/run/ball_rows.h"
#include "trunnion/run/build_mechanism.h"
#include "trunnion/system/assembly.h"

namespace trunnion {

namespace {

/// A ring in world axes and the other one against it.
struct Rings {
  FrameMotion outer;
  RingMotion inner;
};

Rings rings_of(const RowOfBalls& row, const Workspace& work) {
  const FrameMotion &I = work.markers[row.shaft].motion, &J = work.markers[row.housing].motion;
  const RelativeMotion m = relative_motion(I, J);
  return {J, {m.d, m.R, m.v, m.w, J.w.dot(J.R.col(2))}};
}

void put(const Mechanism& m, Index body, const FrameMotion& at, State& s) {
  s.x.R[body] = at.r;
  s.x.A[body] = at.R;
  s.v.segment<3>(m.first_velocity[body]) = at.v;
  s.v.segment<3>(m.first_velocity[body] + 3) = at.R.transpose() * at.w;
}

// What moves against the outer ring, in the world.
FrameMotion carried(const FrameMotion& ring, const Vector3d& place, const Matrix3d& axes, const Vector3d& v,
                    const Vector3d& w) {
  const Vector3d lever = ring.R * place;
  return {ring.r + lever, ring.R * axes, ring.v + ring.w.cross(lever) + ring.R * v, ring.w + ring.R * w};
}

double wrapped(double angle) { return std::remainder(angle, 2 * std::numbers::pi); }

}  // namespace

void seat_balls(const BuiltMechanism& b, State& s) {
  if (b.ball_rows.empty()) return;
  const Mechanism& m = b.mechanism;
  Workspace work(m);
  update_kinematics(m, s, work);
  for (const RowOfBalls& row : b.ball_rows) {
    const Rings rings = rings_of(row, work);
    const double count = static_cast<double>(row.balls.size());
    History& places = s.history[row.standing];
    const RelativeMotion motion = relative_motion(work.markers[row.shaft].motion, rings.outer);
    places.front() = evaluate({CoordinateKind::angle, 0, 0}, motion, places.front()).value;
    double turned = 0, speed = 0;  // of a cage: mean over the balls
    for (std::size_t k = 0; k < row.balls.size(); ++k) {
      const Vector3d now = rings.outer.R.transpose() * (s.x.R[row.balls[k]] - rings.outer.r);
      const double azimuth = std::atan2(now.y(), now.x());
      places[1 + k] = azimuth;
      const BallSeat seat = seat_ball(row.row, row.ball, rings.inner, azimuth);
      FrameMotion ball = carried(rings.outer, seat.center, Matrix3d::Identity(), seat.velocity, seat.spin);
      if (row.start_without_spin) ball.w.setZero();
      put(m, row.balls[k], ball, s);
      const double rho = seat.center.head<2>().norm();
      speed += seat.velocity.dot(Vector3d(-std::sin(azimuth), std::cos(azimuth), 0)) / (rho * count);
      const double place = row.first_place + 2 * std::numbers::pi * static_cast<double>(k) / count;
      turned += wrapped(azimuth - place) / count;
    }
    if (row.cage < 0) continue;
    const Matrix3d axes = Eigen::AngleAxisd(turned, Vector3d::UnitZ()).toRotationMatrix();
    put(m, row.cage, carried(rings.outer, {0, 0, row.row.plane}, axes, Vector3d::Zero(), {0, 0, speed}), s);
  }
}

}  // namespace trunnion
