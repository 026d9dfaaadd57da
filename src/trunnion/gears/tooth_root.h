#pragma once
// gears/tooth_root.h -- the curve from the lowest point of the involute to the middle of the tooth space.
// Rack cutter: the center C of the rack's rounded tip rolls along the reference circle; the common normal of rack and
// gear passes the pitch point P, so the root is C + rho (C - P)/|C - P|, seen from the gear.  (theory/gears.md,
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
