#pragma once
// solvers/steady_rotors.h -- chooses the steady state of rotors on elastic supports (rotor_states.h).

#include "trunnion/solvers/statics.h"

namespace trunnion {

/// `state` turns about the mass centers, the right thing for rotors in balance that are not bent. For others it becomes
/// the whirl, or the rotation about the bent axis, that lasts; where neither does, `report` says so. `begin`: before.
void settle_rotors(const Mechanism& mechanism, const Configuration& begin, const StaticOptions& options,
                   const StepContext& at, State& state, StaticReport& report, Observer& observer);

/// What steady motions start from: bodies that a motion drives, and those joined to them, have no velocity of their
/// own.
VectorXd without_driven(const Mechanism& mechanism, const State& state, const VectorXd& wanted);

}  // namespace trunnion
