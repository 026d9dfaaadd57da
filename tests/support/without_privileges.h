#pragma once
// support/without_privileges.h -- while one lives, file permissions count for this thread even when it runs as root.

#include <cstdint>

namespace trunnion::testing {

/// Puts down the capabilities by which root reads and writes everything, and takes them up again at its end.
class WithoutPrivileges {
 public:
  WithoutPrivileges();
  ~WithoutPrivileges();
  WithoutPrivileges(const WithoutPrivileges&) = delete;
  WithoutPrivileges& operator=(const WithoutPrivileges&) = delete;

 private:
  std::uint32_t effective_ = 0;  ///< as it was
};

}  // namespace trunnion::testing
