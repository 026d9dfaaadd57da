#pragma once
// math/lemke.h -- Lemke's complementary pivoting on a dense tableau: slow, but certain for P-matrices and
// copositive-plus ones. Ties are broken lexicographically, so it cannot cycle.

#include <optional>

#include "trunnion/math/mixed_lcp.h"

namespace trunnion {

struct LemkeResult {
  std::optional<VectorXd> z;  ///< none: a ray was met
  int pivots = 0;
};

/// z >= 0,  w = q + M z >= 0,  z.w = 0.
LemkeResult lemke(const MatrixXd& M, const VectorXd& q);

/// A mixed problem; its free motions are written as th = u - v 1 with u, v >= 0 (theory/gears.md, Eq. 2.3).
MixedLcpSolution solve_lemke(const MixedLcp& problem);

}  // namespace trunnion
