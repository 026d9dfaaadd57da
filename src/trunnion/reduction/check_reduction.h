#pragma once
// reduction/check_reduction.h -- what must hold before a body is reduced. Each check throws InputError with what to
// change.

#include "trunnion/fem/constrained_system.h"
#include "trunnion/reduction/reduce.h"

namespace trunnion {

/// Solid elements and beams, free to move: no spring to the ground.
void check_reducible(const FeModel& model);

/// Parts may be joined by rigid couplings and springs; what nothing joins cannot be one body.
void check_connected(const FeModel& model, const ConstrainedSystem& held);

/// Refuses before memory is taken, with the numbers that decide. `vectors`: so many of full length beside the factor;
/// `limit` [B]; 0: the machine's memory.
void check_memory(const ConstrainedSystem& system, Index vectors, double limit);

/// An accuracy is found by comparison; without one there is nothing to go by.
void check_automatic(const ReductionOptions& options, bool quality_wanted);

}  // namespace trunnion
