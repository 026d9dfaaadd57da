#pragma once
// run/import_body.h -- flexible_body.from: a body that was reduced before, here or by another program.

#include "trunnion/base/progress.h"
#include "trunnion/model/tables/flexible_body.h"
#include "trunnion/reduction/reduced_body.h"

namespace trunnion {

/// Reads and checks it. Throws InputError at the place in the model file.
ReducedBody import_body(const FlexibleBodyInput& input, Observer& observer);

}  // namespace trunnion
