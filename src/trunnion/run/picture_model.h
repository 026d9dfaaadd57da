#pragma once
// run/picture_model.h -- a model to look at before anything is solved: bodies where they start, sets, supports,
// interfaces, markers with axes, joints and loads.

#include "trunnion/base/progress.h"
#include "trunnion/model/model.h"
#include "trunnion/results/run_record.h"

namespace trunnion {

/// Meshes are read or made; nothing is reduced or solved. Throws InputError as a check of the model does.
RunRecord picture_model(const Model& model, const std::filesystem::path& cache_folder,
                        Observer& observer = silent_observer());

}  // namespace trunnion
