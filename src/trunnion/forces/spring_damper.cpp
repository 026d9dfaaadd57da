#include "trunnion/forces/spring_damper.h"

#include <fmt/format.h>

#include "trunnion/base/error.h"
#include "trunnion/joints/relative_coordinate.h"
#include "trunnion/math/rotations.h"

namespace trunnion {

ForceLaw linear_law(double stiffness) {
  return ForceLaw([=](double x) { return LawValue{stiffness * x, stiffness, 0.5 * stiffness * x * x}; });
}

struct LineSpring::Line {
  Vector3d n;
  double length, rate;
  LawValue spring, damper;
  double tension;
};

LineSpring::LineSpring(std::string name, Data data) : name_(std::move(name)), data_(std::move(data)) {}

LineSpring::Line LineSpring::line(const StepContext& at, const RelativeMotion& m) const {
  Line l;
  l.length = m.d.norm();
  if (!(l.length > 1e-12))
    throw SolveError(
        fmt::format("spring '{}': its two markers coincide, so that it has no direction; use a bushing "
                    "or a radial spring between markers that may meet",
                    name_));
  l.n = m.d / l.length;
  l.rate = l.n.dot(m.v);
  l.spring = data_.spring(l.length - data_.free_length);
  l.damper = data_.damper(l.rate);
  l.tension = at.load_factor * data_.preload + l.spring.value + l.damper.value;
  return l;
}

Vector6d LineSpring::force(const StepContext& at, const RelativeMotion& m, const History&, CacheSlot&) const {
  const Line l = line(at, m);
  Vector6d W = Vector6d::Zero();
  W.head<3>() = -l.tension * l.n;
  return W;
}

WrenchTangent LineSpring::linearize(const StepContext& at, const RelativeMotion& m, const History&, CacheSlot&) const {
  const Line l = line(at, m);
  const Matrix3d along = l.n * l.n.transpose();
  const Matrix3d across = (Matrix3d::Identity() - along) / l.length;
  WrenchTangent t;
  t.dv.topLeftCorner<3, 3>() = -l.damper.slope * along;
  t.dx.topLeftCorner<3, 3>() =
      -l.spring.slope * along - l.tension * across - l.damper.slope * l.n * (across * m.v).transpose();
  return t;
}

void LineSpring::report(const StepContext& at, const RelativeMotion& m, const History&, CacheSlot&,
                        ForceReport& out) const {
  const Line l = line(at, m);
  out.stored_energy = l.spring.energy + at.load_factor * data_.preload * (l.length - data_.free_length);
  out.dissipated_power = l.damper.value * l.rate;
  data_.spring.add_switches(l.length - data_.free_length, out);
  data_.damper.add_switches(l.rate, out);
  out.outputs = {{"length", l.length, "m"}, {"tension", l.tension}};
}

namespace {
CoordinateValue turn(const RelativeMotion& m, const History& past) {
  return evaluate({CoordinateKind::angle, 0, 0}, m, past.front());
}
}  // namespace

Vector6d TorsionSpring::force(const StepContext& at, const RelativeMotion& m, const History& past, CacheSlot&) const {
  const CoordinateValue phi = turn(m, past);
  const double rate = phi.gradient.tail<3>().dot(m.w);
  const double torque = at.load_factor * data_.preload + data_.spring(phi.value - data_.free_angle).value;
  return -(torque + data_.damper(rate).value) * phi.gradient;
}

WrenchTangent TorsionSpring::linearize(const StepContext& at, const RelativeMotion& m, const History& past,
                                       CacheSlot&) const {
  const CoordinateValue phi = turn(m, past);
  const Matrix6d H = gradient_tangent({CoordinateKind::angle, 0, 0}, m);
  Vector6d V;
  V << m.v, m.w;
  const LawValue spring = data_.spring(phi.value - data_.free_angle), damper = data_.damper(phi.gradient.dot(V));
  WrenchTangent t;
  t.dv = -damper.slope * phi.gradient * phi.gradient.transpose();
  t.dx = -spring.slope * phi.gradient * phi.gradient.transpose() -
         (at.load_factor * data_.preload + spring.value + damper.value) * H -
         damper.slope * phi.gradient * (H.transpose() * V).transpose();
  return t;
}

void TorsionSpring::report(const StepContext& at, const RelativeMotion& m, const History& past, CacheSlot&,
                           ForceReport& out) const {
  const CoordinateValue phi = turn(m, past);
  const double rate = phi.gradient.tail<3>().dot(m.w);
  const LawValue spring = data_.spring(phi.value - data_.free_angle), damper = data_.damper(rate);
  out.trial = {phi.value};
  const double preload = at.load_factor * data_.preload;
  out.stored_energy = spring.energy + preload * (phi.value - data_.free_angle);
  out.dissipated_power = damper.value * rate;
  data_.spring.add_switches(phi.value - data_.free_angle, out);
  data_.damper.add_switches(rate, out);
  out.outputs = {{"angle", phi.value, "rad"}, {"torque", preload + spring.value + damper.value, "N m"}};
}

}  // namespace trunnion
