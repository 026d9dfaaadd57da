#pragma once
// run/marker_places.h -- bearings and motions whose two markers do not fit together at the start.

#include "trunnion/run/build_mechanism.h"
#include "trunnion/system/state.h"

namespace trunnion {

/// One sentence per ball bearing in five coordinates or journal bearing by impedance whose markers stand apart or point
/// elsewhere in this state: its rings would be pressed or tilted into one another.
std::vector<std::string> misplaced_bearings(const Mechanism& mechanism, const State& state);

/// Joints and motions that count an angle about an axis along which the first marker's x lies: InputError at their
/// place, since there is none.
void check_angles(const BuiltMechanism& built, const State& state);

}  // namespace trunnion
