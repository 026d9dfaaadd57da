#pragma once
// contact/formula_taylor.h -- a compiled formula of three variables evaluated with all derivatives up to third order.

#include "trunnion/base/formula.h"
#include "trunnion/math/taylor3.h"

namespace trunnion {

/// `formula` has the variables x, y, z. Where it switches (abs, min, max, ...) the side that holds there counts.
Taylor3 evaluate_taylor(const Formula& formula, const Vector3d& x);

}  // namespace trunnion
