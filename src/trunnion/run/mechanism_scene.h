#pragma once
// run/mechanism_scene.h -- pictures of a mechanism over time: meshes of bodies that have one, simple solids for the
// others.

#include <span>

#include "trunnion/results/run_record.h"
#include "trunnion/results/time_record.h"
#include "trunnion/run/build_mechanism.h"
#include "trunnion/run/fit_pictures.h"
#include "trunnion/solvers/modes.h"

namespace trunnion {

/// Whether snapshots follow one another in real time: then powers between them mean something.
enum class SnapshotOrder { equilibria, motion };

/// What the snapshots of a stage are.
struct SnapshotCourse {
  Axis over;  ///< time, or what a sweep varies
  SnapshotOrder order = SnapshotOrder::equilibria;
  const std::map<std::string, FitStates>& fits;  ///< of a sweep, else none
};

/// Every snapshot of the record, with symbols of what has no mesh and the recorded forces as arrows.
Scene mechanism_scene(const BuiltMechanism& built, const TimeRecord& record, const SnapshotCourse& course,
                      const std::string& name);

/// Modes about a state, swinging.
Scene mode_scene(const BuiltMechanism& built, const State& state, std::span<const ComplexMode> modes,
                 const std::string& name);

}  // namespace trunnion
