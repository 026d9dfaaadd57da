#pragma once
// run/mechanism_scene.h -- pictures of a mechanism over time: meshes of bodies that have one, simple solids for the
// others.

#include <span>

#include "trunnion/results/scene.h"
#include "trunnion/results/time_record.h"
#include "trunnion/run/build_mechanism.h"
#include "trunnion/solvers/modes.h"

namespace trunnion {

/// Whether snapshots follow one another in real time: then powers between them mean something.
enum class SnapshotOrder { equilibria, motion };

/// Every snapshot of the record, with symbols of what has no mesh and the recorded forces as arrows.
Scene mechanism_scene(const BuiltMechanism& built, const TimeRecord& record, SnapshotOrder order,
                      const std::string& name);

/// Modes about a state, swinging.
Scene mode_scene(const BuiltMechanism& built, const State& state, std::span<const ComplexMode> modes,
                 const std::string& name);

}  // namespace trunnion
