#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/paths.h"
#include "trunnion/base/error.h"
#include "trunnion/results/atomic_file.h"
#include "trunnion/results/run_record.h"
#include "trunnion/results/summary.h"

namespace trunnion {
namespace {

using Json = nlohmann::json;

RunRecord two_stages() {
  RunRecord record;
  record.model_name = "cantilever";
  record.provenance.version = "0.1.0";
  record.provenance.input_hash = "a41c09e7";
  record.provenance.blas_kernel = "Haswell";
  record.provenance.changed = {{"load", "200 N"}};
  record.stages.push_back({.name = "bend",
                           .type = "fe-static",
                           .wall_s = 0.25,
                           .steps = 1,
                           .iterations = {},
                           .balances = {{"Equilibrium", "tip", 2e-12, 1e-6, ""}},
                           .warnings = {"one"},
                           .status = StageStatus::done,
                           .message = {}});
  record.stages.push_back({.name = "modes",
                           .type = "fe-modes",
                           .wall_s = 0.5,
                           .steps = {},
                           .iterations = 14,
                           .balances = {},
                           .warnings = {},
                           .status = StageStatus::stopped,
                           .message = "stopped on request"});
  return record;
}

TEST(Summary, HoldsEveryStageWithTimeStepsIterationsAndBalances) {
  const Json summary = Json::parse(summary_json(two_stages()));
  EXPECT_EQ(summary["version"], "0.1.0");
  EXPECT_EQ(summary["input_hash"], "a41c09e7");
  EXPECT_EQ(summary["blas_kernel"], "Haswell");
  EXPECT_EQ(summary["set"]["load"], "200 N");
  EXPECT_EQ(summary["status"], "stopped");
  EXPECT_DOUBLE_EQ(summary["wall_s"], 0.75);
  ASSERT_EQ(summary["stages"].size(), 2u);
  EXPECT_EQ(summary["stages"][0]["steps"], 1);
  EXPECT_TRUE(summary["stages"][0]["iterations"].is_null());
  EXPECT_EQ(summary["stages"][0]["balances"][0]["closes"], true);
  EXPECT_EQ(summary["stages"][1]["message"], "stopped on request");
}

TEST(Summary, QuantitiesKeepEveryBitAndMissingOnesSayWhy) {
  RunRecord record = two_stages();
  set_quantity(record, "tip_deflection", 0.1 + 0.2);
  set_quantity(record, "bad", std::nan(""));
  set_missing(record, "modes.1.frequency", "stage modes was not run");
  set_quantity(record, "tip_deflection", 1.0 / 3.0);
  const Json summary = Json::parse(summary_json(record));
  EXPECT_EQ(summary["quantities"].size(), 3u);
  EXPECT_EQ(summary["quantities"]["tip_deflection"].get<double>(), 1.0 / 3.0);
  EXPECT_TRUE(summary["quantities"]["modes.1.frequency"].is_null());
  EXPECT_EQ(summary["reasons"]["modes.1.frequency"], "stage modes was not run");
  EXPECT_EQ(summary["reasons"]["bad"], "the computed value is not a finite number");
  EXPECT_FALSE(summary["reasons"].contains("tip_deflection"));
}

TEST(Summary, NamesThatAreNoUtf8DoNotStopTheRun) {
  RunRecord record = two_stages();
  record.model_name =
      "b\xff"
      "d";
  EXPECT_NO_THROW(Json::parse(summary_json(record)));
}

TEST(Balance, NotANumberDoesNotClose) {
  EXPECT_FALSE((Balance{"", "", std::nan(""), 1, ""}.closes()));
  EXPECT_TRUE((Balance{"", "", -1, 1, ""}.closes()));
}

TEST(AtomicFile, ReplacesTheOldContentAndLeavesNothingBeside) {
  const auto folder = testing::fresh_folder("atomic-file");
  write_file(folder / "a.txt", "first");
  write_file(folder / "a.txt", "second");
  std::ifstream in(folder / "a.txt");
  std::string text;
  std::getline(in, text);
  EXPECT_EQ(text, "second");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1);
}

TEST(AtomicFile, SaysWhyAFileCannotBeWritten) {
  const auto folder = testing::fresh_folder("atomic-file-missing");
  try {
    write_file(folder / "no-such-folder" / "a.txt", "x");
    FAIL() << "must throw";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("No such file or directory"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("--out"), std::string::npos);
  }
}

}  // namespace
}  // namespace trunnion
