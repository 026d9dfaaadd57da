// What a sweep finds in the folder of a case when it goes on.
#include <gtest/gtest.h>

#include <fstream>

#include "support/paths.h"
#include "trunnion/base/error.h"
#include "trunnion/run/sweep_case.h"

namespace trunnion {
namespace {

class SweepCase : public ::testing::Test {
 protected:
  void put(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }

  std::string damage_of(const std::string& outcome,
                        const std::string& summary = R"({ "quantities": { "sink": -0.5, "f": null } })") {
    put("case.json", outcome);
    put("summary.json", summary);
    std::string damage;
    found_ = earlier_outcome(planned(), &damage);
    EXPECT_EQ(found_.has_value(), damage.empty());
    return damage;
  }

  PlannedCase planned() const {
    PlannedCase one;
    one.folder = folder_;
    one.key = "0123";
    return one;
  }

  const std::filesystem::path folder_ = testing::fresh_folder("sweep-case");
  std::optional<CaseOutcome> found_;
};

TEST_F(SweepCase, WhatWasWrittenIsFoundAgain) {
  put("summary.json", R"({ "quantities": { "sink": -0.5, "f": null }, "reasons": { "f": "not run" } })");
  write_outcome(planned(), {true, "", 1.25});
  const auto found = earlier_outcome(planned());
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->done);
  EXPECT_EQ(found->wall_s, 1.25);
  const std::vector<Quantity> quantities = case_quantities(folder_ / "summary.json");
  ASSERT_EQ(quantities.size(), 2U);
  EXPECT_EQ(quantities[0].value, -0.5);
  EXPECT_EQ(quantities[1].reason, "not run");
  PlannedCase other = planned();
  other.key = "4567";
  EXPECT_FALSE(earlier_outcome(other));
}

TEST_F(SweepCase, FilesThatOthersChangedCountAsNoneAndSayWhy) {
  const std::string sound = R"({ "key": "0123", "status": "done", "message": "", "wall_s": 1 })";
  EXPECT_EQ(damage_of(sound), "");
  EXPECT_NE(damage_of(R"({ "key": 5 })").find("case.json: 'key' is no text"), std::string::npos);
  EXPECT_NE(damage_of(R"({ "key": "0123", "status": "well" })").find("'status' is neither done nor failed"),
            std::string::npos);
  EXPECT_NE(damage_of(R"({ "key": "0123", "status": "done", "message": "", "wall_s": "x" })").find("'wall_s'"),
            std::string::npos);
  EXPECT_NE(damage_of("[1, 2").find("cannot be read as a table"), std::string::npos);
  EXPECT_NE(damage_of(sound, R"({ "quantities": [1] })").find("summary.json: 'quantities' is no table"),
            std::string::npos);
  EXPECT_NE(damage_of(sound, R"({ "quantities": { "sink": "deep" } })").find("'quantities.sink' is neither"),
            std::string::npos);
  EXPECT_NE(damage_of(sound, R"({ "quantities": { "f": null }, "reasons": { "f": 7 } })").find("'f' is no text"),
            std::string::npos);
}

}  // namespace
}  // namespace trunnion
