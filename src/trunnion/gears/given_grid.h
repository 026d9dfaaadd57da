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

/// A point seen from a tooth, the loaded flank at positive angles (clockwise flanks: mirrored).
struct ToothView {
  double radius = 0, angle = 0;
};
ToothView seen_from(const GearGeometry& geometry, const Vector3d& x, int tooth, bool clockwise);
/// Eq. 5.2, to a hundredth of the module.
bool on_involute(const GearGeometry& geometry, const ToothView& point);

/// Gives the mesh a node set "hub", from a surface of that name or from hub_radius. Throws when there is neither.
void name_hub(const Gear& gear, Mesh& mesh);

/// How far below the flank a mesh is taken to resolve a load on one node; what lies above is left to the half-plane.
struct DeepPoints {
  double depth = 0;     ///< [m]
  std::string warning;  ///< empty: there is room enough in the tip
};
/// `spacing`: of the nodes along the flank [m].
DeepPoints deep_points(const Gear& gear, const GearGeometry& geometry, double spacing);

/// Throws InputError when one of them lies in no element.
void require_places(const Gear& gear, const std::vector<MeshPlace>& places, int tooth, double depth);

}  // namespace trunnion
