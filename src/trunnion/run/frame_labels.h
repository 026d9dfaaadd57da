#pragma once
// run/frame_labels.h -- what frames of a scene over time, or over what a sweep varies, are called.

#include <string>
#include <vector>

#include "trunnion/results/run_record.h"

namespace trunnion {

/// "0.012 s" over time; else name and value as people read it, all in one unit: "speed 9 000 rpm".
std::vector<std::string> frame_labels(const Axis& over, const std::vector<double>& at);

/// Labels the frames of a scene by their values, and says what those are.
void label_frames(const Axis& over, Scene& scene);

}  // namespace trunnion
