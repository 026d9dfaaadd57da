#pragma once
// results/trial_read.h -- HDF5 1.10 may crash on a damaged file, or never come back. Files of ours carry a seal and
// damage is found before (file_seal.h); what another program wrote or changed is read in a child process first.

#include <filesystem>
#include <functional>

namespace trunnion {

/// Seconds that reading a file may take before it counts as damaged: five, and one more for every 10 MB.
unsigned reading_patience(const std::filesystem::path& path);

/// Runs `read` in a child process. Throws InputError when that crashed or took longer than `patience` [s]; errors that
/// `read` throws are left to the reader itself.
void read_in_child(const std::filesystem::path& path, const std::function<void()>& read, unsigned patience);

/// The same with the patience that suits the file, where it has no seal.
void try_reading(const std::filesystem::path& path, const std::function<void()>& read);

}  // namespace trunnion
