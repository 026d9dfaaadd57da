#pragma once
// run/error_place.h -- what the lower folders refuse, filed under the place in the model file that asked for it.

#include <fmt/format.h>

#include <string>

#include "trunnion/base/error.h"

namespace trunnion {

/// Calls work(); an InputError that names no file gets `where` and "who: " in front.
template <class Work>
auto at_place_of(const SourceLocation& where, const std::string& who, Work work) {
  try {
    return work();
  } catch (const InputError& error) {
    if (!error.where().file.empty()) throw;
    throw InputError(where, fmt::format("{}: {}", who, error.what()));
  }
}

}  // namespace trunnion
