#pragma once
// gears/mesh_motion.h -- how far two gears on axes that may move, bend and tilt have come together, and where they are
// on their line of action. Only the place of one gear relative to the other counts: no carrier, no counted turns.
//   delta = r_b1 (phi_1 + psi_1) + k r_b2 (phi_2 + k psi_2) - (r_b1 + k r_b2) inv a_w - tan(b_b) w
//   s     = r_b1 (phi_1 + psi_1 - inv a_w),   cos a_w = (r_b2 + k r_b1)/a               (theory/gears.md, section 8)
// phi_i: angle of tooth 0 of each gear from the line of centers, driven center at phi = pi for external gears; a:
// distance of the axes; w: how far the driver stands out along the axis where the pitch circles touch. delta > 0: the
// drive flanks overlap; its gradient is the line of action, so forces that follow from it have the pressure and helix
// angles by themselves, also when the center distance changes. Both repeat after a base pitch.

#include <array>

#include "trunnion/gears/gear_mesh_geometry.h"
#include "trunnion/math/jet2.h"

namespace trunnion {

/// What the motion needs to know of a pair.
struct InvoluteMesh {
  double base[2] = {0, 0};     ///< r_b of driver and driven [m]
  double sign = 1;             ///< k: +1 external, -1 internal driven gear
  double psi[2] = {0, 0};      ///< half angle of a tooth at the base circle [rad]
  double base_pitch = 0;       ///< p_b [m]
  double helix_tangent = 0;    ///< tan b_b, positive: driver right-hand
  double center_distance = 0;  ///< as drawn [m]
  double width = 0;            ///< face width in mesh [m]
  double sense = 1;            ///< +1: the driver drives turning about its +z axis, -1: about -z
  double phase = 0;            ///< added to delta: how tooth 0 of the driven gear lies to its marker [m]
  int repeats[2] = {1, 1};     ///< teeth of driver and driven after which their pitch deviations come again
};
InvoluteMesh involute_mesh(const Gear& driver, const Gear& driven, double center_distance);

/// Scalars with derivatives by (d_x, d_y, d_z, x_x, x_y, z_x, z_y): center of the driver, its x axis and its spin axis,
/// in axes of the driven gear, whose spin axis is z.
using MeshScalar = Jet2<7>;
struct MeshMotion {
  MeshScalar approach;        ///< delta at the middle of the driver's face, along the transverse line of action [m]
  MeshScalar place;           ///< s, counted from the pitch point [m]
  MeshScalar tilt;            ///< how delta grows along the face, per length along +z
  MeshScalar involute;        ///< inv a_w: where the back flanks are
  MeshScalar normal[2];       ///< line of action, in the plane of the driven gear
  MeshScalar back_normal[2];  ///< that of the back flanks: mirrored at the line of centers
  MeshScalar tangent;         ///< T of the driver at the pitch point: its arm along either line of action [m]
};

/// Throws SolveError when the axes are so close that base circles overlap.
MeshMotion mesh_motion(const InvoluteMesh& mesh, const Vector3d& d, const Vector3d& x_axis, const Vector3d& z_axis);

/// s counted so that it tells which teeth meet: tooth 0 of both meet at s = 0 as `approach`, not yet brought to its
/// branch, says. It differs from `place` by whole base pitches; the same when no gear has pitch deviations.
double place_of_teeth(const InvoluteMesh& mesh, double place, double approach, double on_branch);

/// delta on the branch (value + n p_b) nearest to `near`.
double on_pitch(const InvoluteMesh& mesh, double approach, double near);

/// Distance of the back flanks along the line of action when the drive flanks touch [m]: p_b - 2 r_b1 psi_1 - 2 r_b2
/// psi_2 + 2 (r_b1 + k r_b2) inv a_w.
double normal_backlash(const InvoluteMesh& mesh, double involute_working_angle);

/// Changes of a scalar by motions (dd, drho) of the driver in axes of the driven gear, R -> exp(skew(drho)) R.
struct MeshGradient {
  Vector6d gradient;
  Matrix6d tangent;  ///< d(gradient)/d(dd, drho)
};
MeshGradient mesh_gradient(const MeshScalar& scalar, const Vector3d& x_axis, const Vector3d& z_axis);

}  // namespace trunnion
