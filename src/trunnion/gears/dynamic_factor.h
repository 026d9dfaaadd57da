#pragma once
// gears/dynamic_factor.h -- what gear designers call K_v: largest over mean force of the teeth at speed, of the two
// gears alone on stiff shafts, from the computed force of their mesh.
//   m x'' + c x' + F(s, x) = F_0,   s' = v,   1/m = r_b1^2/J_1 + r_b2^2/J_2,   c = 2 zeta sqrt(m k) F_x/k (Eq. 11.1)
// x: approach along the transverse line of action; k: mean stiffness at F_0. Contact may be lost; back flanks do not
// touch. Shafts, bearings and rotors beside the gears ask for a mechanism.              (theory/gears.md, section 11)

#include "trunnion/gears/load_surface.h"
#include "trunnion/gears/tooth_pairs.h"

namespace trunnion {

struct VibratingGears {
  double mass = 0;           ///< m [kg]
  double force = 0;          ///< F_0 [N]
  double damping_ratio = 0;  ///< zeta
  double base_pitch = 0;     ///< [m]
  int sense = 1;             ///< -1: s falls in time, where a ring drives
};

/// Moment of inertia of the blank from its hub to the reference circle [kg m^2].
double blank_inertia(const Gear& gear, double density);
/// 1/(r_b1^2/J_1 + r_b2^2/J_2) [kg].
double mesh_mass(const GearContact& contact, double driver_inertia, double driven_inertia);

double mesh_resonance(const LoadSurface& law, const VibratingGears& gears);  ///< sqrt(k/m)/(2 pi) [Hz]

/// At a speed of the mesh, after what was there at the start has died out.
struct DynamicFactor {
  double factor = 1;  ///< largest over mean force
  double least = 1;   ///< smallest over mean force; 0: contact is lost
  double swing = 0;   ///< of the dynamic transmission error, peak to peak [m]
};
DynamicFactor dynamic_factor(const LoadSurface& law, const VibratingGears& gears, double mesh_frequency);

}  // namespace trunnion
