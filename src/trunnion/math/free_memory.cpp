#include "trunnion/math/free_memory.h"

#include <fmt/format.h>

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>

namespace trunnion {
namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

double free_on_machine() {
  std::ifstream told("/proc/meminfo");
  std::string name, unit;
  double kilobytes = 0;
  while (told >> name >> kilobytes && std::getline(told, unit))
    if (name == "MemAvailable:") return 1024 * kilobytes;
  return unlimited;
}

/// What `ulimit -v` leaves to this process.
double free_by_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
  double pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return std::max(0.0, static_cast<double>(limit.rlim_cur) - pages * static_cast<double>(sysconf(_SC_PAGESIZE)));
}

/// What a container or a job of a cluster leaves; the file holds "max" where there is no limit.
double free_in_group() {
  double limit = 0, used = 0;
  if (!(std::ifstream("/sys/fs/cgroup/memory.max") >> limit)) return unlimited;
  if (!(std::ifstream("/sys/fs/cgroup/memory.current") >> used)) return unlimited;
  std::ifstream told("/sys/fs/cgroup/memory.stat");
  std::string name;
  for (double bytes = 0; told >> name >> bytes;)
    if (name == "inactive_file") used -= bytes;  // files kept in memory, given back when asked for
  return std::max(0.0, limit - used);
}

}  // namespace

double free_memory() { return std::min({free_on_machine(), free_by_limit(), free_in_group()}); }

void check_factor_fits(const FactorCost& cost, Index unknowns, double free) {
  if (!(cost.bytes > free)) return;
  throw SolveError(
      fmt::format("factorisation of {} unknowns needs about {:.1f} GB, and {:.1f} GB of memory are free: end other "
                  "programs, use a coarser mesh or a larger machine",
                  unknowns, cost.bytes * 1e-9, free * 1e-9));
}

}  // namespace trunnion
