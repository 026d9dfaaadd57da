#pragma once
// run/fit_slip.h -- where a sweep ends because a fit slips as a whole: all that touches stands on the limit of
// friction, and no more load can be carried.

#include <functional>

#include "trunnion/run/fit_pictures.h"
#include "trunnion/run/mechanism_stage.h"

namespace trunnion {

/// Values of a sweep: the last that was found to have an equilibrium, and the first that was found to have none.
struct SlipBracket {
  double held = 0, lost = 0;
};

/// The fit that slips as a whole in a state: all that touches stands on the limit of friction, or it has slid away.
std::optional<FitElement> slipping_fit(const Mechanism& mechanism, const State& state);

/// Why an equilibrium does not count: the surfaces of a fit have moved against each other by more than 2 % of their
/// extent, where the points have left each other and the soft springs between the parts carry what friction does not.
/// Empty: it counts.
std::string slid_away(const Mechanism& mechanism, const State& state);

/// Halves the bracket until it is a 64th of what it was. `has_equilibrium` is asked for values in between.
SlipBracket narrowed(SlipBracket bracket, const std::function<bool(double)>& has_equilibrium);

/// What was carried and what is too much, as a warning and quantities, from the recorded positions of the sweep. What
/// counts is the torque about a round fit or the force along it, whichever uses more of it; in a plane fit the force
/// across its normal.
void tell_of_slipping(const FitElement& fit, const Axis& over, const SlipBracket& bracket, const TimeRecord& recorded,
                      MechanismResult& out);

}  // namespace trunnion
