#pragma once
// reduction/target_selection.h -- as many modes, with or without truncation vectors, as carry a target of interface
// mass. Modes are computed batch by batch, until
//   - all below 1.3 times the band are there, where the rule wants these,
//   - those that are there carry the target, and
//   - where vectors count, a further batch no longer lowers the number of coordinates.
// A target that the course of the batches shows to be out of reach is refused early (completeness_forecast.h).

#include "trunnion/reduction/selection_input.h"

namespace trunnion {

/// Fills the record; `vectors`: how many truncation vectors go with the modes. Throws InputError when the target is
/// beyond reach.
ModeSelection select_to_target(const SelectionInput& input, FixedModes& modes, Index& vectors, ReductionRecord& record,
                               Observer& observer);

}  // namespace trunnion
