// The same part in three formats: what the program finds may not depend on how the mesh was written.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "support/paths.h"
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

TEST(Bracket, AbaqusFileGivesTheFrequenciesOfTheGmshFile) {
  const RunRecord gmsh = run_bracket("bracket.msh"), abaqus = run_bracket("bracket.inp");
  for (const char* name : {"first_frequency", "sixth_frequency"})
    EXPECT_NEAR(quantity(abaqus, name) / quantity(gmsh, name), 1, 1e-9) << name;
}

TEST(Bracket, NastranFileGivesTheFrequenciesToTheDigitsItCarries) {
  const RunRecord gmsh = run_bracket("bracket.msh"), nastran = run_bracket("bracket.bdf");
  for (const char* name : {"first_frequency", "sixth_frequency"})
    EXPECT_NEAR(quantity(nastran, name) / quantity(gmsh, name), 1, 1e-9) << name;
}

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
