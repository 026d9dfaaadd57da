#pragma once
// system/force_reports.h -- asks every force what it has to tell beyond its force: energies, events, outputs, memory.

#include "trunnion/system/workspace.h"

namespace trunnion {

/// One per marker force, body force and measured load, in the order of State::history; after update_kinematics of this
/// state.
std::vector<ForceReport> force_reports(const Mechanism& mechanism, const StepContext& at, const State& state,
                                       Workspace& work);

/// Whether the mechanism has forces that interpolated rates are too coarse for.
bool needs_rates_of_steps(const Mechanism& mechanism);

/// Name of the force with this place in State::history.
const std::string& force_name(const Mechanism& mechanism, Index force);

/// "force.mount", "bearing.main": what its curves are called by.
std::string force_label(const Mechanism& mechanism, Index force);

/// All event values at t, one after the other: kinks and jumps of each force, then the switches of motions.
VectorXd event_values(const Mechanism& mechanism, double t, const std::vector<ForceReport>& reports);

/// What an entry of event_values belongs to.
struct EventSource {
  std::string name;    ///< of the force, load or motion
  bool jumps = false;  ///< accelerations jump there; else they have a kink
};
EventSource event_source(const Mechanism& mechanism, double t, const std::vector<ForceReport>& reports, Index event);

}  // namespace trunnion
