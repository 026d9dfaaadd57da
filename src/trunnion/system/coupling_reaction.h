#pragma once
// system/coupling_reaction.h -- what a joint between two pairs of markers (gear, rack) does to the second one.

#include <optional>

#include "trunnion/system/workspace.h"

namespace trunnion {

/// As joint_reaction (assembly.h), of the second pair; none where the joint has one pair.
std::optional<Vector6d> second_reaction(const Mechanism& mechanism, const State& state, const Workspace& work,
                                        Index joint);

}  // namespace trunnion
