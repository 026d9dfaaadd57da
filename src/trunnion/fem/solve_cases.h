#pragma once
// fem/solve_cases.h -- statics of load cases whose prescribed displacements differ, on one factorization.
//   T^T K T u_r + C^T lambda = T^T (f - K T_g g),   g and the right side d of the rows by case (theory/math.md, 4.1)

#include "trunnion/fem/solve.h"

namespace trunnion {

/// Supports of one load case after the other; they may differ in their values only, not in what they hold.
using CaseSupports = std::vector<std::vector<Support>>;

StaticSolution solve_static_cases(const FeModel& model, const CaseSupports& supports,
                                  const std::vector<LoadCase>& cases, Observer& observer = silent_observer());

}  // namespace trunnion
