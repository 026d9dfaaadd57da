#pragma once
// support/plain_reduction.h -- a reduction without damping and without the comparisons that a test does not look at.

#include "trunnion/reduction/reduce.h"

namespace trunnion::testing {

ReductionOptions plain_reduction(const std::string& name, Index modes, GeometricStiffness geometric = {});

}  // namespace trunnion::testing
