#include "support/without_privileges.h"

#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <stdexcept>

namespace trunnion::testing {
namespace {

using Sets = std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3>;

Sets capabilities() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  Sets sets{};
  if (syscall(SYS_capget, &header, sets.data()) != 0) throw std::runtime_error("capabilities cannot be read");
  return sets;
}

bool set_effective(std::uint32_t effective) {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  Sets sets = capabilities();
  sets[0].effective = effective;
  return syscall(SYS_capset, &header, sets.data()) == 0;
}

}  // namespace

WithoutPrivileges::WithoutPrivileges() : effective_(capabilities()[0].effective) {
  const std::uint32_t all_files = (1U << CAP_DAC_OVERRIDE) | (1U << CAP_DAC_READ_SEARCH);
  if (!set_effective(effective_ & ~all_files)) throw std::runtime_error("capabilities cannot be put down");
}

WithoutPrivileges::~WithoutPrivileges() { set_effective(effective_); }

}  // namespace trunnion::testing
