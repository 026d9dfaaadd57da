#pragma once
// gears/mesh_law.h -- load surfaces of a gear pair, computed from the contact of its teeth.
// Full: at every position the contact problem with the lag given,  d = eps + C th + A p >= 0,  gives force and
// stiffness at each level. Tabulated: stiffness and error of one torque M,  F = k(s) (delta - e(s)),  k = dM/dth /
// r_b2^2, e = r_b2 th - M/(r_b2 k), so that the static transmission error under M is met. With pitch deviations the law
// repeats only when the same two teeth meet again: pairs are opened by what both teeth lie back.     (theory/gears.md,
// section 9)

#include "trunnion/gears/face_contact.h"
#include "trunnion/gears/load_shares.h"
#include "trunnion/gears/load_surface.h"

namespace trunnion {

struct MeshLawOptions {
  double torque = 0;    ///< of the design, on the driven gear [N m]
  double reach = 3;     ///< levels go up to this many times its deflection, then straight on
  int positions = 192;  ///< over a base pitch
  int levels = 12;
  int sense = 1;  ///< -1: the driver turns about -z; its teeth then come in the other order
};

/// What a law is made of, in the plane or in three dimensions.
struct LawSource {
  double base_pitch = 0, base = 0, module = 0;  ///< base: of the loaded gear [m]
  GearPair pair;                                ///< its pitch deviations count
  GearMeshGeometry mesh;
  /// The contact of gears without pitch deviations.
  std::function<SolvedTeeth(const GearLoad&, double s, const PairingOptions&)> solve;
};
LawSource law_source(const GearContact& contact);
LawSource law_source(const FaceContact& contact);

struct MeshLaw {
  LoadSurface surface;
  LoadShares shares;
};

/// F = k(s) (delta - e(s)), the stiffness coming up over a tenth of the mean deflection under `force`.
LoadSurface stiffness_law(double period, const VectorXd& error, const VectorXd& stiffness, double force);
MeshLaw tabulated_law(const LawSource& source, const MeshLawOptions& options);
MeshLaw full_law(const LawSource& source, const MeshLawOptions& options);

/// How much stiffer a face is against tilted axes than slices of it that do not hold each other: ratio of the moments
/// of their forces under a small tilt and the torque, mean over the cycle.                       (theory/forces.md,
/// Eq. 11.4)
double tilt_stiffening(const FaceContact& contact, const LoadSurface& slices, const MeshLawOptions& options);

/// How far forces of a surface are from those of the contact problem half-way between its positions, at the deflection
/// of the contact problem under 0.5, 1 and 1.5 times the torque: largest and mean over about `probes` places, over the
/// force of the design.
struct LawError {
  double largest = 0, mean = 0;
};
LawError law_error(const LawSource& source, const LoadSurface& law, const MeshLawOptions& options, int probes = 48);

/// The stiffness 14 N/(mm um) per face width that gear standards give for steel gears: for what must not compute.
LoadSurface standard_law(double base_pitch, double width);

}  // namespace trunnion
