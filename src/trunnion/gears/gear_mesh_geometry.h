#pragma once
// gears/gear_mesh_geometry.h -- two gears in mesh: line of action, path of contact, contact ratio, what gets in the
// way. Driver center at the origin, turning counter-clockwise; driven center on the x axis; pitch point at (r_w1, 0).
//   cos a_w = (r_b2 + k r_b1)/a,   n = (sin a_w, cos a_w),   contact at (r_w1, 0) + s n,   ds = r_b1 d(theta_1)
// k = +1 for an external driven gear, -1 for an internal one. s < 0: approach, s > 0: recess.   (theory/gears.md, 5.5)

#include <string>
#include <vector>

#include "trunnion/gears/tooth_root.h"

namespace trunnion {

struct GearMeshGeometry {
  double center_distance = 0;                         ///< a [m]
  double working_angle = 0;                           ///< a_w [rad]
  double driver_pitch = 0, driven_pitch = 0;          ///< radii r_w [m]
  double base_pitch = 0;                              ///< p_b along the line of action [m]
  double start = 0, end = 0;                          ///< s where contact of rigid teeth begins and ends [m]
  double contact_ratio = 0;                           ///< transverse: way over which both teeth have involute, over p_b
  double overlap_ratio = 0;                           ///< of helical gears, over the narrower face
  double backlash = 0;                                ///< between the idle flanks along the pitch circle [m]
  Vector2d normal, tangent;                           ///< n, and n turned by +90 degrees
  Vector2d driven_center;                             ///< [m]
  double driver_tangent_0 = 0, driven_tangent_0 = 0;  ///< base tangent lengths at the pitch point [m]
  double driven_sign = 1;                             ///< k
  std::vector<std::string> warnings;                  ///< undercut, interference, contact ratio below 1

  double total_contact_ratio() const { return contact_ratio + overlap_ratio; }
  double driver_tangent(double s) const { return driver_tangent_0 + s; }
  double driven_tangent(double s) const { return driven_tangent_0 - driven_sign * s; }
};

/// Center distance at which the teeth would have no backlash if they were not thinned:
///   inv a_w = inv a_t + 2 tan a_n (x_1 + x_2)/(z_1 + k z_2)                                   (theory/gears.md,
///   Eq. 5.7)
/// Throws InputError when profile shifts leave none.
double tight_center_distance(const Gear& driver, const Gear& driven);

/// `driver`: external. Throws InputError when the gears cannot mesh: unlike pitches, center distance, teeth that jam.
GearMeshGeometry gear_mesh_geometry(const Gear& driver, const Gear& driven, double center_distance);

/// Angle of a gear's frame when its pair 0 touches at s [rad]. The driven gear of an external pair carries load on its
/// counter-clockwise flanks like the driver; that of an internal pair on its clockwise ones.
double driver_angle(const GearMeshGeometry& mesh, const GearGeometry& driver, double s);
double driven_angle(const GearMeshGeometry& mesh, const GearGeometry& driven, double s);

/// Tooth of the driven gear that meets tooth j of the driver.
inline int driven_tooth(const GearMeshGeometry& mesh, int j) { return mesh.driven_sign > 0 ? -j : j; }

}  // namespace trunnion
