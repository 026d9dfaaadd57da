#pragma once
// gears/tooth_root.h -- the curve from the lowest point of the involute to the middle of the tooth space.
// Rack cutter: its tip is rounded with the radius rho in the normal section, in the transverse section with an ellipse
// of half axes rho/cos b along the pitch line and rho across it. The rack rolls on the reference circle; where the
// normal common to rack and gear passes the pitch point, a point of the ellipse leaves the root.  (theory/gears.md,
// Eq. 5.4)

#include "trunnion/gears/gear.h"

namespace trunnion {

struct ToothRoot {
  double form_tangent = 0;       ///< T at the lowest point of the involute (highest radius of an internal gear) [m]
  bool undercut = false;         ///< the cutter took away involute above the base circle
  std::vector<Vector2d> points;  ///< from there to the root circle in mid-space, gear frame [m]
  std::size_t turn = 0;          ///< the point where the curve has turned half-way from flank to root circle
};

/// Throws InputError when the radius does not fit into the space.
ToothRoot tooth_root(const Gear& gear, const GearGeometry& geometry);

/// Outline of tooth 0 from mid-space to mid-space, clockwise side first [m].
std::vector<Vector2d> tooth_outline(const GearGeometry& geometry, const ToothRoot& root);

}  // namespace trunnion
