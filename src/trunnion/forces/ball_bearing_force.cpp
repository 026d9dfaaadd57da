#include "trunnion/forces/ball_bearing_force.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "trunnion/joints/relative_coordinate.h"
#include "trunnion/math/rotations.h"

namespace trunnion {

namespace {

using Matrix56 = Eigen::Matrix<double, 5, 6>;

// r = A (d'; w) for axes that turn with the share s of w_z; a = R e_z.
Matrix56 rate_map(const Vector3d& d, const Vector3d& a, double s) {
  Matrix56 A = Matrix56::Zero();
  A(0, 2) = A(1, 0) = A(2, 1) = 1;
  A(1, 5) = s * d[1];
  A(2, 5) = -s * d[0];
  A(3, 3) = A(4, 4) = a[2];
  A(3, 5) = -(1 - s) * a[0];
  A(4, 5) = -(1 - s) * a[1];
  return A;
}

std::optional<LoadRatings> ratings_of(const BallBearing& bearing) {
  if (std::abs(bearing.contact_angle) > std::numbers::pi / 4) return std::nullopt;
  return load_ratings(bearing);
}

}  // namespace

struct BallBearingForce::Place {
  Vector3d a;
  Vector5d delta, rate;
  Matrix56 A;
  CoordinateValue turn;  ///< of the inner ring, where balls are followed
  double cage_angle = 0;
};

BallBearingForce::BallBearingForce(Data data)
    : data_(std::move(data)),
      rows_(five_dof_bearing(data_.bearing)),
      ratings_(ratings_of(data_.bearing)),
      contacts_(race_contacts(data_.bearing)),
      cage_share_(data_.bearing.sum == BallBearing::Sum::balls ? cage_speed(data_.bearing, 1, 0) : 0),
      axes_share_(data_.bearing.sum == BallBearing::Sum::balls ? cage_share_
                  : data_.rotating == RotatingRing::outer      ? 1.0
                                                               : 0.0) {}

History BallBearingForce::initial_history() const { return cage_share_ > 0 ? History{0.0} : History{}; }

double BallBearingForce::resolution() const {
  const double k = rows_.rows.front().law.k;
  return ratings_ ? 1e-4 * approach_under(0.01 * ratings_->static_ball, k) : 1e-9;
}

BallBearingForce::Place BallBearingForce::place(const RelativeMotion& m, const History& past) const {
  Place p;
  p.a = m.R.col(2);
  p.delta << m.d[2], m.d[0], m.d[1], -p.a[1], p.a[0];
  p.A = rate_map(m.d, p.a, axes_share_);
  Vector6d V;
  V << m.v, m.w;
  p.rate = p.A * V;
  if (cage_share_ > 0) {
    p.turn = evaluate({CoordinateKind::angle, 0, 0}, m, past.front());
    p.cage_angle = data_.cage_start + cage_share_ * p.turn.value;
  }
  return p;
}

Vector6d BallBearingForce::force(const StepContext&, const RelativeMotion& m, const History& past, CacheSlot&) const {
  const Place p = place(m, past);
  return -p.A.transpose() * five_dof_force(rows_, p.delta, p.rate, p.cage_angle).force;
}

WrenchTangent BallBearingForce::linearize(const StepContext&, const RelativeMotion& m, const History& past,
                                          CacheSlot&) const {
  const Place p = place(m, past);
  const FiveDofForce f = five_dof_force(rows_, p.delta, p.rate, p.cage_angle);
  const double s = axes_share_, wz = m.w[2];
  const Matrix3d da = -skew(p.a);  // per turn of I in J's axes
  Matrix56 drate = Matrix56::Zero();
  drate(1, 1) = s * wz;
  drate(2, 0) = -s * wz;
  drate.row(3).tail<3>() = m.w[0] * da.row(2) - (1 - s) * wz * da.row(0);
  drate.row(4).tail<3>() = m.w[1] * da.row(2) - (1 - s) * wz * da.row(1);
  WrenchTangent t;
  t.dx = -p.A.transpose() * (f.stiffness * rate_map(m.d, p.a, 0) + f.damping * drate +
                             cage_share_ * f.d_cage * p.turn.gradient.transpose());
  t.dx.row(3).tail<3>() -= f.force[3] * da.row(2);
  t.dx.row(4).tail<3>() -= f.force[4] * da.row(2);
  t.dx.row(5).tail<3>() += (1 - s) * (f.force[3] * da.row(0) + f.force[4] * da.row(1));
  t.dx(5, 0) += s * f.force[2];
  t.dx(5, 1) -= s * f.force[1];
  t.dv = -p.A.transpose() * f.damping * p.A;
  return t;
}

void BallBearingForce::report(const StepContext& at, const RelativeMotion& m, const History& past, CacheSlot&,
                              ForceReport& out) const {
  const Place p = place(m, past);
  const FiveDofForce f = five_dof_force(rows_, p.delta, p.rate, p.cage_angle);
  if (cage_share_ > 0) out.trial = {p.turn.value};
  out.stored_energy = f.stored_energy;
  out.dissipated_power = f.dissipated_power;
  if (!at.outputs) return;
  const RacePressure pressure = race_pressure(contacts_, f.max_ball_load);
  // On the inner ring, in J's axes.
  const Vector5d F = -f.force;
  constexpr const char *force = "Bearing forces", *parts = "Bearing force components", *moment = "Bearing moments";
  out.outputs = {{"force", F.head<3>().norm(), "N", force},
                 {"fx", F[1], "N", parts},
                 {"fy", F[2], "N", parts},
                 {"fz", F[0], "N", parts},
                 {"moment", F.tail<2>().norm(), "N m", moment},
                 {"mx", F[3], "N m", "Bearing moment components"},
                 {"my", F[4], "N m", "Bearing moment components"},
                 {"ball_load", f.max_ball_load, "N", "Largest ball loads"},
                 {"ball_angle", f.max_ball_angle, "rad", "Places of the largest ball loads"},
                 {"load_zone", f.load_zone, "rad", "Load zones"},
                 {"pressure", std::max(pressure.inner, pressure.outer), "Pa", "Peak contact pressures"},
                 {"power_loss", f.dissipated_power, "W", "Power losses of bearings"}};
  if (!ratings_) return;
  const double life = reference_life(rows_, *ratings_, p.delta, p.rate, data_.rotating);
  const double revolutions = std::abs(m.w[2]) / (2 * std::numbers::pi);  // per second
  out.outputs.push_back({"damage_rate", revolutions / life, "1/s", "Fatigue damage per time"});
}

}  // namespace trunnion
