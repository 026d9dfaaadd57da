#pragma once
// model/body_from_model.h -- flexible_body.from.model: a body described in another model file.

#include "trunnion/model/model.h"

namespace trunnion {

/// Fills in the bodies that stand in other model files; name, place and switches stay those of this file. Problems go
/// into the context.
void take_bodies_from_models(Model& model, ReadContext& context);

}  // namespace trunnion
