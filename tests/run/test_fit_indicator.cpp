// What stages say of the pressures of bodies that can be judged, and of those that cannot.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "run/hub_on_shaft.h"

namespace trunnion {
namespace {

using testing::quantity;
using testing::replaced;

// Both ends of the shaft of a body, held.
std::string held(const std::string& body) {
  std::string text;
  for (const auto& [end, z] : {std::pair{"A", "-50 mm"}, {"B", "50 mm"}})
    text += fmt::format(
        "[[marker]]\nname = \"{0} {1}\"\nbody = \"ground\"\nposition = [\"0 mm\", \"0 mm\", \"{2}\"]\n[[joint]]\nname "
        "= \"{0} {1}\"\ntype = \"fixed\"\nbetween = [\"{0}.{1}\", \"{0} {1}\"]\n",
        body, end, z);
  return text;
}

TEST(FitIndicator, ABodyThatCannotBeJudgedIsSaidAndTheOthersAreJudged) {
  const std::string pair = testing::coarse(testing::hub_on_shaft.substr(0, testing::hub_on_shaft.find("[[marker]]")));
  const std::string stage =
      "[[load]]\nname = \"belt\"\non = \"pair.C\"\ndirection = [0, 1, 0]\nsize = \"20 kN\"\n"
      "[[stage]]\nname = \"shrink\"\ntype = \"static\"\nload_steps = 2\n";
  const RunResult alone = testing::run_fit(pair + held("pair") + stage);
  ASSERT_TRUE(alone.success());
  const double judged = quantity(alone, "error_indicator_percent");
  ASSERT_TRUE(std::isfinite(judged));
  const auto cache = alone.out.parent_path() / "cache" / "reduced";
  const std::filesystem::path made = std::filesystem::directory_iterator(cache)->path(),
                              kept = alone.out.parent_path().parent_path() / "judged-pair.h5";
  std::filesystem::copy_file(made, kept, std::filesystem::copy_options::overwrite_existing);
  // The one that comes first has no mesh here.
  const std::string both =
      fmt::format("[[flexible_body]]\nname = \"made\"\nfrom = {{ file = \"{}\" }}\n", kept.string()) +
      replaced(pair, "name = \"seat\"", "name = \"seat\"\nbody = \"pair\"");
  const RunResult result = testing::run_fit(both + held("made") + held("pair") + stage +
                                            replaced(stage.substr(stage.find("[[stage]]")), "shrink", "again"));
  ASSERT_TRUE(result.success());
  EXPECT_NEAR(quantity(result, "shrink.pair.error_indicator_percent"), judged, 1e-4 * judged)
      << "equilibria end at 1e-9 of their forces";
  EXPECT_TRUE(std::isfinite(quantity(result, "shrink.pair.error_indicator_max_percent")));
  for (const char* name :
       {"shrink.made.error_indicator_percent", "shrink.made.error_indicator_max_percent", "error_indicator_percent"}) {
    const Quantity* found = find_quantity(result.record, name);
    ASSERT_NE(found, nullptr) << name;
    EXPECT_FALSE(found->value) << name;
    EXPECT_NE(found->reason.find("no error indicator for the fits of body 'made'"), std::string::npos) << found->reason;
  }
  std::string warnings;
  for (const StageRecord& record : result.record.stages)
    for (const std::string& warning : record.warnings) warnings += warning + "\n";
  const std::size_t said = warnings.find("no error indicator for the fits of body 'made'");
  EXPECT_NE(said, std::string::npos) << warnings;
  EXPECT_EQ(warnings.find("no error indicator", said + 1), std::string::npos) << warnings;  // once is enough
}

}  // namespace
}  // namespace trunnion
