#pragma once
// system/blame.h -- which element is behind a step that fails: the strongest at a coordinate, or one that is not
// finite.

#include "trunnion/system/assembly.h"

namespace trunnion {

/// "force 'stop' (3.1e+06 N or N m)": the force, load or joint that acts most on this velocity coordinate; "gravity and
/// inertia" when there is none. After update_kinematics of this state.
std::string strongest_element(const Mechanism& mechanism, const StepContext& at, const State& state, Workspace& work,
                              Index velocity);

/// "force 'stop'": the first element whose force is not a finite number, or a body whose position is not; empty: none.
std::string not_finite_element(const Mechanism& mechanism, const StepContext& at, const State& state, Workspace& work);

}  // namespace trunnion
