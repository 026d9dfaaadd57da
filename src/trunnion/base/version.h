#pragma once
// base/version.h -- what this library is, for --version, summary.json and the report.

#include <string>

namespace trunnion {

std::string version();     ///< "0.1.0"
std::string compiler();    ///< "GCC 12.2.0"
std::string build_type();  ///< "optimized" or "with assertions"

}  // namespace trunnion
