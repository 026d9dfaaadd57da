// Same input, same threads: the same bits; other thread counts: the same numbers within what rounding grows to. For the
// examples that take seconds; `make determinism` does it for all.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "support/command.h"
#include "support/paths.h"
#include "support/run_program.h"

namespace trunnion::testing {
namespace {

namespace fs = std::filesystem;

/// Options of the example at its quick size, as tools/run_examples takes them.
std::vector<std::string> quick_options(const fs::path& model) {
  std::vector<std::string> options;
  for (const fs::path& file : {model.parent_path() / "quick", fs::path(model).replace_extension("quick")}) {
    std::istringstream text(read_file(file));
    for (std::string word; text >> word;) options.push_back(word);
  }
  return options;
}

/// Runs the example with nothing taken from any cache.
fs::path run_example(const fs::path& model, const fs::path& folder, int threads) {
  std::vector<std::string> arguments = {"run", model, "--quiet", "--out", folder, "--threads", std::to_string(threads)};
  for (const std::string& option : quick_options(model)) arguments.push_back(option);
  const ProgramResult result = run_program(arguments, fmt::format("TRUNNION_CACHE='{}'", (folder / "cache").string()));
  EXPECT_EQ(result.status, 0) << result.err;
  return folder / "summary.json";
}

std::string differences(const fs::path& a, const fs::path& b, const std::string& options) {
  return run_command(fmt::format("'{}' '{}' '{}' {}", (source_dir() / "tools" / "same_numbers").string(), a.string(),
                                 b.string(), options))
      .text;
}

class Determinism : public ::testing::TestWithParam<std::string> {};

TEST_P(Determinism, SameThreadsGiveTheSameBitsAndOthersTheSameNumbers) {
  const fs::path model = source_dir() / "examples" / (GetParam() + ".toml");
  const fs::path folder = fresh_folder("determinism");
  const fs::path first = run_example(model, folder / "first", 2);
  EXPECT_EQ(differences(first, run_example(model, folder / "again", 2), ""), "");
  EXPECT_EQ(differences(first, run_example(model, folder / "one", 1), "--within 1e-4"), "");
}

INSTANTIATE_TEST_SUITE_P(, Determinism,
                         ::testing::Values("cantilever/cantilever", "bracket/bracket", "slider-crank/slider-crank",
                                           "ball-bearing/preloaded", "journal-film/journal-film",
                                           "ellipsoid-on-plane/ellipsoid-on-plane", "rotor/rotor", "run-up/run-up",
                                           "pressed-cylinder/pressed-cylinder", "shaft-in-bore/shaft-in-bore"),
                         [](const auto& one) {
                           std::string name = one.param.substr(one.param.find('/') + 1);
                           for (char& c : name)
                             if (c == '-') c = '_';
                           return name;
                         });

}  // namespace
}  // namespace trunnion::testing
