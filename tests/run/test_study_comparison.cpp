#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "trunnion/run/study_comparison.h"

namespace trunnion {
namespace {

RunResult result_with(double amplitude, double film, double cpu) {
  RunResult result;
  const VectorXd angle = VectorXd::LinSpaced(101, 0, 2 * std::numbers::pi).head(100);
  result.arrays["cycle/run"] = {{"angle", "rad", angle}, {"channel.main", "N", amplitude * angle.array().cos()}};
  set_quantity(result.record, "min_film", film);
  StageRecord stage;
  stage.name = "run";
  stage.cpu_s = cpu;
  result.record.stages.push_back(stage);
  return result;
}

ComparisonInput comparison() {
  ComparisonInput in;
  in.references = {"A", "A+"};
  in.stage = "run";
  in.curves = {{"main", "channel.main"}, {"other", "channel.other"}};
  in.quantities = {"min_film"};
  return in;
}

double value(const RunRecord& record, const std::string& name) {
  const Quantity* q = find_quantity(record, name);
  return q && q->value ? *q->value : std::nan("");
}

TEST(StudyComparison, GivesRmsOverThePeakDifferencesAndCost) {
  const ComparisonInput in = comparison();
  RunRecord record;
  add_comparison(
      in,
      {compared_case(in, "A", result_with(100, 2e-6, 8)), compared_case(in, "A+", result_with(101, 2e-6, 10)),
       compared_case(in, "B", result_with(103, 1.9e-6, 4))},
      record);
  EXPECT_NEAR(value(record, "rms_deviation_percent.B.main"), 3 / std::sqrt(2), 1e-9);
  EXPECT_NEAR(value(record, "peak_deviation_percent.B.main"), 3, 1e-9);
  EXPECT_NEAR(value(record, "peak_deviation_percent_against_A+.B.main"), 100 * 2. / 101, 1e-9);
  EXPECT_NEAR(value(record, "rms_deviation_percent_against_A+.B.main"), 100 * 2 / std::sqrt(2) / 101, 1e-9);
  EXPECT_NEAR(value(record, "deviation_percent.B.min_film"), -5, 1e-9);
  EXPECT_NEAR(value(record, "relative_cost.B"), 0.5, 1e-12);
  EXPECT_NEAR(value(record, "relative_cost.A+"), 1.25, 1e-12);
  EXPECT_EQ(value(record, "rms_deviation_percent.A.main"), 0);  // whoever goes over all cases finds the reference too
  EXPECT_EQ(value(record, "relative_cost.A"), 1);
  ASSERT_EQ(record.tables.size(), 4U);
  EXPECT_EQ(record.tables[0].rows.size(), 2U);
  EXPECT_EQ(record.tables[0].columns[3].name, "min film") << "long names wrap";
  EXPECT_EQ(record.curves.size(), 2U);  // overlay and deviation of the one curve that exists
}

TEST(StudyComparison, AWindowHasDeviationsOfItsOwnInPercentOfTheWholePeak) {
  ComparisonInput in = comparison();
  in.references = {"A"};
  in.window = {1.2, 1.9};  // around a quarter of the cycle, where both curves are small
  RunRecord record;
  add_comparison(in,
                 {compared_case(in, "A", result_with(100, 2e-6, 8)), compared_case(in, "B", result_with(103, 2e-6, 8))},
                 record);
  const VectorXd angle = VectorXd::LinSpaced(101, 0, 2 * std::numbers::pi);
  double square = 0, largest = 0, count = 0;
  for (const double at : angle)
    if (at >= 1.2 && at <= 1.9) {
      square += std::pow(3 * std::cos(at), 2);
      largest = std::max(largest, std::abs(3 * std::cos(at)));
      ++count;
    }
  EXPECT_NEAR(value(record, "rms_deviation_percent_in_window.B.main"), std::sqrt(square / count), 1e-9);
  EXPECT_NEAR(value(record, "peak_deviation_percent_in_window.B.main"), largest, 1e-9);
  EXPECT_NEAR(value(record, "peak_deviation_percent.B.main"), 3, 1e-9);
  ASSERT_EQ(record.tables.size(), 3U);
  EXPECT_EQ(record.tables[2].title, "Deviations from A, 1.2 to 1.9 s");
  EXPECT_EQ(record.curves.size(), 3U);

  in.window = {7, 8};  // after the end
  RunRecord empty;
  add_comparison(in,
                 {compared_case(in, "A", result_with(100, 2e-6, 8)), compared_case(in, "B", result_with(103, 2e-6, 8))},
                 empty);
  EXPECT_FALSE(find_quantity(empty, "rms_deviation_percent_in_window.B.main")->value);
}

TEST(StudyComparison, WhatACaseDidNotRecordIsMissingWithAReason) {
  const ComparisonInput in = comparison();
  RunRecord record;
  add_comparison(in, {compared_case(in, "A", result_with(100, 2e-6, 8)), compared_case(in, "B", RunResult())}, record);
  const Quantity* q = find_quantity(record, "rms_deviation_percent.B.main");
  ASSERT_TRUE(q);
  EXPECT_FALSE(q->value);
  EXPECT_FALSE(q->reason.empty());
  ASSERT_EQ(record.warnings.size(), 1U);  // A+ never ran
  EXPECT_NE(record.warnings[0].find("A+"), std::string::npos);
}

}  // namespace
}  // namespace trunnion
