#pragma once
// run/stand_in_body.h -- a flexible body before its reduction: its mass, inertia and interfaces, and no modes.
// For checks of a mechanism that should not wait for a reduction.

#include "trunnion/reduction/reduced_body.h"
#include "trunnion/run/fe_body.h"

namespace trunnion {

ReducedBody stand_in_body(const FeBody& body);

}  // namespace trunnion
