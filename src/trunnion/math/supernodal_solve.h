#pragma once
// math/supernodal_solve.h -- L L' x = b for a few right-hand sides at a time, with the factor read once for eight.
// A dense library copies each panel of L before it multiplies; with few columns that copy costs more than the product.
// Here the columns lie side by side in registers and L streams past them.

#include "trunnion/math/elimination_tree.h"

namespace trunnion {

/// (P' L L' P)^-1 rhs. Eight columns form a group. Threads share groups as long as there is one for each; what is left
/// over they solve together, by subtrees and then by slices of the trunk's panels. Either way with the same digits.
MatrixXd supernodal_solve(const SupernodalFactor& factor, const EliminationTree& tree, const MatrixXd& rhs);

}  // namespace trunnion
