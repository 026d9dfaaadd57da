#include <fmt/format.h>

#include "trunnion/base/version.h"
#include "trunnion/math/blas_kernel.h"
#include "verbs.h"

namespace trunnion::app {

std::string version_text() {
  const BlasKernel& kernel = use_fast_blas_kernel();
  const std::string revision = TRUNNION_REVISION;
  return fmt::format(
      "trunnion {}{} ({}, {})\n"
      "BLAS kernel {}, {} threads\n"
      "The code of Trunnion is under the BSD 3-clause license. This program is linked with the supernodal module\n"
      "of CHOLMOD, which is under the GNU GPL 2 or later; the program as a whole is therefore under the GPL.",
      version(), revision.empty() ? "" : "+" + revision, compiler(), build_type(), kernel.name, num_threads());
}

}  // namespace trunnion::app
