#pragma once
// support/h5py.h -- lets a test look at a file with Python and h5py, the way users do.

#include <filesystem>
#include <string>

namespace trunnion::testing {

/// Runs a Python script (Debian's python3, which has h5py) in `folder`; returns what it printed, fails the test with
/// the trace when it did not succeed.
std::string run_python(const std::filesystem::path& folder, const std::string& script);

}  // namespace trunnion::testing
