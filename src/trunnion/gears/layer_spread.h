#pragma once
// gears/layer_spread.h -- forces of the layers across a face as forces at nodes.
// The force P_l of a layer is a line load P_l/d_l at its height, running linearly to those of the neighbors; d_l is the
// length it stands for. Next to the contact a slice of the gear answers to the line load at its own height alone, and
// that is what the half-plane adds there. A mesh answers so only when forces come to its nodes as that line load would
// bring them: one at a single node is to the mesh a line load that swings across the face. With shares S of the layers
// at nodes and the hats of these integrated against each other in M, slices that are alike move by S' M^-1 S, and
//   T = D^(1/2) (D^(1/2) S' M^-1 S D^(1/2))^(-1/2) D^(-1/2)   gives   T' S' M^-1 S T = D^-1,   D = diag d
//   (theory/gears.md, Eq. 10.5)
// A uniform line load is left as it is, and no force is lost. Axial forces on one element to a layer: such an element
// bends freely under what changes along it, so only the means of two layers count in M.

#include <vector>

#include "trunnion/math/types.h"

namespace trunnion {

struct LayerShare {
  Index node;
  double share;
};
/// Nodes at `parts` to a layer, over which its force falls linearly to the next layers, and their shares.
std::vector<LayerShare> layer_shares(Index layers, Index layer, int parts);

/// Forces shared out by layer_shares() under unit forces of layers, one column each.
struct LayerSpread {
  MatrixXd in_section, axial;
};
LayerSpread layer_spread(Index layers, int parts);

}  // namespace trunnion
