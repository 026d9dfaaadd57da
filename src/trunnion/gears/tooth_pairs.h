#pragma once
// gears/tooth_pairs.h -- candidate pairs of points on the flanks that face each other at one position of a mesh.
// On the path of contact points lie along the common tangent, at equal steps of tau, from the contact of rigid teeth;
// beyond its ends the tip corner of one tooth faces the flank of the other, with that flank's normal.
//   gap = n . (x_2 - x_1) + metal taken off both flanks                                    (theory/gears.md, Eq. 7.1)

#include "trunnion/contact/candidate_pairs.h"
#include "trunnion/gears/flank_compliance.h"
#include "trunnion/gears/gear_mesh_geometry.h"

namespace trunnion {

/// Driver external; where a ring drives its pinion the pinion is called driver all the same, and the motion runs the
/// other way: the same flanks touch.
struct GearPair {
  Gear driver, driven;
  GearMaterial driver_material, driven_material;
  double center_distance = 0;                                      ///< [m]
  std::shared_ptr<const Mesh> driver_mesh = {}, driven_mesh = {};  ///< of the user; null: made by the program
  bool ring_drives = false;
};

/// Element sizes in modules; the tooth, the rim and teeth out of mesh are coarser than the loaded flanks.
struct GearMeshSizes {
  bool local = true;  ///< deformation next to the contact by the half-plane, so that flanks need not be finer than it
  bool mesh_only = false;  ///< no compliance: the section of a computation in three dimensions
  double flank = 0.01, bulk = 0.1, rim = 0.4, idle = 0.08;
  double root = 0;                ///< in the roots of loaded teeth; 0: bulk/1.6
  double low_radius[2] = {0, 0};  ///< down to which flanks of driver and driven carry load [m]; 0: from the path
};

/// All that stays the same over the positions.
struct GearContact {
  GearPair pair;
  GearGeometry one, two;
  GearMeshGeometry mesh;
  double form_tangent[2] = {0, 0};
  std::shared_ptr<const FlankCompliance> driver, driven;  ///< the same object for gears that are alike
  double step = 0;                                        ///< node distance of the flanks [m]
  bool local = true;                                      ///< local_compliance is added
};
GearContact gear_contact(const GearPair& pair, const GearMeshSizes& sizes);

/// The gear that drives and the one that bears the load, a ring that drives counted as such.
inline const Gear& driving_gear(const GearPair& p) { return p.ring_drives ? p.driven : p.driver; }
inline const Gear& loaded_gear(const GearPair& p) { return p.ring_drives ? p.driver : p.driven; }
/// Base radius of the gear that bears the load, whose lag is the transmission error [m].
inline double loaded_base(const GearContact& c) { return c.pair.ring_drives ? c.one.base : c.two.base; }
/// Teeth of the driving gear over those of the loaded one.
inline double teeth_ratio(const GearPair& p) { return double(driving_gear(p).teeth) / double(loaded_gear(p).teeth); }
/// +1: the mesh runs towards larger s; -1 where a ring drives.
inline int sense_of_motion(const GearPair& p) { return p.ring_drives ? -1 : 1; }

struct PairingOptions {
  double step = 0;      ///< distance of neighboring pairs along the tangent; 0: that of the flank nodes [m]
  double window = 0;    ///< half of the strip that is paired [m]
  double largest = 0;   ///< largest gap that is paired [m]
  bool corners = true;  ///< tip corners beyond the path of contact
  bool chords = false;  ///< flanks between their nodes are straight, as a polygon of the mesh would have them
};

struct ToothPoint {
  int tooth_pair = 0;    ///< j: tooth j of the driver
  double s = 0;          ///< place of the tooth pair on the line of action [m]
  double tau = 0;        ///< along the common tangent [m]
  double width = 0;      ///< of the strip that the point stands for, along the tangent [m]
  double length = 0;     ///< and along the line of contact [m]
  int layer = 0;         ///< across the face; 0 in the plane
  double sliding = 0;    ///< speed of driver over driven along t, per unit speed of the driving gear [m/rad]
  double radius[2]{};    ///< of the point on driver and driven [m]
  bool corner = false;   ///< one of its points is a tip corner
  bool at_edge = false;  ///< at an end of the window that is no tip: load here means that the window is too small
};

/// Rigid teeth: the gap where the profiles come closest without load, and how fast a lag of the driven gear closes it.
struct RigidGap {
  int tooth_pair = 0;
  double gap = 0;    ///< [m]
  double rate = 0;   ///< [m/rad]
  double taken = 0;  ///< what of the gap is metal taken off both flanks [m]
};

/// Where a point of a pair lies on its flank.
struct FlankPlace {
  int tooth = 0;
  double arc = 0;          ///< [m]
  Vector2d along, inward;  ///< unit, world axes: the way the arc grows, and into the tooth
};

struct TeethInMesh {
  std::vector<CandidatePair> pairs;
  std::vector<ToothPoint> points;                 ///< one per pair
  std::vector<std::array<FlankPlace, 2>> places;  ///< per pair, on driver and driven
  std::vector<RigidGap> rigid;                    ///< one per tooth pair
  std::vector<YieldingBody> bodies;
};

/// s: place of tooth pair 0 [m]. Friction acts along the sliding; exactly at the pitch point nothing slides and it is
/// zero, between its limits on either side.
TeethInMesh teeth_in_mesh(const GearContact& contact, double s, double friction, const PairingOptions& options);

/// What the surfaces yield next to the contact, to be added to A of the contact problem.
MatrixXd local_compliance(const GearContact& contact, const TeethInMesh& teeth);

}  // namespace trunnion
