#pragma once
// run/reduced_bodies_table.h -- what the flexible bodies of a mechanism were reduced to.

#include "trunnion/results/run_record.h"
#include "trunnion/results/stress_recovery.h"

namespace trunnion {

/// A table with modes by kind, the highest frequency and the interface mass that the normal modes carry, one row per
/// body; the same as quantities "body.NAME.normal_modes", ".vectors_kept", ".constraint_modes",
/// ".completeness_reached". Returns one line per body for the log.
std::vector<std::string> add_reduced_bodies(const ReducedBodies& bodies, RunRecord& record);

}  // namespace trunnion
