#pragma once
// model/check_names.h -- names are unique, and what refers to a name finds it.

#include "trunnion/model/model.h"
#include "trunnion/model/read_value.h"

namespace trunnion {

/// Fills meshes, materials, default bodies and stage names in; files problems under the place of who refers.
void resolve_names(Model& model, ReadContext& context);

}  // namespace trunnion
