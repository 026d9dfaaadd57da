#pragma once
// gears/given_solid.h -- a gear meshed by the user with solid elements: the faces of its flanks, the points below them,
// and the free surface of its roots. A node (x, y, z) is seen unwound, turned by -z tan b/r; a face of the boundary
// belongs to a flank when all its nodes do, by the rule of given_grid.h. Flanks are then maps of (arc length, z).

#include "trunnion/gears/gear_grid.h"
#include "trunnion/gears/root_stress.h"

namespace trunnion {

/// A face of a flank over its arc length and z.
struct FlankFacet {
  CellType type = CellType::tri6;
  std::vector<int> nodes;  ///< of the mesh
  MatrixXd at;             ///< arc and z of its nodes, one column each [m]
};

struct SolidFlank {
  int tooth = 0;
  std::vector<FlankFacet> facets;
  std::vector<SurfaceNode> root;  ///< of the free surface below, to mid-space
};

struct GivenSolid {
  std::shared_ptr<const Mesh> mesh;  ///< with the node set "hub"
  std::vector<SolidFlank> flanks;    ///< of the loaded teeth, from the lowest number on
  double arc_size = 0, z_size = 0;   ///< mean distance of nodes along the profile and across the face [m]
};

/// Whether a mesh has elements of three dimensions.
bool has_solids(const Mesh& mesh);

/// Takes `options.given`. Throws InputError naming the gear when flanks or hub are not found.
GivenSolid given_solid(const Gear& gear, const GearGeometry& geometry, const GearGridOptions& options);

/// Throws InputError naming the gear when a flank does not reach over its whole face width: in a pair only the narrower
/// face is meshed, and a mesh that goes so far might not be the gear that was drawn.
void require_width(const Gear& gear, const GivenSolid& solid);

/// Where forces and motions of a flank are taken: n places of equal arc at every layer.
struct SolidPlaces {
  std::vector<MeshPlace> surface, deep;  ///< index layer n + place
};
/// Over how many nodes to a layer a load is spread where the mesh is finer than the layers are.
int parts_of_layer(const VectorXd& layer, double z_size);
/// Between layers a load falls in proportion to the distance; where the mesh is finer than they are, it is spread like
/// that over as many nodes.
SolidPlaces solid_places(const Gear& gear, const GearGeometry& geometry, const GearGrid& grid, const GivenSolid& solid,
                         const SolidFlank& flank, double depth, Index n, const VectorXd& layer);

}  // namespace trunnion
