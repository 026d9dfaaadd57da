#pragma once
// bodies/inertia_check.h -- whether a real body may have such an inertia tensor: symmetric, no negative principal
// values, and the two smaller ones add up to at least the largest, up to the rounding of the digits they were given
// with.

#include <string>

#include "trunnion/math/types.h"

namespace trunnion {

/// What the smallest principal inertia may be: a lumped mass may be a point or a rod, a body may not.
enum class Smallest { zero, positive };

/// Throws InputError that begins with `who`; about the mass center [kg m^2].
void check_inertia(const std::string& who, const Matrix3d& inertia, Smallest smallest);

}  // namespace trunnion
