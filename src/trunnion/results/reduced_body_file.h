#pragma once
// results/reduced_body_file.h -- a ReducedBody as one HDF5 file: written whole or not at all, read back the same.
// Layout: docs/results.md. SI throughout; attribute `format` = "trunnion reduced body", `version` = 1.

#include <filesystem>
#include <optional>

#include "trunnion/reduction/reduced_body.h"

namespace trunnion {

void write_reduced_body(const ReducedBody& body, const std::filesystem::path& path);

/// Throws InputError when the file is no reduced body, of a later version, or inconsistent (validate()).
ReducedBody read_reduced_body(const std::filesystem::path& path);

/// The content hash kept in a file; nothing when the file is missing or unreadable. For the cache.
std::optional<std::string> reduced_body_hash(const std::filesystem::path& path);

/// Sizes agree, the matrices are symmetric and finite, mass is positive definite, stiffness is not negative. The same
/// checks serve bodies from elsewhere. Throws InputError naming the first thing wrong.
void validate(const ReducedBody& body);

}  // namespace trunnion
