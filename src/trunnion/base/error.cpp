#include "trunnion/base/error.h"

#include <fmt/format.h>

namespace trunnion {

std::string SourceLocation::text() const {
  if (line <= 0) return file;
  if (column <= 0) return fmt::format("{}:{}", file, line);
  return fmt::format("{}:{}:{}", file, line, column);
}

InputError::InputError(SourceLocation where, const std::string& message)
    : Error(where.file.empty() ? message : where.text() + ": " + message), where_(std::move(where)) {}

}  // namespace trunnion
