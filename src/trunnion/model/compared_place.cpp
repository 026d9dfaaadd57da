#include "trunnion/model/compared_place.h"

#include <algorithm>

namespace trunnion {

ComparedPlace compared_place(const Model& model, const std::string& compare) {
  const std::string between = " at ";
  const bool is_stage = std::any_of(model.stages.begin(), model.stages.end(),
                                    [&](const StageInput& stage) { return stage.name == compare; });
  const std::size_t place = compare.rfind(between);
  if (is_stage || place == std::string::npos) return {compare, {}};
  return {compare.substr(0, place),
          evaluate_quantity(compare.substr(place + between.size()), model.parameters.lookup())};
}

}  // namespace trunnion
