#pragma once
// model/build_model.h -- a model from a tree of values that did not have to come from a file.

#include "trunnion/model/model.h"

namespace trunnion {

/// As parse_model; `file` gives the model its name and its folder and need not exist.
Model build_model(Value tree, const std::filesystem::path& file, const std::vector<SetOption>& options = {});

}  // namespace trunnion
