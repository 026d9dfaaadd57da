#pragma once
// run/touch_stage.h -- the stage touch: elastic bodies near known positions, load step by load step.

#include "trunnion/base/progress.h"
#include "trunnion/model/model.h"
#include "trunnion/run/stage_result.h"

namespace trunnion {

/// Throws InputError at the place of the table when a body is loose, or the surface of a plane one is no chain of
/// edges.
StageResult run_touch(const Model& model, const StageInput& stage, const std::filesystem::path& cache_folder,
                      Observer& observer);

}  // namespace trunnion
