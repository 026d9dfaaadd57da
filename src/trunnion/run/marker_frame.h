#pragma once
// run/marker_frame.h -- where a marker is and how it is turned in a configuration, for pictures.

#include "trunnion/system/state.h"

namespace trunnion {

/// At rest.
FrameMotion marker_frame(const Mechanism& mechanism, const Configuration& x, const Marker& marker);
FrameMotion marker_frame(const Mechanism& mechanism, const Configuration& x, Index marker);

}  // namespace trunnion
