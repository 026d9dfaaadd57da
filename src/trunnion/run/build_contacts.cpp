#include "trunnion/contact/material.h"
#include "trunnion/forces/surface_contact_force.h"
#include "trunnion/run/mechanism_parts.h"

namespace trunnion {

namespace {

Surface surface_of(const SurfaceInput& in, const Parameters& parameters) {
  Surface s;
  s.hollow = in.hollow;
  if (in.type == "sphere") s.shape = SphereSurface{in.radius};
  if (in.type == "ellipsoid") s.shape = EllipsoidSurface{in.semi_axes};
  if (in.type == "cylinder") s.shape = CylinderSurface{in.radius, in.length};
  if (in.type == "cone") s.shape = ConeSurface{in.radius, in.angle, in.length};
  if (in.type == "torus") s.shape = TorusSurface{in.radius, in.tube_radius};
  if (in.type == "superellipsoid") s.shape = SuperellipsoidSurface{in.semi_axes, in.exponents};
  if (in.type == "formula")
    s.shape = FormulaSurface{std::make_shared<Formula>(in.formula, surface_variables(), parameters.lookup()), in.reach,
                             in.center};
  validate(s);
  return s;
}

PointLaw law_of(const ContactInput& in) {
  if (in.law == "vilke") return {PointLaw::Kind::vilke};
  if (in.law == "constant") return {PointLaw::Kind::constant, in.coefficient.value_or(0)};
  return {};
}

SurfaceContactForce::Data contact_of(const ContactInput& in, const Parameters& parameters) {
  const auto elastic = [](const MaterialInput& m) { return ElasticMaterial{m.material.young, m.material.poisson}; };
  SurfaceContactForce::Data data;
  data.name = in.name;
  data.surface_i = at_place(in.surface_i.where, [&] { return surface_of(in.surface_i, parameters); });
  data.surface_j = at_place(in.surface_j.where, [&] { return surface_of(in.surface_j, parameters); });
  data.law.reduced_modulus = reduced_modulus(elastic(in.material_i.value()), elastic(in.material_j.value()));
  data.law.law = law_of(in);
  data.law.rate_factor =
      in.damping_factor > 0 ? in.damping_factor : rate_factor_of_restitution_slope(in.restitution_slope);
  data.law.sliding = {in.friction, in.friction_speed};
  data.law.rolling = {in.rolling_arm, in.rolling_speed};
  data.law.spin_moment = in.spin_friction;
  data.cross_check = in.cross_check;
  data.differential = {in.check_tolerance, in.check_stabilization};
  return data;
}

// How the markers stand to each other as the bodies are placed.
RelativeMotion placed(const Mechanism& m, MarkerPair p) {
  const auto frame = [&](Index marker) {
    const Marker& at = m.markers[marker];
    FrameMotion f;
    const bool ground = at.body < 0;
    f.r = ground ? at.p : Vector3d(m.start[at.body].R + m.start[at.body].A * at.p);
    f.R = ground ? at.A0 : Matrix3d(m.start[at.body].A * at.A0);
    return f;
  };
  return relative_motion(frame(p.I), frame(p.J));
}

}  // namespace

void add_contacts(const Model& model, BuiltMechanism& b) {
  for (const ContactInput& in : model.contacts)
    at_place(in.where, [&] {
      const MarkerPair p = pair_named(b, in.between, in.where);
      auto force = std::make_shared<SurfaceContactForce>(contact_of(in, model.parameters));
      force->check_pose(placed(b.mechanism, p));
      b.mechanism.marker_forces.push_back({in.name, "contact", p.I, p.J, std::move(force), "contact"});
      return 0;
    });
}

}  // namespace trunnion
