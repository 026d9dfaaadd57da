#pragma once
// gears/mesh_law.h -- load surfaces of a gear pair, computed from the contact of its teeth.
// Full: at every position the contact problem with the lag given,  d = eps + C th + A p >= 0,  gives force and
// stiffness at each level. Tabulated: stiffness and error of one torque M,  F = k(s) (delta - e(s)),  k = dM/dth /
// r_b2^2, e = r_b2 th - M/(r_b2 k), so that the static transmission error under M is met.       (theory/gears.md,
// section 9)

#include "trunnion/gears/load_surface.h"
#include "trunnion/gears/mesh_cycle.h"

namespace trunnion {

struct MeshLawOptions {
  double torque = 0;   ///< of the design, on the driven gear [N m]
  double reach = 3;    ///< levels go up to this many times its deflection, then straight on
  int positions = 48;  ///< over a base pitch
  int levels = 10;
};

/// F = k(s) (delta - e(s)), the stiffness coming up over a tenth of the mean deflection under `force`.
LoadSurface stiffness_law(double period, const VectorXd& error, const VectorXd& stiffness, double force);
LoadSurface tabulated_law(const GearContact& contact, const MeshLawOptions& options);
LoadSurface full_law(const GearContact& contact, const MeshLawOptions& options);

/// How far forces of a surface are from those of the contact problem half-way between its positions, at the deflection
/// of the contact problem under 0.5, 1 and 1.5 times the torque: largest and mean, over the force of the design.
struct LawError {
  double largest = 0, mean = 0;
};
LawError law_error(const GearContact& contact, const LoadSurface& law, const MeshLawOptions& options);

/// The stiffness 14 N/(mm um) per face width that gear standards give for steel gears: for what must not compute.
LoadSurface standard_law(double base_pitch, double width);

}  // namespace trunnion
