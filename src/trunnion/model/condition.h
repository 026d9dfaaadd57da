#pragma once
// model/condition.h -- yes or no from parameters, for keys that take true or false and for `when`.

#include <string>

#include "trunnion/model/parameters.h"

namespace trunnion {

/// Whether `condition` holds: "${name}", "not ${name}", "${name} == text", "${name} != text", several joined by "and"
/// or by "or". Throws InputError.
bool holds(const std::string& condition, const Parameters& parameters);

}  // namespace trunnion
