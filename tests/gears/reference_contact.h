#pragma once
// The reference gears meshed and paired as the independent program has them: plane stress, full ring, pairs as dense as
// nodes, no local deformation added. Values: docs/theory/gears.md, section 7.

#include <string>

#include "gears/reference_gears.h"
#include "support/verification.h"
#include "trunnion/gears/mesh_cycle.h"

namespace trunnion::testing {

inline GearPair reference_pair() {
  const GearMaterial steel{{30e6 * psi, 0.3}, PlaneKind::stress};
  return {reference_gear("driver"), reference_gear("driven"), steel, steel, 2 * inch};
}

/// Elements of h at the flanks and `bulk` inside [in].
inline GearContact reference_contact(double h, double bulk = 0.01) {
  return gear_contact(reference_pair(),
                      {.local = false, .flank = 10 * h, .bulk = 10 * bulk, .low_radius = {0.95 * inch, 0.95 * inch}});
}

/// h = 0.001 in, shared by the tests of one program run.
inline const GearContact& fine() {
  static const GearContact contact = reference_contact(0.001);
  return contact;
}

/// Strips of pairs as wide as those of the reference at 1000 and at 100 lbf in.
inline const PairingOptions strip{.window = 0.014 * inch, .largest = 1e-3 * inch};
inline const PairingOptions narrow{.window = 0.008 * inch, .largest = 1e-3 * inch};

/// Torque in lbf in, place in base pitches.
inline MeshPosition at(const GearContact& c, double torque, double mu, double place) {
  return solve_position(c, {torque * pound_inch, mu}, place * c.mesh.base_pitch, strip);
}

/// How far the load stands from the contact of rigid teeth, along the tangent [m].
inline double load_shift(const MeshPosition& p) {
  double moment = 0;
  for (const LoadedPoint& point : p.points) moment += point.force * point.place.tau;
  return moment / p.normal_force;
}

inline void check_reference(const std::string& what, double value, double expected, double allowed,
                            const std::string& why) {
  record({.group = "Gears",
          .name = what,
          .reference = "independent program",
          .reference_value = expected,
          .value = value,
          .error = relative_error(value, expected),
          .allowed = allowed,
          .why = why});
}

}  // namespace trunnion::testing
