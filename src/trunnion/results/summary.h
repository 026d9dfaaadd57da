#pragma once
// results/summary.h -- summary.json: the numbers of a run for scripts, tests and sweeps. Layout: docs/results.md.

#include <filesystem>
#include <string>

#include "trunnion/results/run_record.h"

namespace trunnion {

std::string summary_json(const RunRecord& record);
void write_summary(const RunRecord& record, const std::filesystem::path& path);

}  // namespace trunnion
