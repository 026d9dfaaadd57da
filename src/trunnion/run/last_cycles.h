#pragma once
// run/last_cycles.h -- does a machine repeat itself? Its last two cycles laid over each other.

#include "trunnion/run/cycle_grid.h"
#include "trunnion/run/mechanism_stage.h"

namespace trunnion {

/// Diagrams over the angle: ways between markers, forces of bearings along their axes. None with less than two cycles.
void add_last_cycles(const StageInput& stage, const TimeRecord& record, MechanismResult& out);

}  // namespace trunnion
