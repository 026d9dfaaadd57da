#pragma once
// run/mechanism_stage.h -- the stages of a mechanism: static, steady, sweep, transient, modes, campbell, response.
// One MechanismRun lives through all stages of a run: each hands its state to the next.

#include <filesystem>
#include <functional>
#include <optional>

#include "trunnion/results/checkpoint.h"
#include "trunnion/results/results_writer.h"
#include "trunnion/results/time_record.h"
#include "trunnion/run/build_mechanism.h"
#include "trunnion/run/channels.h"
#include "trunnion/run/fit_pictures.h"
#include "trunnion/system/initialize.h"

namespace trunnion {

/// What a stage adds to the record of the run.
struct MechanismResult {
  StageRecord record;
  std::vector<Curve> curves;
  std::vector<Table> tables;
  std::vector<Quantity> quantities;
  std::vector<MatrixMap> matrices;
  std::vector<Scene> scenes;
  std::map<std::string, std::vector<NamedArray>> arrays;  ///< by group of the results file: "curves/run"
  std::map<std::string, FitStates> fits;                  ///< by name
  std::vector<Snapshot> fit_states;                       ///< whose error indicator is wanted
  std::string ended;  ///< why a sweep that is done ends before its last position; empty: it does not
};

struct MechanismRun {
  BuiltMechanism built;
  State state;
  bool started = false;
  std::string failed;  ///< a stage that found no answer: nothing can follow it
  InitializeReport start;
  VectorXd motion_lag;  ///< per row: by how much motions are held back at the begin of a stage with load steps
  ChannelRecorder channels;
  std::optional<std::vector<char>>
      moving_rows;  ///< rows that acted at the end of the last stage, where that was a transient
  /// The mechanism of the same model with one parameter changed; for sweeps over a parameter.
  std::function<BuiltMechanism(const std::string& parameter, const PhysicalQuantity& value)> rebuild;
};

/// Where a transient stage leaves its checkpoints, and whether it goes on from one.
struct CheckpointPlan {
  std::filesystem::path folder;  ///< empty: none are written
  bool restart = false;
  std::string input_hash;
  std::function<void(const MechanismResult&)> publish;  ///< called with what a stage has so far, after each checkpoint
};

/// "model.toml:12:1: stage 'run': " -- how sentences about a stage begin.
std::string stage_place(const StageInput& stage);

/// Where a stage of this name keeps its checkpoint.
std::filesystem::path checkpoint_file(const std::filesystem::path& folder, const std::string& stage);

/// Throws SolveError when the stage finds no answer.
MechanismResult run_mechanism_stage(const StageInput& stage, MechanismRun& run, const CheckpointPlan& plan,
                                    Observer& observer);

}  // namespace trunnion
