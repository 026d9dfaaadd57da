#pragma once
// run/sweep_study.h -- `trunnion sweep STUDY.toml`: one model over the cases of a study, one table out.
// Plan the cases, run those that are not done yet, collect what all of them left on disk. Other ways to run them (a
// cluster) plan and collect with the same two calls.

#include "trunnion/run/study.h"
#include "trunnion/run/sweep_case.h"

namespace trunnion {

struct SweepOptions {
  RunOptions run;                 ///< model_file: the study; threads: of each case, 0: one
  std::filesystem::path program;  ///< what runs a case
  int jobs = 0;                   ///< cases at a time; 0: one per core
  bool fresh = false;             ///< run cases again that are done
};

/// The study of a sweep and its cases.
struct SweepPlan {
  Study study;
  RunOptions run;  ///< with the folder filled in
  std::vector<PlannedCase> cases;
};
SweepPlan plan_sweep(const RunOptions& options, const std::filesystem::path& program);

/// Out: study.csv, study.h5, summary.json, report.html, and a folder per case. A case that failed, or did not run, is a
/// row with its reason.
RunResult collect_sweep(const SweepPlan& plan, Observer& observer = silent_observer());

RunResult sweep_study(const SweepOptions& options, Observer& observer = silent_observer());

}  // namespace trunnion
