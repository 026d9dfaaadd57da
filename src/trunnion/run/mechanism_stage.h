#pragma once
// run/mechanism_stage.h -- the stages of a mechanism: static, steady, sweep, transient, modes, campbell, response.
// One MechanismRun lives through all stages of a run: each hands its state to the next.

#include <filesystem>

#include "trunnion/results/checkpoint.h"
#include "trunnion/results/run_record.h"
#include "trunnion/run/build_mechanism.h"
#include "trunnion/system/initialize.h"

namespace trunnion {

/// What a stage adds to the record of the run.
struct MechanismResult {
  StageRecord record;
  std::vector<Curve> curves;
  std::vector<Table> tables;
  std::vector<Quantity> quantities;
  std::vector<Scene> scenes;
};

struct MechanismRun {
  BuiltMechanism built;
  State state;
  bool started = false;
  InitializeReport start;
};

/// Where a transient stage leaves its checkpoints, and whether it goes on from one.
struct CheckpointPlan {
  std::filesystem::path folder;  ///< empty: none are written
  bool restart = false;
  double every_s = 10;  ///< wall time between checkpoints [s]
  std::string input_hash;
};

/// Throws SolveError when the stage finds no answer.
MechanismResult run_mechanism_stage(const StageInput& stage, MechanismRun& run, const CheckpointPlan& plan,
                                    Observer& observer);

/// What `check` tells of a mechanism before it runs.
struct MechanismCheck {
  long bodies = 0, joints = 0, velocities = 0, rows = 0, degrees_of_freedom = 0;
  std::vector<std::string> redundant, notes;
};
MechanismCheck check_mechanism(MechanismRun& run, Observer& observer);

}  // namespace trunnion
