#pragma once
// forces/tracking_check.h -- follows a contact by differential equations beside a run and compares with the direct
// solution. The states live in a History: a trial starts from the last accepted step and integrates to the end of this
// one, over a relative motion that fits place and velocity at both ends (cubic, in rotations too).

#include "trunnion/bodies/marker_pair.h"
#include "trunnion/contact/differential_tracking.h"
#include "trunnion/forces/force.h"

namespace trunnion {

/// From `from` at t to `to` at `end`.
SurfaceMotionOverTime motion_between(const RelativeMotion& from, double t, const RelativeMotion& to, double end);

History tracking_history();  ///< of a contact that has not been seen yet

/// Returns the history of the end of the step; `out` has the deviations. With points == nullptr (nothing faces), in a
/// stage without time and after a jump to another region the equations start anew from the direct solution.
History follow_differential(const SurfacePair& pair, const StepContext& at, const RelativeMotion& m,
                            const OpposingPoints* points, const History& past, const DifferentialOptions& options,
                            TrackingDeviation& out);

}  // namespace trunnion
