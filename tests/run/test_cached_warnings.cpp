// What was warned of when a body was made is true of it whenever it is used.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "run/hub_on_shaft.h"
#include "support/paths.h"
#include "trunnion/run/reduce_model.h"

namespace trunnion {
namespace {

using Warnings = std::vector<std::string>;

bool says(const Warnings& warnings, const std::string& words) {
  return std::any_of(warnings.begin(), warnings.end(),
                     [&](const std::string& one) { return one.find(words) != std::string::npos; });
}

TEST(CachedBody, RepeatsThatItsContactModesMissTheirTarget) {
  const auto folder = testing::fresh_folder("cached-warnings");
  const std::string fit = testing::coarse(testing::held_hub_on_shaft());
  std::ofstream(folder / "fit.toml") << testing::replaced(fit, "normal = 10, tangential = 4", "target = 1e-9") +
                                            "[[stage]]\nname = \"shrink\"\ntype = \"static\"\nload_steps = 2\n";
  RunOptions options;
  options.model_file = folder / "fit.toml";
  options.out = folder / "out";
  options.cache = folder / "cache";
  const std::string missed = "a pressure error of 1e-07 % is beyond reach";

  const Warnings made = reduce_model(options).record.stages.at(0).warnings;
  ASSERT_TRUE(says(made, missed));
  const RunResult again = reduce_model(options);
  EXPECT_EQ(testing::quantity(again, "from_cache"), 1);
  EXPECT_EQ(again.record.stages.at(0).warnings, made);
  EXPECT_TRUE(says(run_model(options).record.stages.at(0).warnings, missed)) << "a run of the kept body";
}

}  // namespace
}  // namespace trunnion
