#pragma once
// mesh/beam_section.h -- constants of the usual beam cross-sections.
//   inertia_1: second moment about axis 1, which resists bending in the plane of axis 2 and the beam; shear_area_1 goes
//   with a shear force along axis 1. Shear areas after Cowper with Poisson's ratio 0.3; torsion by Saint-Venant.

#include "trunnion/mesh/mesh_file.h"

namespace trunnion {

/// Sides `width` along axis 1 and `height` along axis 2 [m].
BeamSection rectangle_section(double width, double height);
/// Ring of outer radius r and inner radius (0: solid) [m].
BeamSection circle_section(double radius, double inner_radius = 0);

}  // namespace trunnion
