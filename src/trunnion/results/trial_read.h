#pragma once
// results/trial_read.h -- HDF5 1.10 may crash on a damaged file. Files of ours carry a seal and damage is found before
// (file_seal.h); what another program wrote or changed is read in a child process first.

#include <filesystem>
#include <functional>

namespace trunnion {

/// Runs `read` in a child process when the file has no seal. Throws InputError when that crashed or took longer than a
/// minute; errors that `read` throws are left to the reader itself.
void try_reading(const std::filesystem::path& path, const std::function<void()>& read);

}  // namespace trunnion
