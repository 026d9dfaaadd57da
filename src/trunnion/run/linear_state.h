#pragma once
// run/linear_state.h -- whether small motions about a state are those of an equilibrium.

#include "trunnion/model/model.h"
#include "trunnion/run/build_mechanism.h"
#include "trunnion/system/state.h"

namespace trunnion {

/// Small motions about a state that is itself accelerating are those of one instant only: warns and names the body.
void warn_of_motion(const StageInput& stage, const Mechanism& mechanism, const State& state, Observer& observer);

/// The same before a run, for stages of small motions that no stage with an equilibrium comes before. `start`: the
/// assembled mechanism with flexible bodies held rigid.
void warn_of_missing_equilibrium(const Model& model, const Mechanism& mechanism, const State& start,
                                 Observer& observer);

}  // namespace trunnion
