#pragma once
// support/xdmf_check.h -- reads an XDMF file as ParaView would, down to the numbers it names.

#include <filesystem>
#include <string>

namespace trunnion::testing {

/// Follows every path of `folder`/results.xdmf into HDF5 and compares sizes, types, slices and node numbers; fails the
/// test where something does not fit. Returns a line for each frame (its name and fields) and for each collection.
std::string check_xdmf(const std::filesystem::path& folder);

}  // namespace trunnion::testing
