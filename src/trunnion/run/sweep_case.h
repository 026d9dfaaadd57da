#pragma once
// run/sweep_case.h -- one case of a sweep on its way: the command that runs it, and what became of it, on disk.
//   <out>/<case>/case.json   { "key": hash of all inputs, "status": "done" | "failed", "message": "...", "wall_s": 1.2
//   }
// The file is written when the case has ended; a case that has one with its own key is not run again.

#include <optional>

#include "trunnion/run/run_model.h"
#include "trunnion/run/study.h"

namespace trunnion {

struct PlannedCase {
  std::string name;
  std::filesystem::path folder;
  std::vector<std::string> arguments;  ///< of the program: "run", "model.toml", "--set", ...
  std::string key;                     ///< hash of all that goes into the case
  std::string problem;                 ///< why it cannot be run at all; empty: it can
};

struct CaseOutcome {
  bool done = false;
  std::string message;  ///< why not
  double wall_s = 0;
};

/// Every case of a study as a command of `program`; `options` are those of the sweep. Cases whose model does not read
/// have a problem.
std::vector<PlannedCase> plan_cases(const Study& study, const RunOptions& options,
                                    const std::filesystem::path& program);

/// What became of a case earlier; nothing when it did not end, or had other inputs, or when its files are not as we
/// write them: then `damage` says what is wrong with them.
std::optional<CaseOutcome> earlier_outcome(const PlannedCase& one, std::string* damage = nullptr);

/// In the order of a case's summary; none where there is none. Throws InputError naming the file and the first entry
/// that is not as we write it.
std::vector<Quantity> case_quantities(const std::filesystem::path& summary);

/// Before a case is run: what is found in its folder afterwards is of this run.
void forget_outcome(const PlannedCase& one);

void write_outcome(const PlannedCase& one, const CaseOutcome& outcome);

/// How a process ended, and what it said on its standard error.
CaseOutcome outcome_of(int exit_status, const std::string& said, double wall_s);

}  // namespace trunnion
