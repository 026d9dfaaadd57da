#pragma once
// support/run_program.h -- runs the built command line as a user would, and reads what it wrote.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace trunnion::testing {

struct ProgramResult {
  int status = -1;  ///< exit status
  std::string out, err;
};

/// Arguments are passed as they are, no shell quoting needed. `prefix` is shell text in front, e.g. "ulimit -f 8;".
ProgramResult run_program(const std::vector<std::string>& arguments, const std::string& prefix = "");

/// The "quantities" of a summary.json; nulls are left out.
std::map<std::string, double> read_quantities(const std::filesystem::path& summary);

std::string read_file(const std::filesystem::path& path);

}  // namespace trunnion::testing
