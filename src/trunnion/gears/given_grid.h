#pragma once
// gears/given_grid.h -- a gear meshed by the user: which of its nodes lie on the loaded flanks, in what order, and
// along the roots. A boundary node is on the flank of tooth t when its polar angle is that of the involute at its
// radius,
//   |rho (theta - t 2 pi/z - psi(rho))| < 0.01 m_t                                          (theory/gears.md, Eq. 5.2)

#include "trunnion/gears/gear_grid.h"

namespace trunnion {

/// The mesh of `options.given` with the node set "hub" and the flanks of the loaded teeth. Throws InputError naming the
/// gear when a flank or the hub is not found, or the mesh is not plane.
GearGrid given_grid(const Gear& gear, const GearGeometry& geometry, const GearGridOptions& options);

}  // namespace trunnion
