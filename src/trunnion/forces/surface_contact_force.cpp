#include "trunnion/forces/surface_contact_force.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/base/error.h"
#include "trunnion/contact/vilke.h"
#include "trunnion/forces/tracking_check.h"

namespace trunnion {

struct SurfaceContactForce::Place {
  OpposingPoints y;
  FacingSurfaces facing;
  FacingGeometry at;
  TouchPlace touch;
};

namespace {

SurfacePose pose_of(const RelativeMotion& m) { return {m.d, m.R}; }

/// Changes of a touching place by three of the six pose variables.
TouchChange columns(const FacingTangent& d, int first) {
  TouchChange change;
  change.m = d.m.middleCols<3>(first);
  change.lever = 0.5 * (d.on_a + d.on_b).middleCols<3>(first);
  if (first == 0) change.lever -= Matrix3d::Identity();
  change.h = d.h.segment<3>(first);
  change.P = d.P.segment<3>(first);
  change.Q = d.Q.segment<3>(first);
  return change;
}

// Where the formula of a surface switches the curvature, and with it the force, jumps.
void add_seams(const Surface& surface, const Vector3d* x, std::vector<double>& jumps) {
  const auto* shape = std::get_if<FormulaSurface>(&surface.shape);
  if (!shape || !shape->formula->has_switches()) return;
  const Vector3d at = x ? *x : shape->center;
  const FormulaSwitches s = shape->formula->switches(std::span<const double>(at.data(), 3));
  for (const auto* list : {&s.kinks, &s.jumps})
    for (const double value : *list) jumps.push_back(x ? value : 1);
}

}  // namespace

SurfaceContactForce::SurfaceContactForce(Data data)
    : data_(std::move(data)), pair_(facing_pair(data_.surface_j, data_.surface_i)) {
  validate(data_.law);
}

std::vector<SurfaceContactForce::Place> SurfaceContactForce::places(const RelativeMotion& m, CacheSlot& slot,
                                                                    bool touching_only) const {
  if (!slot.has_value()) slot = ContactRegions{};
  auto& regions = std::any_cast<ContactRegions&>(slot);
  const SurfacePose pose = pose_of(m);
  try {
    update_regions(pair_, pose, regions);
  } catch (const SolveError& error) {
    throw SolveError(fmt::format("contact '{}': {}", data_.name, error.what()));
  }
  std::vector<Place> found;
  for (std::size_t i = 0; i < regions.places.size(); ++i) {
    const OpposingPoints& y = regions.places[i];
    Place p{y, regions.facing[i], {}, {}};
    p.at = facing_geometry(p.facing, y);
    if (touching_only && !(p.at.approach > 0)) continue;
    if (p.at.approach > 0 && !(p.at.P > 0))
      throw SolveError(
          fmt::format("contact '{}': smallest relative curvature of the touching surfaces = {:.3g} 1/m, must be > 0: "
                      "they conform, which is no point contact",
                      data_.name, 2 * p.at.P));
    p.touch = {p.at.approach, p.at.m, 0.5 * (p.at.on_a + p.at.on_b) - m.d, {p.at.P, p.at.Q}};
    found.push_back(std::move(p));
  }
  return found;
}

void SurfaceContactForce::check_pose(const RelativeMotion& m) const {
  CacheSlot slot;
  try {
    places(m, slot, true);
  } catch (const SolveError& error) {
    throw InputError(error.what());
  }
}

Vector6d SurfaceContactForce::force(const StepContext&, const RelativeMotion& m, const History&,
                                    CacheSlot& slot) const {
  Vector6d W = Vector6d::Zero();
  for (const Place& p : places(m, slot, true)) W += touch_wrench(p.touch, touch(data_.law, p.touch, m.v, m.w));
  return W;
}

WrenchTangent SurfaceContactForce::linearize(const StepContext&, const RelativeMotion& m, const History&,
                                             CacheSlot& slot) const {
  WrenchTangent out;
  for (const Place& p : places(m, slot, true)) {
    const Touch t = touch(data_.law, p.touch, m.v, m.w);
    const FacingTangent d = facing_tangent(pair_.surfaces, pose_of(m), p.facing, p.y, p.at);
    out.dx.leftCols<3>() += touch_tangent(data_.law, p.touch, t, m.w, columns(d, 0));
    out.dx.rightCols<3>() += touch_tangent(data_.law, p.touch, t, m.w, columns(d, 3));
    out.dv.leftCols<3>() += touch_tangent(data_.law, p.touch, t, m.w, change_of_velocity());
    out.dv.rightCols<3>() += touch_tangent(data_.law, p.touch, t, m.w, change_of_angular_velocity());
  }
  return out;
}

void SurfaceContactForce::report(const StepContext& step, const RelativeMotion& m, const History& past, CacheSlot& slot,
                                 ForceReport& out) const {
  const std::vector<Place> all = places(m, slot, false);
  Vector6d rates;
  rates << m.v, m.w;
  const Place* deepest = nullptr;
  double load = 0;
  for (const Place& p : all) {
    if (!deepest || p.at.approach > deepest->at.approach) deepest = &p;
    if (!(p.at.approach > 0)) continue;
    const Touch t = touch(data_.law, p.touch, m.v, m.w);
    const FacingTangent d = facing_tangent(pair_.surfaces, pose_of(m), p.facing, p.y, p.at);
    const double e_rate = (t.stiffness.de_dP * d.P + t.stiffness.de_dQ * d.Q).dot(rates);
    load += t.normal.value;
    out.stored_energy += t.normal.stored_energy;
    out.dissipated_power += t.losses(m.w);
    out.supplied_power += t.normal.stored_energy / t.stiffness.e * e_rate;
  }
  const double nowhere = -pair_.surfaces.length;
  out.events = {deepest ? deepest->at.approach : nowhere};
  const Vector3d on_i = deepest ? Vector3d(m.R.transpose() * (deepest->at.on_b - m.d)) : Vector3d::Zero();
  const Vector3d on_j = deepest ? deepest->at.on_a : Vector3d::Zero();
  add_seams(data_.surface_i, deepest ? &on_i : nullptr, out.jumps);
  add_seams(data_.surface_j, deepest ? &on_j : nullptr, out.jumps);
  if (data_.cross_check) report_cross_check(step, m, past, deepest, out);
  if (!step.outputs) return;
  ContactEllipse ellipse;
  double sliding = 0, difference = 0;
  if (deepest && deepest->at.approach > 0) {
    const HertzPoint hertz = hertz_point(deepest->touch.curvature, data_.law.reduced_modulus);
    ellipse = contact_ellipse(hertz, deepest->at.approach);
    sliding = touch(data_.law, deepest->touch, m.v, m.w).v_t.norm();
    difference = vilke_point(deepest->touch.curvature, data_.law.reduced_modulus).e / hertz.stiffness.e - 1;
  }
  const NamedOutputs own{{"load", load, "N", "Contact loads"},
                         {"approach", out.events[0], "m", "Approaches of surfaces"},
                         {"semi_axis_a", ellipse.a, "m", "Contact ellipses"},
                         {"semi_axis_b", ellipse.b, "m", "Contact ellipses"},
                         {"pressure", ellipse.peak_pressure, "Pa", "Peak contact pressures"},
                         {"sliding", sliding, "m/s", "Sliding speeds"},
                         {"point_i_x", on_i.x(), "m", "Contact points on the first body"},
                         {"point_i_y", on_i.y(), "m", "Contact points on the first body"},
                         {"point_i_z", on_i.z(), "m", "Contact points on the first body"},
                         {"point_j_x", on_j.x(), "m", "Contact points on the second body"},
                         {"point_j_y", on_j.y(), "m", "Contact points on the second body"},
                         {"point_j_z", on_j.z(), "m", "Contact points on the second body"},
                         {"vilke_hertz_difference", difference, "", "Vilke's force against Hertz's at equal overlap"}};
  out.outputs.insert(out.outputs.begin(), own.begin(), own.end());
}

void SurfaceContactForce::report_cross_check(const StepContext& step, const RelativeMotion& m, const History& past,
                                             const Place* deepest, ForceReport& out) const {
  TrackingDeviation d;
  out.trial =
      follow_differential(pair_.surfaces, step, m, deepest ? &deepest->y : nullptr, past, data_.differential, d);
  constexpr const char *lengths = "Differential tracking against direct, lengths",
                       *shares = "Differential tracking against direct, shares";
  out.outputs = {{"differential_points", d.points, "m", lengths},
                 {"differential_approach", d.approach, "m", lengths},
                 {"differential_normal", d.normal, "rad", "Moving base against the normal"},
                 {"differential_curvature", d.curvature, "", shares},
                 {"differential_parameter", d.parameter, "", shares},
                 {"differential_stiffness", d.stiffness, "", shares}};
}

History SurfaceContactForce::initial_history() const { return data_.cross_check ? tracking_history() : History(); }

double SurfaceContactForce::resolution() const { return touch_resolution(data_.law, pair_.surfaces.length); }

}  // namespace trunnion
