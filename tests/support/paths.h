#pragma once
// support/paths.h -- where tests find the repository, the program and a folder to write to.

#include <filesystem>
#include <string>

namespace trunnion::testing {

std::filesystem::path source_dir();  ///< the repository
std::filesystem::path program();     ///< the built command line
/// A fresh, empty folder for one test, named after it; left behind for a look when the test failed.
std::filesystem::path fresh_folder(const std::string& name);

}  // namespace trunnion::testing
