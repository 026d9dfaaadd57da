#pragma once
// gears/gear_grid.h -- plane finite-element mesh of a gear: the whole ring, fine at the loaded flanks of a few teeth.
// Every tooth is two grids: one of the tooth down to the middle of its fillets, one of its share of the rim. Elements
// at a loaded flank have the size of the flank's nodes and grow away from it; teeth out of mesh are coarse.

#include <memory>

#include "trunnion/gears/mesh_place.h"
#include "trunnion/gears/tooth_root.h"

namespace trunnion {

struct GearGridOptions {
  double flank_size = 0;                   ///< h: node distance along a loaded flank, and first layer below it [m]
  double bulk_size = 0;                    ///< hr: largest element of a tooth [m]
  double root_size = 0;                    ///< in the roots of loaded teeth, first layer below too; 0: bulk/1.6 [m]
  double rim_size = 0;                     ///< largest element of the rim [m]
  double idle_size = 0;                    ///< node distance on flanks out of mesh [m]
  double growth = 1.18;                    ///< from layer to layer below the flank
  double low_tangent = 0;                  ///< T down to which the flank can carry load [m]
  int loaded_teeth = 3;                    ///< odd; those around tooth 0 that are fine
  int modelled_teeth = 0;                  ///< odd; 0: all. A sector has free cuts: it is too soft
  bool clockwise = false;                  ///< load on the clockwise flanks
  std::shared_ptr<const Mesh> given = {};  ///< mesh of the user, in place of all sizes above
};

/// The nodes of one loaded flank from its tip downwards, at equal steps of arc length.
struct FlankNodes {
  int tooth = 0;
  std::vector<int> nodes;
  std::vector<double> arc;      ///< of the nodes, from the base circle [m]; empty: at equal steps
  std::vector<MeshPlace> deep;  ///< below each of as many places of equal arc, a few layers deep
  std::vector<int> root;        ///< from the lowest of them along the boundary to mid-space
};

struct GearGrid {
  Mesh mesh;                        ///< quad4, node set "hub"
  std::vector<FlankNodes> flanks;   ///< of all teeth modelled, tooth 0 in the middle
  double tip_arc = 0, low_arc = 0;  ///< arc length of the flank's ends from the base circle [m]
  bool cyclic = true;               ///< all teeth are meshed, and alike
  bool clockwise = false;           ///< load on the clockwise flanks
  std::vector<std::string> warnings;
};

/// The flank of a tooth counted from 0 in either sense, round the ring.
const FlankNodes& flank_of(const GearGrid& grid, int tooth);

/// n places of equal arc length on a flank, tip first, whatever its own nodes.
std::vector<MeshPlace> flank_places(const GearGrid& grid, const FlankNodes& flank, Index n);
/// The arc length at the k-th of them.
inline double arc_of_place(const GearGrid& grid, Index k, Index n) {
  return grid.tip_arc + (grid.low_arc - grid.tip_arc) * double(k) / double(n - 1);
}

/// Throws InputError when the rim is too thin to be meshed.
GearGrid gear_grid(const Gear& gear, const GearGeometry& geometry, const GearGridOptions& options);

}  // namespace trunnion
