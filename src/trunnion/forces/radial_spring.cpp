#include "trunnion/forces/radial_spring.h"

#include <algorithm>

namespace trunnion {

namespace {

// The fully damped center of a bearing without clearance has no direction; there F = -(k + c d/dt)(d_x, d_y).
struct Contact {
  Eigen::Vector2d n = Eigen::Vector2d::Zero();
  double e = 0, s = 0, rate = 0, share = 0, share_slope = 0;
  double depth = 0, come_up = 0, onset_slope = 0, energy = 0;  ///< S, S', S'' and its integral
};

Contact contact_of(const RadialSpring::Data& data, const RelativeMotion& m) {
  Contact c;
  const Eigen::Vector2d d = m.d.head<2>();
  c.e = d.norm();
  c.s = c.e - data.clearance;
  if (c.e > 0) c.n = d / c.e;
  c.rate = c.n.dot(m.v.head<2>());
  const double u = std::clamp(c.s / data.damping_depth, 0.0, 1.0);
  c.share = u * u * (3 - 2 * u);
  c.share_slope = 6 * u * (1 - u) / data.damping_depth;
  const double o = data.onset, s = std::max(c.s, 0.0);
  if (s < o) {
    c.depth = s * s / (2 * o);
    c.come_up = s / o;
    c.onset_slope = c.s > 0 ? 1 / o : 0;
    c.energy = s * s * s / (6 * o);
  } else {
    c.depth = s - 0.5 * o;
    c.come_up = c.s >= 0 ? 1 : 0;
    c.energy = 0.5 * c.depth * c.depth + o * o / 24;
  }
  return c;
}

}  // namespace

Vector6d RadialSpring::force(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const {
  Vector6d W = Vector6d::Zero();
  const Contact c = contact_of(data_, m);
  W.head<2>() = -data_.film_stiffness * m.d.head<2>() - data_.film_damping * m.v.head<2>();
  if (c.s > 0)
    W.head<2>() -= (data_.stiffness * c.depth + data_.damping * c.share * c.rate) * c.n +
                   data_.onset_damping * c.come_up * m.v.head<2>();
  return W;
}

WrenchTangent RadialSpring::linearize(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const {
  WrenchTangent t;
  const Contact c = contact_of(data_, m);
  const Eigen::Matrix2d one = Eigen::Matrix2d::Identity();
  t.dx.topLeftCorner<2, 2>() = -data_.film_stiffness * one;
  t.dv.topLeftCorner<2, 2>() = -data_.film_damping * one;
  if (c.s < 0) return t;
  t.dv.topLeftCorner<2, 2>() -= data_.onset_damping * c.come_up * one;
  if (c.e == 0) {
    t.dx.topLeftCorner<2, 2>() -= data_.stiffness * c.come_up * one;
    return t;
  }
  const Eigen::Matrix2d along = c.n * c.n.transpose();
  const Eigen::Matrix2d across = (one - along) / c.e;
  const double N = data_.stiffness * c.depth + data_.damping * c.share * c.rate;
  t.dx.topLeftCorner<2, 2>() -= (data_.stiffness * c.come_up + data_.damping * c.share_slope * c.rate) * along +
                                N * across + data_.damping * c.share * c.n * (across * m.v.head<2>()).transpose() +
                                data_.onset_damping * c.onset_slope * m.v.head<2>() * c.n.transpose();
  t.dv.topLeftCorner<2, 2>() -= data_.damping * c.share * along;
  return t;
}

void RadialSpring::report(const StepContext& at, const RelativeMotion& m, const History& past, CacheSlot& slot,
                          ForceReport& out) const {
  const Contact c = contact_of(data_, m);
  const double speed2 = m.v.head<2>().squaredNorm();
  out.stored_energy = data_.stiffness * c.energy + 0.5 * data_.film_stiffness * c.e * c.e;
  out.dissipated_power =
      data_.damping * c.share * c.rate * c.rate + (data_.film_damping + data_.onset_damping * c.come_up) * speed2;
  if (data_.clearance > 0 && data_.onset == 0) out.events = {c.s};  // with an onset the force has no kink
  const bool film = data_.film_stiffness > 0 || data_.film_damping > 0 || data_.onset_damping > 0;
  const Eigen::Vector2d F = force(at, m, past, slot).head<2>();
  out.outputs = {{"offset", c.e, "m"}, {"force", film ? F.norm() : -F.dot(c.n)}};
}

}  // namespace trunnion
