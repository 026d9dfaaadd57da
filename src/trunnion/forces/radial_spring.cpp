#include "trunnion/forces/radial_spring.h"

#include <algorithm>

namespace trunnion {

namespace {

// The fully damped center of a bearing without clearance has no direction; there F = -(k + c d/dt)(d_x, d_y).
struct Contact {
  Eigen::Vector2d n = Eigen::Vector2d::Zero();
  double e = 0, s = 0, rate = 0, share = 0, share_slope = 0;
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
  return c;
}

}  // namespace

Vector6d RadialSpring::force(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const {
  Vector6d W = Vector6d::Zero();
  const Contact c = contact_of(data_, m);
  if (c.s > 0) W.head<2>() = -(data_.stiffness * c.s + data_.damping * c.share * c.rate) * c.n;
  return W;
}

WrenchTangent RadialSpring::linearize(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&) const {
  WrenchTangent t;
  const Contact c = contact_of(data_, m);
  if (c.s < 0) return t;
  if (c.e == 0) {
    t.dx.topLeftCorner<2, 2>().diagonal().setConstant(-data_.stiffness);
    return t;
  }
  const Eigen::Matrix2d along = c.n * c.n.transpose();
  const Eigen::Matrix2d across = (Eigen::Matrix2d::Identity() - along) / c.e;
  const double N = data_.stiffness * c.s + data_.damping * c.share * c.rate;
  t.dx.topLeftCorner<2, 2>() = -(data_.stiffness + data_.damping * c.share_slope * c.rate) * along - N * across -
                               data_.damping * c.share * c.n * (across * m.v.head<2>()).transpose();
  t.dv.topLeftCorner<2, 2>() = -data_.damping * c.share * along;
  return t;
}

void RadialSpring::report(const StepContext&, const RelativeMotion& m, const History&, CacheSlot&,
                          ForceReport& out) const {
  const Contact c = contact_of(data_, m);
  const double depth = std::max(c.s, 0.0);
  out.stored_energy = 0.5 * data_.stiffness * depth * depth;
  out.dissipated_power = data_.damping * c.share * c.rate * c.rate;
  if (data_.clearance > 0) out.events = {c.s};
  out.outputs = {{"offset", c.e, "m"},
                 {"force", c.s > 0 ? data_.stiffness * depth + data_.damping * c.share * c.rate : 0.0}};
}

}  // namespace trunnion
