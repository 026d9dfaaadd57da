#pragma once
// model/read_toml.h -- TOML text to a tree of values with line and column (toml++ behind it).

#include <filesystem>
#include <string>
#include <string_view>

#include "trunnion/model/value.h"

namespace trunnion {

/// Throws InputError with file, line and column for bad syntax, repeated keys, dates and nesting beyond 32 levels.
Value read_toml(std::string_view text, const std::string& file_name);

/// One value as it would stand right of the '=' in a file: "[1, 2]", "{ a = 1 }".
Value read_toml_value(std::string_view text, const SourceLocation& where);

/// The whole file; throws InputError with the system's reason when it cannot be read.
std::string read_text_file(const std::filesystem::path& path);

}  // namespace trunnion
