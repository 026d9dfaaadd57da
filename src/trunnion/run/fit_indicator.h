#pragma once
// run/fit_indicator.h -- how far the pressures of reduced bodies are off at the end of a stage, without a solution of
// the full contact problem (reduction/contact_error.h).

#include "trunnion/run/mechanism_stage.h"

namespace trunnion {

/// Quantities `STAGE.BODY.error_indicator_percent`, and `error_indicator_percent`: the largest of all bodies. Costs one
/// factorization of the full mesh and some solves.
void add_error_indicator(const Model& model, const StageInput& stage, const MechanismRun& run,
                         const std::filesystem::path& cache_folder, Observer& observer, MechanismResult& out);

}  // namespace trunnion
