#pragma once
// gears/face_contact.h -- loaded teeth in three dimensions: helical gears, crowning, lead, misaligned axes.
// At every layer z across the face the section of a tooth pair stands at s + z tan b_b; its candidate pairs are those
// of the plane, with the normal of the helicoid,
//   n = (n_t cos b_b, -sin b_b),   gap = cos b_b gap_t + metal taken off at (profile, z) + misalignment z/b (Eq. 10.2)
// Layers are coupled by the compliance of the whole gear; next to the contact each is a half-plane under its own line
// load. Flanks on parallel axes slide along the tangent t of their section, so friction is that of the plane layer by
// layer.                                                                               (theory/gears.md, section 10)

#include "trunnion/gears/face_compliance.h"
#include "trunnion/gears/mesh_cycle.h"

namespace trunnion {

/// Element sizes in modules.
struct FaceSizes {
  int elements = 10;  ///< across the face
  double flank = 0.1, bulk = 0.35, rim = 0.8, idle = 0.6;
  double root = 0;        ///< in the roots of loaded teeth; 0: a fifth of the bulk
  bool friction = false;  ///< solved for forces along the profiles too: friction can be asked for
};

/// Axes that are not parallel, and meet their drawing in the middle of the face: by how much over the face width [m].
struct AxisDeviation {
  double inclination = 0;  ///< in the plane of both axes: farther apart at +z than at -z (f_Sigma_delta)
  double skew = 0;         ///< square to it: the driven gear is farther on at +z, the way teeth pass the pitch point
                           ///< (f_Sigma_beta)
};

struct FaceContact {
  GearContact section;                                   ///< geometry and plane meshes; both gears as wide as the face
  std::shared_ptr<const FaceCompliance> driver, driven;  ///< the same object for gears that are alike
  double misalignment = 0;  ///< by how much flanks stand farther apart at +z than at -z [m]
  AxisDeviation axes;
};
FaceContact face_contact(const GearPair& pair, const FaceSizes& sizes, double misalignment);

/// The contact problem of a position and its answer. Throws InputError when friction is asked for and the compliance
/// was made without.
SolvedTeeth solve_face_teeth(const FaceContact& contact, const GearLoad& load, double s,
                             const PairingOptions& pairing = {});
MeshPosition solve_face_position(const FaceContact& contact, const GearLoad& load, double s,
                                 const PairingOptions& pairing = {});

MeshCycle solve_face_cycle(const FaceContact& contact, const GearLoad& load, int positions,
                           const CycleProgress& progress = {}, int pitches = 0);

/// Forces on the flank nodes of driver or driven gear.
FaceForces face_forces(const FaceContact& contact, const MeshPosition& position, bool driver);

/// What tilted axes open between flanks that touch at x with the unit normal n, out of the driver:
///   n . (w x (x - P)),   w = (-skew, k inclination, 0)/b,   P the pitch point in mid-face [m]          (Eq. 10.3)
double tilt_gap(const FaceContact& contact, const Vector3d& x, const Vector3d& normal);

/// What crowning, lead and misalignment open at a place across the face, -0.5 to 0.5 [m].
double face_gap(const FaceContact& contact, double across);

/// Normal force per width of each layer, all tooth pairs [N/m].
VectorXd line_loads(const FaceContact& contact, const MeshPosition& position);

/// Largest over mean of the line loads, taken as means over the cycle: what gear standards call K_Hbeta.
double face_load_factor(const FaceContact& contact, const MeshCycle& cycle);

/// Where the load stands across the face, counted from its middle: mean over the cycle [m].
double load_center(const FaceContact& contact, const MeshCycle& cycle);

/// Largest share of one tooth pair in the whole normal force, over the cycle.
double load_sharing_factor(const MeshCycle& cycle);

}  // namespace trunnion
