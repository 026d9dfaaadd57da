// Pressures of a reduced body beside those of its full mesh, at positions of a sweep.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "run/hub_on_shaft.h"
#include "trunnion/base/error.h"

namespace trunnion {
namespace {

using testing::quantity;
using testing::replaced;

// The belt at half and at all of its force.
std::string with_half(const std::string& half, const std::string& bend) {
  const std::string text = replaced(
      testing::coarse(testing::hub_on_shaft), "[[load]]\ncase = \"belt\"",
      "[[load]]\ncase = \"half\"\non = \"C\"\nforce = [\"0 N\", \"10 kN\", \"0 N\"]\n[[load]]\ncase = \"belt\"");
  return text.substr(0, text.find("steps = [")) +
         "steps = [ { name = \"shrink\", increments = 2 },\n"
         "{ name = \"half\", case = \"half\", increments = 1, compare = \"bend" +
         half + "\" },\n{ name = \"bend\", case = \"belt\", increments = 1, compare = \"bend" + bend + "\" } ]\n";
}

TEST(FitComparison, APositionOfASweepIsComparedWithTheStepThatNamesIt) {
  const RunResult result = testing::run_fit(with_half(" at 0.5 s", " at 0.3 s"));
  ASSERT_TRUE(result.success());
  const RunResult at_its_end = testing::run_fit(with_half("", ""));
  const double half = quantity(result, "full.half.l2_pressure_error_percent"),
               other = quantity(at_its_end, "full.half.l2_pressure_error_percent");
  EXPECT_GT(half, 0);
  EXPECT_LT(half, 0.5 * other) << "the end of the sweep has twice the force";
  const Quantity* none = find_quantity(result.record, "full.bend.l2_pressure_error_percent");
  ASSERT_NE(none, nullptr);
  EXPECT_NE(none->reason.find("'bend' has no position at 0.3 s"), std::string::npos) << none->reason;
  const auto& maps = result.record.matrices;
  const auto full = std::find_if(maps.begin(), maps.end(), [](const MatrixMap& map) {
    return map.title == "What is open, rests and slides, after step 'half', full mesh";
  });
  ASSERT_TRUE(full != maps.end() && full + 1 != maps.end());
  EXPECT_EQ((full + 1)->title, "What is open, rests and slides, after step 'half', reduced body");
}

TEST(FitComparison, APositionOfAStageThatIsNoSweepIsRefused) {
  const std::string text =
      replaced(with_half("", ""), "increments = 2 }", "increments = 2, compare = \"shrink at 0 s\" }");
  const std::string told = testing::message_of_fit(text);
  EXPECT_NE(told.find("names a position, but 'shrink' is no sweep"), std::string::npos) << told;
}

}  // namespace
}  // namespace trunnion
