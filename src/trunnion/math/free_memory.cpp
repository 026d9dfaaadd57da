#include "trunnion/math/free_memory.h"

#include <fmt/format.h>

#include <fstream>
#include <limits>

namespace trunnion {

double free_memory() {
  std::ifstream told("/proc/meminfo");
  std::string name, unit;
  double kilobytes = 0;
  while (told >> name >> kilobytes && std::getline(told, unit))
    if (name == "MemAvailable:") return 1024 * kilobytes;
  return std::numeric_limits<double>::infinity();
}

void check_factor_fits(const FactorCost& cost, Index unknowns, double free) {
  if (!(cost.bytes > free)) return;
  throw SolveError(
      fmt::format("factorisation of {} unknowns needs about {:.1f} GB, and {:.1f} GB of memory are free: end other "
                  "programs, use a coarser mesh or a larger machine",
                  unknowns, cost.bytes * 1e-9, free * 1e-9));
}

}  // namespace trunnion
