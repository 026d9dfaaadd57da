#include "fe_contact/two_parts.h"

#include "support/fe_models.h"
#include "trunnion/mesh/merge.h"

namespace trunnion::testing {
Mesh ring_on_shaft(const RingShape& shape) {
  Mesh shaft = cylinder_mesh({.radius = seat_radius,
                              .inner_radius = shaft_bore,
                              .length = shape.shaft_length,
                              .around = shape.shaft_around,
                              .radial = shape.radial,
                              .along = 1,
                              .element = shape.element,
                              .sector = shape.sector});
  Mesh ring = cylinder_mesh({.radius = ring_radius,
                             .inner_radius = seat_radius,
                             .length = ring_length,
                             .around = shape.ring_around,
                             .radial = shape.radial,
                             .along = 1,
                             .element = shape.element,
                             .sector = shape.sector});
  return merged({{"shaft", std::move(shaft)}, {"ring", std::move(ring)}});
}

Support held(const std::string& nodes, std::initializer_list<int> components, double value) {
  Support support{nodes, {}};
  for (const int c : components) support.component[std::size_t(c)] = value;
  return support;
}

FeModel steel_model(Mesh mesh) { return assemble(of_material(std::move(mesh), steel())); }

ZoneInput seat(double interference, ContactPoints points) {
  return {.name = "seat",
          .outer = "ring.inner",
          .inner = "shaft.outer",
          .points = points,
          .interference = [=](const Vector3d&) { return interference; },
          .expansion = {}};
}

}  // namespace trunnion::testing
