#include "short_waits.h"

#include <unistd.h>

#include <cstdlib>

namespace trunnion::app {

void wait_briefly(char** arguments) {
  if (std::getenv("OMP_WAIT_POLICY") != nullptr || std::getenv("GOMP_SPINCOUNT") != nullptr) return;
  setenv("GOMP_SPINCOUNT", "3000", 1);
  execv("/proc/self/exe", arguments);  // comes back only where that cannot be; then it waits as ever
}

}  // namespace trunnion::app
