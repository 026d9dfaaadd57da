#include "support/h5py.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/command.h"

namespace trunnion::testing {

std::string run_python(const std::filesystem::path& folder, const std::string& script) {
  std::ofstream(folder / "look.py") << script;
  const CommandResult result = run_command("cd '" + folder.string() + "' && /usr/bin/python3 look.py");
  EXPECT_EQ(result.status, 0) << result.text;
  return result.text;
}

}  // namespace trunnion::testing
