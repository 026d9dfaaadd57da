#pragma once
// A ring on a shaft, each with nodes of its own; supports.

#include "trunnion/fe_contact/contact_statics.h"
#include "trunnion/mesh/shapes.h"

namespace trunnion::testing {

/// Hollow shaft, radii 10 to 20 mm, in a ring of 20 to 30 mm, 8 mm long; names "shaft" and "ring".
struct RingShape {
  int shaft_around = 8, ring_around = 8;  ///< elements over the sector
  CellType element = CellType::hex20;
  double sector = 2 * 3.14159265358979323846;
  double shaft_length = 8e-3;
  int radial = 2;
};
Mesh ring_on_shaft(const RingShape& shape);
constexpr double shaft_bore = 10e-3, seat_radius = 20e-3, ring_radius = 30e-3, ring_length = 8e-3;

/// Components 0 to 5 of the named nodes at a value.
Support held(const std::string& nodes, std::initializer_list<int> components, double value = 0);

/// A model of steel of the mesh.
FeModel steel_model(Mesh mesh);

/// Ring and shaft face each other with this interference.
ZoneInput seat(double interference, ContactPoints points = ContactPoints::faces);

}  // namespace trunnion::testing
