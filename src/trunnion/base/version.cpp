#include "trunnion/base/version.h"

namespace trunnion {

std::string version() { return TRUNNION_VERSION; }

std::string compiler() {
#ifdef __clang__
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

std::string build_type() {
#ifdef NDEBUG
  return "optimized";
#else
  return "with assertions";
#endif
}

}  // namespace trunnion
