// The same part in three formats: what the program finds may not depend on how the mesh was written.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "support/paths.h"
#include "support/verification.h"
#include "trunnion/run/run_model.h"

namespace trunnion {
namespace {

double quantity(const RunRecord& record, const std::string& name) {
  const Quantity* found = find_quantity(record, name);
  return found && found->value ? *found->value : std::nan("");
}

RunRecord run_bracket(const std::string& mesh_file) {
  // Tests run side by side: each has its own folder.
  const std::string test = ::testing::UnitTest::GetInstance()->current_test_info()->name();
  const auto out = testing::fresh_folder("bracket-" + test + "-" + mesh_file);
  RunOptions options;
  options.model_file = testing::source_dir() / "examples" / "bracket" / "bracket.toml";
  options.set = {{"mesh_file", mesh_file}};
  options.out = out;
  const RunResult result = run_model(options);
  EXPECT_TRUE(result.success());
  return result.record;
}

/// All frequencies of the stage, rigid ones left out [Hz].
std::vector<double> frequencies(const RunRecord& record) {
  std::vector<double> all;
  for (int mode = 1; find_quantity(record, fmt::format("modes.mode_{}.frequency", mode)); ++mode)
    all.push_back(quantity(record, fmt::format("modes.mode_{}.frequency", mode)));
  return all;
}

void expect_same_frequencies(const std::string& file) {
  const std::vector<double> gmsh = frequencies(run_bracket("bracket.msh")), other = frequencies(run_bracket(file));
  ASSERT_GE(gmsh.size(), 6U);
  ASSERT_EQ(gmsh.size(), other.size());
  double worst = 0;
  for (std::size_t i = 0; i < gmsh.size(); ++i) worst = std::max(worst, std::abs(other[i] / gmsh[i] - 1));
  testing::record({.group = "Examples",
                   .name = fmt::format("bracket, all {} frequencies, {} against bracket.msh", gmsh.size(), file),
                   .reference = "the same mesh in another format",
                   .reference_value = 0,
                   .value = worst,
                   .error = worst,
                   .allowed = 1e-9,
                   .why = "both files carry the coordinates exactly",
                   .inside = true});
}

TEST(Bracket, AbaqusFileGivesTheFrequenciesOfTheGmshFile) { expect_same_frequencies("bracket.inp"); }

TEST(Bracket, NastranFileGivesTheFrequenciesOfTheGmshFile) { expect_same_frequencies("bracket.bdf"); }

// The first TOML block of the README, as a newcomer would save it beside a mesh.
TEST(Readme, ItsFirstModelRuns) {
  const auto folder = testing::fresh_folder("readme");
  std::ifstream readme(testing::source_dir() / "README.md");
  std::string line, text;
  while (std::getline(readme, line) && line != "```toml") continue;
  while (std::getline(readme, line) && line != "```") text += line + "\n";
  ASSERT_FALSE(text.empty());
  std::ofstream(folder / "part.toml") << text;
  std::filesystem::copy_file(testing::source_dir() / "examples" / "bracket" / "bracket.inp", folder / "part.inp");
  RunOptions options;
  options.model_file = folder / "part.toml";
  options.out = folder / "out";
  const RunResult result = run_model(options);
  EXPECT_TRUE(result.success());
  EXPECT_EQ(result.record.model_name, "part");
  EXPECT_GT(quantity(result.record, "first_frequency"), 0);
}

}  // namespace
}  // namespace trunnion
