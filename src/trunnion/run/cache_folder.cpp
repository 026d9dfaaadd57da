#include "trunnion/run/cache_folder.h"

#include <cstdlib>

namespace trunnion {

std::filesystem::path default_cache_folder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nobody changes the environment
    return std::filesystem::path(value ? value : "");
  };
  if (const auto own = variable("TRUNNION_CACHE"); !own.empty()) return own;
  if (const auto xdg = variable("XDG_CACHE_HOME"); xdg.is_absolute()) return xdg / "trunnion";
  if (const auto home = variable("HOME"); home.is_absolute()) return home / ".cache" / "trunnion";
  return std::filesystem::temp_directory_path() / "trunnion-cache";
}

}  // namespace trunnion
