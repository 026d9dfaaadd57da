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

namespace {

std::string in_gigabytes(double bytes) {
  return bytes >= 1e8 ? fmt::format("{:.1f} GB", bytes * 1e-9) : fmt::format("{:.2g} GB", bytes * 1e-9);
}

}  // namespace

void check_room(double bytes, const std::string& what, const std::string& instead, double free) {
  if (!(bytes > free)) return;
  throw SolveError(fmt::format("{} needs about {}, and {} of memory are free: {}", what, in_gigabytes(bytes),
                               in_gigabytes(free), instead));
}

void check_factor_fits(const FactorCost& cost, Index unknowns, double free) {
  check_room(cost.bytes, fmt::format("factorisation of {} unknowns", unknowns),
             "end other programs, use a coarser mesh or a larger machine", free);
}

}  // namespace trunnion
