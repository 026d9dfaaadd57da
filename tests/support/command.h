#pragma once
// support/command.h -- runs a shell command and keeps what it printed.

#include <string>

namespace trunnion::testing {

struct CommandResult {
  int status = -1;   ///< as pclose() gives it: 0 when the command succeeded
  std::string text;  ///< standard output and standard error together
};
CommandResult run_command(const std::string& command);

}  // namespace trunnion::testing
