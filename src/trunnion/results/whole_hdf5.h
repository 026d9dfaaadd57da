#pragma once
// results/whole_hdf5.h -- an HDF5 file that is there completely or not at all.

#include <functional>

#include "trunnion/results/hdf5_file.h"

namespace trunnion {

/// Makes the folder, fills the file under a temporary name and publishes it. Throws InputError and leaves neither half
/// a file nor the temporary one.
void write_whole_hdf5(const std::filesystem::path& path, const std::function<void(Hdf5File&)>& fill);

}  // namespace trunnion
