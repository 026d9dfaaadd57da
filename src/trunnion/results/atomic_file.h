#pragma once
// results/atomic_file.h -- a file is there completely or not at all: temporary name, fsync, rename.
// A reader that looks while a run goes on, or after it was killed, never sees half a file.

#include <filesystem>
#include <string_view>

namespace trunnion {

/// Name beside `path` under which its content is collected before the rename.
std::filesystem::path temporary_name(const std::filesystem::path& path);

/// Flushes the finished temporary file to disk and gives it its name. Throws InputError, the system's reason in it.
void publish(const std::filesystem::path& temporary, const std::filesystem::path& path);

/// The whole of `content` under `path`, or InputError ("disk full", "no permission") and no file.
void write_file(const std::filesystem::path& path, std::string_view content);

}  // namespace trunnion
