#pragma once
// solvers/soft_tangent.h -- keeps tangents of equilibria solvable in directions that nothing holds.

#include "trunnion/system/workspace.h"

namespace trunnion {

/// A trace of mass, beyond what a damping of `mu` M already is, for neutral directions (a free rotor about its axis),
/// and the usual softness in the rows of joints.
void soften(const Mechanism& mechanism, double mu, BlockMatrix& tangent);

}  // namespace trunnion
