#pragma once
// results/atomic_file.h -- a file is there completely or not at all: temporary name, fsync, rename.
// A reader that looks while a run goes on, or after it was killed, never sees half a file.

#include <filesystem>
#include <string_view>

namespace trunnion {

/// Name beside `path` under which its content is collected before the rename.
std::filesystem::path temporary_name(const std::filesystem::path& path);

enum class Writers { none, others };

/// Takes away what programs that were killed while they wrote left in this folder under such names. Where others may be
/// writing, only what belongs to a process that is gone.
void remove_leftovers(const std::filesystem::path& folder, Writers now);

/// Flushes the finished temporary file to disk and gives it its name. Throws InputError, the system's reason in it.
void publish(const std::filesystem::path& temporary, const std::filesystem::path& path);

/// Makes the folder and those above it; an empty path is the current one. Throws InputError, the reason in it.
void make_folder(const std::filesystem::path& folder);

/// The whole of `content` under `path`, or InputError ("disk full", "no permission") and no file.
void write_file(const std::filesystem::path& path, std::string_view content);

}  // namespace trunnion
