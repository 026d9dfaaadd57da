#pragma once
// math/contact_simplex.h -- the two simplex-like techniques of Vijayakar, Busby and Houser (Computers & Structures 29,
// 1988), as they describe them: to read, and to check the fast solver against. Corrections: theory/gears.md, section 3.

#include "trunnion/math/mixed_lcp.h"

namespace trunnion {

enum class SimplexEnd {
  solved,
  deadlock,     ///< technique 1: every unknown that would help is barred by its partner
  unstable,     ///< technique 2: no pair can take over; the system is statically unstable or its pairs badly chosen
  not_started,  ///< technique 1 needs lam >= 0 and eps >= 0
  too_long
};

struct SimplexResult {
  SimplexEnd end = SimplexEnd::too_long;
  VectorXd p, d, th;
  int pivots = 0;
};

/// Technique 1: linear programming, minimize the imbalance sum z, an unknown may enter the basis only if its partner
/// (d_m or p_m) is not in it. Can lock up although a solution exists.
SimplexResult contact_technique_1(const MixedLcp& problem);

/// Technique 2: stage I brings the bodies into equilibrium whatever the signs, stage II connects pairs that overlap and
/// disconnects pairs that pull. `first_pair` >= 0 forces the pair with which stage I starts.
SimplexResult contact_technique_2(const MixedLcp& problem, Index first_pair = -1);

}  // namespace trunnion
