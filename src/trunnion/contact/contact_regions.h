#pragma once
// contact/contact_regions.h -- finds every place where two surfaces can touch, and follows it.
// From nothing: points spread over one of the surfaces, their distance from the other, Newton's method
// (opposing_points.h) from each local minimum; distinct solutions are kept. With a memory of the last call: two Newton
// steps per place. The memory only saves time and may be empty. Two convex bodies have one place; other pairs are
// searched again after every fifth of their size that they move.

#include "trunnion/contact/opposing_points.h"

namespace trunnion {

/// A pair of surfaces prepared for the search.
struct FacingPair {
  SurfacePair surfaces;
  bool single = false;                      ///< both convex
  bool samples_on_a = false;                ///< else on b
  std::vector<Vector3d> samples;            ///< in the axes of their surface
  std::vector<std::vector<int>> neighbors;  ///< of each sample
  double spacing = 0, reach = 0;            ///< largest way to the fourth neighbor; farthest sample [m]
};

/// Throws InputError when a surface is not sound (validate), or the two can never touch in a point.
FacingPair facing_pair(const Surface& a, const Surface& b);

struct ContactRegions {
  std::vector<OpposingPoints> places;  ///< in A's axes, belonging to `pose`
  std::vector<FacingSurfaces> facing;  ///< both surfaces at each place
  SurfacePose pose;                    ///< of the last call
  SurfacePose searched;                ///< of the last search from nothing
  double gap = 0;                      ///< a lower bound at `searched` when they are far from each other [m]
  bool known = false;                  ///< false: no memory
  int iterations = 0, searches = 0;    ///< of Newton's method, and from nothing, in the last call
};

/// Brings the regions to this pose. Throws SolveError when the surfaces overlap but face each other in no point with a
/// gap that grows around it: along a line, or where they conform.
void update_regions(const FacingPair& pair, const SurfacePose& pose, ContactRegions& regions);

}  // namespace trunnion
