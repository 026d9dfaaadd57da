#pragma once
// solvers/culprits.h -- names of coordinates for messages, and who is behind equations that cannot be solved: what may
// move without any resistance is the largest entry of the null vector.

#include "trunnion/system/state.h"

namespace trunnion {

/// "body 'rod', rotation y".
std::string coordinate_name(const Mechanism& mechanism, Index velocity);

/// A coordinate or "joint 'pin' (revolute), row x"; of a matrix with the coordinates of the mechanism, its
/// velocities and then its constraint rows.
std::string loose_coordinate(const Mechanism& mechanism, const SparseMatrix& matrix);

}  // namespace trunnion
