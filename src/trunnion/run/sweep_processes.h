#pragma once
// run/sweep_processes.h -- cases of a sweep as child processes, several at a time. One that is killed is tried once
// more; when the parent dies, its children die with it.

#include <functional>

#include "trunnion/base/progress.h"
#include "trunnion/run/sweep_case.h"

namespace trunnion {

using CaseEnded = std::function<void(std::size_t index, const CaseOutcome& outcome)>;

/// Runs the cases `todo` of `plan` with `jobs` processes of `program`. Throws Cancelled after the children were
/// stopped.
void run_in_processes(const std::vector<PlannedCase>& plan, const std::vector<std::size_t>& todo,
                      const std::filesystem::path& program, int jobs, Observer& observer, const CaseEnded& ended);

}  // namespace trunnion
