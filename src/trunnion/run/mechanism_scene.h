#pragma once
// run/mechanism_scene.h -- pictures of a mechanism over time: surfaces of flexible bodies, sticks for rigid ones.

#include <span>

#include "trunnion/results/scene.h"
#include "trunnion/results/time_record.h"
#include "trunnion/run/build_mechanism.h"

namespace trunnion {

/// Empty when no body has anything to show.
Scene mechanism_scene(const BuiltMechanism& built, std::span<const Snapshot> snapshots, const std::string& name);

}  // namespace trunnion
