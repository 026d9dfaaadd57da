#include "support/h5py.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>

namespace trunnion::testing {

std::string run_python(const std::filesystem::path& folder, const std::string& script) {
  std::ofstream(folder / "look.py") << script;
  const std::string command = "cd '" + folder.string() + "' && /usr/bin/python3 look.py 2>&1";
  FILE* pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) {
    ADD_FAILURE() << "cannot start python3";
    return {};
  }
  std::string text;
  std::array<char, 4096> part{};
  while (const std::size_t count = std::fread(part.data(), 1, part.size(), pipe)) text.append(part.data(), count);
  EXPECT_EQ(::pclose(pipe), 0) << text;
  return text;
}

}  // namespace trunnion::testing
