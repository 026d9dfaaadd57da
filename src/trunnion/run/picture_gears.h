#pragma once
// run/picture_gears.h -- gears of a model before it is solved, in mesh at the pitch point and at their center distance.

#include "trunnion/model/model.h"
#include "trunnion/run/model_picture.h"

namespace trunnion {

/// Pairs that are no part of a mechanism, one below the other: as wide as they are drawn, or as the user has meshed
/// them. Rows of the table of bodies go to `rows`.
void add_gears(const Model& model, const std::filesystem::path& cache_folder, ModelPicture& picture,
               std::vector<std::vector<Cell>>& rows);

/// One row per pair: its gears, center distance, contact ratio.
std::vector<std::vector<Cell>> gear_pair_rows(const Model& model);

}  // namespace trunnion
