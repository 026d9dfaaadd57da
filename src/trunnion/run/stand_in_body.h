#pragma once
// run/stand_in_body.h -- a flexible body before its reduction: its mass, inertia and interfaces, and no modes.
// For checks of a mechanism that should not wait for a reduction.

#include "trunnion/fe_contact/fit_points.h"
#include "trunnion/reduction/reduced_body.h"
#include "trunnion/run/fe_body.h"

namespace trunnion {

/// `fits`: where its parts touch.
ReducedBody stand_in_body(const FeBody& body, const std::vector<Fit>& fits);

}  // namespace trunnion
