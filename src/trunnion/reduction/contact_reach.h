#pragma once
// reduction/contact_reach.h -- how far interference and load may move from the state that contact modes were made for,
// until the error indicator (contact_error.h) says that the pressures are off by more than a limit.

#include <functional>
#include <optional>

#include "trunnion/reduction/contact_training.h"
#include "trunnion/reduction/quality_record.h"

namespace trunnion {

/// Error indicator of a state.
using StateError = std::function<double(const ReducedContactState&)>;

struct ContactReach {
  double indicated = 0;        ///< largest of single loads that use most of the joint
  std::vector<FitReach> list;  ///< the load that is worst there, at other sizes and interferences
};
ContactReach contact_reach(const ReducedContact& body, const FitPoints& points, const TrainingPlan& plan,
                           const StateError& error);

/// Between which interferences and up to which load the indicator stays below a limit, by interpolation. Empty: it does
/// so as far as was tried.
struct ReachLimits {
  bool inside = true;  ///< it does where the contact modes were made
  std::optional<double> least_share, largest_share, largest_usage;
};
ReachLimits reach_limits(const std::vector<FitReach>& list, double limit);

/// "pressures within 2 % for interferences of 0.7 to more than 1.4 times ..., for loads up to ..."
std::string reach_sentence(const std::vector<FitReach>& list, double limit);

}  // namespace trunnion
