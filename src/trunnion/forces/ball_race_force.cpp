#include "trunnion/forces/ball_race_force.h"

#include <algorithm>
#include <cmath>

#include "trunnion/contact/vilke.h"

namespace trunnion {

namespace {

RelativeCurvature sorted(const RaceContact& at) {
  return {std::min(at.along, at.around), std::max(at.along, at.around)};
}

TouchPlace place_of(const BallRaceForce::Data& data, const RaceContact& at) {
  return {.approach = at.approach,
          .m = at.m,
          .lever = (data.ball_radius - 0.5 * at.approach) * at.m,
          .curvature = sorted(at)};
}

TouchChange change_of_center(const BallRaceForce::Data& data, const RaceContact& at) {
  TouchChange x;
  x.m = at.dm;
  x.lever = (data.ball_radius - 0.5 * at.approach) * at.dm - 0.5 * at.m * at.m.transpose();
  x.h = at.m.transpose();
  (at.around >= at.along ? x.Q : x.P) = at.d_around.transpose();
  return x;
}

}  // namespace

BallRaceForce::BallRaceForce(const Data& data) : data_(data) {
  validate(data_.race, data_.ball_radius);
  validate(data_.law);
}

Vector6d BallRaceForce::force(const StepContext& step, const RelativeMotion& m, const History&, CacheSlot&) const {
  const TouchLaw& law = data_.law;
  Vector6d W = Vector6d::Zero();
  if (step.kind != StageKind::transient) return W;
  for (const RaceContact& at : race_contacts_of(data_.race, data_.ball_radius, m.d)) {
    if (!(at.approach > 0)) continue;
    const TouchPlace place = place_of(data_, at);
    W += touch_wrench(place, touch(law, place, m.v, m.w));
  }
  return W;
}

WrenchTangent BallRaceForce::linearize(const StepContext& step, const RelativeMotion& m, const History&,
                                       CacheSlot&) const {
  const TouchLaw& law = data_.law;
  WrenchTangent out;
  if (step.kind != StageKind::transient) return out;
  for (const RaceContact& at : race_contacts_of(data_.race, data_.ball_radius, m.d)) {
    if (!(at.approach > 0)) continue;
    const TouchPlace place = place_of(data_, at);
    const Touch t = touch(law, place, m.v, m.w);
    out.dx.leftCols<3>() += touch_tangent(law, place, t, m.w, change_of_center(data_, at));
    out.dv.leftCols<3>() += touch_tangent(law, place, t, m.w, change_of_velocity());
    out.dv.rightCols<3>() += touch_tangent(law, place, t, m.w, change_of_angular_velocity());
  }
  return out;
}

void BallRaceForce::report(const StepContext& step, const RelativeMotion& m, const History&, CacheSlot&,
                           ForceReport& out) const {
  const TouchLaw& law = data_.law;
  Vector6d total = Vector6d::Zero();
  double load = 0, sliding = 0, angle = 0, laws = 0, approach = -data_.race.groove_radius;
  ContactEllipse ellipse;
  for (const RaceContact& at : race_contacts_of(data_.race, data_.ball_radius, m.d)) {
    approach = std::max(approach, at.approach);
    if (!(at.approach > 0)) continue;
    const TouchPlace place = place_of(data_, at);
    const Touch t = touch(law, place, m.v, m.w);
    if (step.kind == StageKind::transient) {  // while the ball is held its seat has the energy
      out.stored_energy += t.normal.stored_energy;
      out.dissipated_power += t.losses(m.w);
    }
    if (!step.outputs) continue;
    total += touch_wrench(place, t);
    if (t.normal.value < load) continue;
    load = t.normal.value;
    sliding = t.v_t.norm();
    angle = std::atan2((data_.race.ring == Ring::outer ? 1 : -1) * at.m.z(), at.m.head<2>().norm());
    const HertzPoint hertz = hertz_point(sorted(at), law.reduced_modulus);
    ellipse = contact_ellipse(hertz, at.approach);
    laws = vilke_point(sorted(at), law.reduced_modulus).e / hertz.stiffness.e - 1;
  }
  if (!step.outputs) return;
  const Vector3d F = -total.head<3>(), M = -(total.tail<3>() + m.d.cross(total.head<3>()));  // on the ring, about J
  constexpr const char *force = "Forces of balls on rings", *moment = "Moments of balls on rings";
  out.outputs = {{"load", load, "N", "Ball loads"},
                 {"approach", approach, "m", "Approaches of balls"},
                 {"pressure", ellipse.peak_pressure, "Pa", "Peak contact pressures"},
                 {"semi_axis_a", ellipse.a, "m", "Contact ellipses"},
                 {"semi_axis_b", ellipse.b, "m", "Contact ellipses"},
                 {"contact_angle", angle, "rad", "Contact angles"},
                 {"sliding", sliding, "m/s", "Sliding speeds"},
                 {"vilke_over_hertz", laws, "", "Force after Vilke over that after Hertz, less one"},
                 {"fx", F.x(), "N", force},
                 {"fy", F.y(), "N", force},
                 {"fz", F.z(), "N", force},
                 {"mx", M.x(), "N m", moment},
                 {"my", M.y(), "N m", moment},
                 {"mz", M.z(), "N m", moment}};
}

double BallRaceForce::resolution() const { return touch_resolution(data_.law, data_.ball_radius); }

}  // namespace trunnion
