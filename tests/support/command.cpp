#include "support/command.h"

#include <array>
#include <cstdio>

namespace trunnion::testing {

CommandResult run_command(const std::string& command) {
  FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return {-1, "cannot start a shell"};
  CommandResult result;
  std::array<char, 4096> part{};
  while (const std::size_t count = std::fread(part.data(), 1, part.size(), pipe))
    result.text.append(part.data(), count);
  result.status = ::pclose(pipe);
  return result;
}

}  // namespace trunnion::testing
