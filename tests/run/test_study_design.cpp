// Which values a study takes, and the properties that each design promises.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "trunnion/run/study_design.h"

namespace trunnion {
namespace {

using Rows = std::vector<std::vector<std::string>>;

StudyFactor list_of(const std::string& parameter, const std::vector<std::string>& values) {
  StudyFactor factor;
  factor.parameter = parameter;
  factor.values = values;
  return factor;
}

StudyFactor range_of(const std::string& parameter, const std::string& from, const std::string& to, int count = 0) {
  StudyFactor factor;
  factor.parameter = parameter;
  factor.from = from;
  factor.to = to;
  factor.count = count;
  return factor;
}

StudyDesign design_of(DesignKind kind, std::vector<StudyFactor> factors, int samples = 0) {
  StudyDesign design;
  design.kind = kind;
  design.samples = samples;
  design.factors = std::move(factors);
  return design;
}

std::string refusal(const StudyDesign& design) {
  try {
    design_levels(design);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

/// How many points of a column lie in each of so many equal slices of the unit range.
std::vector<int> slice_counts(const VectorXd& column, int slices) {
  std::vector<int> counts(static_cast<std::size_t>(slices));
  for (const double value : column) ++counts.at(static_cast<std::size_t>(std::floor(value * slices)));
  return counts;
}

TEST(StudyDesign, AGridHasEveryCombinationAndTheLastFactorChangesFastest) {
  const StudyDesign design =
      design_of(DesignKind::grid, {list_of("a", {"1 mm", "2 mm"}), range_of("b", "0 N", "10 N", 3)});
  EXPECT_EQ(
      design_levels(design),
      (Rows{{"1 mm", "0 N"}, {"1 mm", "5 N"}, {"1 mm", "10 N"}, {"2 mm", "0 N"}, {"2 mm", "5 N"}, {"2 mm", "10 N"}}));
}

TEST(StudyDesign, AListTakesValuesThatBelongTogether) {
  EXPECT_EQ(
      design_levels(design_of(DesignKind::list, {list_of("a", {"x", "y", "z"}), range_of("b", "1 rpm", "3 rpm", 3)})),
      (Rows{{"x", "1 rpm"}, {"y", "2 rpm"}, {"z", "3 rpm"}}));
  EXPECT_NE(refusal(design_of(DesignKind::list, {list_of("a", {"x", "y"}), list_of("b", {"1", "2", "3"})}))
                .find("has 3 values, the first one 2"),
            std::string::npos);
}

TEST(StudyDesign, ALogarithmicRangeHasEqualRatios) {
  StudyFactor factor = range_of("stiffness", "1 N/mm", "1000 N/mm", 4);
  factor.log = true;
  EXPECT_EQ(design_levels(design_of(DesignKind::grid, {factor})),
            (Rows{{"1 N/mm"}, {"10 N/mm"}, {"100 N/mm"}, {"1000 N/mm"}}));
  factor.from = "0 N/mm";
  EXPECT_NE(refusal(design_of(DesignKind::grid, {factor})).find("zero"), std::string::npos);
}

TEST(StudyDesign, EverySliceOfEveryRangeHoldsOnePointOfALatinHypercube) {
  for (const int seed : {1, 2, 77}) {
    const MatrixXd points = latin_hypercube(37, 5, seed);
    for (Index f = 0; f < points.cols(); ++f) EXPECT_EQ(slice_counts(points.col(f), 37), std::vector<int>(37, 1));
  }
}

TEST(StudyDesign, ALatinHypercubeRepeatsWithItsSeedAndOnlyThen) {
  EXPECT_EQ(latin_hypercube(16, 3, 5), latin_hypercube(16, 3, 5));
  EXPECT_NE(latin_hypercube(16, 3, 5), latin_hypercube(16, 3, 6));
  const MatrixXd points = latin_hypercube(16, 2, 5);
  EXPECT_NE(points.col(0), points.col(1));  // each factor has an order of its own
}

TEST(StudyDesign, SobolPointsBeginWithTheMiddleAndHalveWhatIsLeft) {
  // Van der Corput's sequence in the first factor; in the second the direction numbers of x + 1 (Bratley and Fox).
  const MatrixXd points = sobol_points(3, 2);
  MatrixXd known(3, 2);
  known << 0.5, 0.5, 0.75, 0.25, 0.25, 0.75;
  EXPECT_LE((points - known).cwiseAbs().maxCoeff(), 1e-9) << points;
}

TEST(StudyDesign, SobolPointsFillEverySliceOfEveryFactorOnce) {
  const MatrixXd points = sobol_points(63, 6);  // with the corner that is left out 64
  for (Index f = 0; f < points.cols(); ++f) {
    std::vector<int> counts = slice_counts(points.col(f), 64);
    EXPECT_EQ(counts.front(), 0);
    counts.front() = 1;
    EXPECT_EQ(counts, std::vector<int>(64, 1)) << "factor " << f;
  }
}

TEST(StudyDesign, SamplesStayWithinTheirRangesAndTakeAllOfAList) {
  StudyFactor whole = range_of("balls", "7", "11");
  whole.whole = true;
  for (const DesignKind kind : {DesignKind::latin_hypercube, DesignKind::sobol}) {
    const Rows rows = design_levels(
        design_of(kind, {range_of("speed", "1000 rpm", "6000 rpm"), list_of("kind", {"x", "y"}), whole}, 32));
    ASSERT_EQ(rows.size(), 32U);
    std::set<std::string> kinds, balls;
    for (const auto& row : rows) {
      double number = 0;
      std::string unit;
      ASSERT_TRUE(split_number(row[0], number, unit));
      EXPECT_EQ(unit, "rpm");
      EXPECT_GE(number, 1000);
      EXPECT_LE(number, 6000);
      kinds.insert(row[1]);
      balls.insert(row[2]);
    }
    EXPECT_EQ(kinds, (std::set<std::string>{"x", "y"}));
    EXPECT_EQ(balls, (std::set<std::string>{"7", "8", "9", "10", "11"}));
  }
}

TEST(StudyDesign, WhatDoesNotFitIsRefusedByTheNameOfTheValue) {
  const auto refused = [](const StudyFactor& factor, int samples = 4) {
    return refusal(design_of(DesignKind::sobol, {factor}, samples));
  };
  EXPECT_NE(refused(range_of("speed", "1 rpm", "2 rad/s")).find("'speed': from = '1 rpm' and to = '2 rad/s'"),
            std::string::npos);
  EXPECT_NE(refused(range_of("speed", "slow", "fast")).find("must be numbers"), std::string::npos);
  EXPECT_NE(refused(range_of("speed", "", "")).find("give either 'values'"), std::string::npos);
  EXPECT_NE(refused(range_of("speed", "1 rpm", "2 rpm"), 0).find("'samples'"), std::string::npos);
}

TEST(StudyDesign, MoreThanAMillionCasesAreRefusedBeforeTheyAreMade) {
  constexpr int many = 900'000'000;  // their texts alone would take 20 GB
  for (const DesignKind kind : {DesignKind::latin_hypercube, DesignKind::sobol})
    EXPECT_NE(refusal(design_of(kind, {range_of("speed", "1 rpm", "2 rpm")}, many)).find("samples = 900000000"),
              std::string::npos);
  for (const DesignKind kind : {DesignKind::grid, DesignKind::list})
    EXPECT_NE(refusal(design_of(kind, {range_of("speed", "1 rpm", "2 rpm", many)})).find("count = 900000000, at most"),
              std::string::npos);
  const StudyFactor thousand = range_of("speed", "1 rpm", "2 rpm", 1001);
  EXPECT_NE(refusal(design_of(DesignKind::grid, {thousand, thousand})).find("more than a million cases (1001 x 1001"),
            std::string::npos);
}

}  // namespace
}  // namespace trunnion
