#pragma once
// model/compared_place.h -- what a step on the full mesh is compared with: the end of a stage of the mechanism, or a
// position of a sweep ("torsion at 2 s").

#include <optional>
#include <string>

#include "trunnion/model/model.h"

namespace trunnion {

struct ComparedPlace {
  std::string stage;
  std::optional<PhysicalQuantity> at;  ///< empty: where the stage ends
};

/// Reads `compare` of a step. A stage may have " at " in its own name. Throws InputError where what follows " at " is
/// no value.
ComparedPlace compared_place(const Model& model, const std::string& compare);

}  // namespace trunnion
