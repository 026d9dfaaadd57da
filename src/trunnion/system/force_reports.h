#pragma once
// system/force_reports.h -- asks every force what it has to tell beyond its force: energies, events, outputs, memory.

#include <functional>

#include "trunnion/system/workspace.h"

namespace trunnion {

/// Calls visit(index, name, report) for marker forces, body forces and measured loads, in the order of State::history.
/// After update_kinematics of this state.
void for_each_report(const Mechanism& mechanism, const StepContext& at, const State& state, Workspace& work,
                     const std::function<void(Index, const std::string&, ForceReport&)>& visit);

/// All event values, one after the other.
VectorXd event_values(const Mechanism& mechanism, const StepContext& at, const State& state, Workspace& work);

}  // namespace trunnion
