#pragma once
// run/run_files.h -- what every verb that leaves results does at its start and at its end.

#include "trunnion/run/run_log.h"
#include "trunnion/run/run_model.h"

namespace trunnion {

std::filesystem::path cache_of(const RunOptions& options);
std::filesystem::path out_of(const RunOptions& options);

/// The model of a run, with more options behind its own.
Model model_of(const RunOptions& options, const std::vector<SetOption>& more = {});

/// Threads and the BLAS kernel; a slow kernel is a warning.
void prepare_machine(const RunOptions& options, RunLog& log);

/// Name, description and provenance of the model.
RunRecord begin_record(const Model& model, const RunOptions& options);

/// model.toml, run.log, summary.json and report.html.
void write_side_files(const Model& model, const RunLog& log, const RunRecord& record, const std::filesystem::path& out);

}  // namespace trunnion
