#pragma once
// run/reduce_model.h -- `trunnion reduce`: every flexible body of a model file to a ReducedBody file, with summary and
// report. A body whose content hash is in the cache is read from there.

#include "trunnion/reduction/reduce.h"
#include "trunnion/run/fe_body.h"
#include "trunnion/run/run_model.h"

namespace trunnion {

struct ReducedResult {
  ReducedBody body;
  bool cached = false;
};

/// What the model file asks of the body's reduction, with its load cases and responses of other programs.
ReductionOptions body_reduction_options(const Model& model, const FlexibleBodyInput& input, const FeBody& fe);

/// Reduces one body of a model, or takes it from the cache.
ReducedResult reduce_body(const Model& model, const std::string& body, const std::filesystem::path& cache_folder,
                          Observer& observer);

/// Out: <body>.h5 for each body, results.h5, results.xdmf, summary.json, report.html, model.toml, run.log.
RunResult reduce_model(const RunOptions& options, Observer& observer = silent_observer());

}  // namespace trunnion
