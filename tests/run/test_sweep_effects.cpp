// What the values of a design do to quantities that are known functions of them.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/verification.h"
#include "trunnion/run/study_design.h"
#include "trunnion/run/sweep_effects.h"

namespace trunnion {
namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

/// y = 3 a - 2 b + 5 on a grid of 4 by 3 places.
struct LinearGrid {
  VectorXd a{12}, b{12}, y{12};
  LinearGrid() {
    for (Index k = 0; k < 12; ++k) {
      a[k] = static_cast<double>(k / 3);
      b[k] = 10.0 * static_cast<double>(k % 3);
      y[k] = 3 * a[k] - 2 * b[k] + 5;
    }
  }
};

double number(const Cell& cell) { return std::get<double>(cell.content); }

TEST(SweepEffects, MainEffectsOfALinearFunctionOnAGridAreItsSlopesTimesTheRanges) {
  const LinearGrid grid;
  RunRecord record;
  add_effects({{"first_value", "mm", grid.a}, {"second_value", "N", grid.b}}, {{"answer", "", grid.y}}, record);
  ASSERT_EQ(record.tables.size(), 1U);
  ASSERT_EQ(record.tables[0].rows.size(), 2U);
  EXPECT_NEAR(number(record.tables[0].rows[0][1]), 3 * 3, 1e-12);
  EXPECT_NEAR(number(record.tables[0].rows[1][1]), 2 * 20, 1e-12);
  testing::record({.group = "Studies",
                   .name = "Main effect of a factor of a linear function on a grid",
                   .reference = "slope times range",
                   .reference_value = 40,
                   .value = number(record.tables[0].rows[1][1]),
                   .error = testing::relative_error(number(record.tables[0].rows[1][1]), 40),
                   .allowed = 1e-12,
                   .why = "rounding"});
  ASSERT_EQ(record.curves.size(), 2U);
  EXPECT_EQ(record.curves[0].title, "answer over first value");
  EXPECT_EQ(record.curves[0].x.label, "first value [mm]");
}

TEST(SweepEffects, MeansOverTheLevelsOfOneFactorAreFreeOfTheOthersOnAGrid) {
  const LinearGrid grid;
  const Series mean = mean_over(grid.a, grid.y);
  ASSERT_EQ(mean.x.size(), 4);
  for (Index k = 0; k < 4; ++k) {
    EXPECT_EQ(mean.x[k], static_cast<double>(k));
    EXPECT_NEAR(mean.y[k], 3 * static_cast<double>(k) - 2 * 10 + 5, 1e-12);
  }
}

TEST(SweepEffects, MeansOverSlicesOfARangeLieOnTheLineOfALinearFunction) {
  const MatrixXd points = latin_hypercube(96, 1, 3);
  const VectorXd x = points.col(0), y = 4 - 7 * points.col(0).array();
  const Series mean = mean_over(x, y);
  ASSERT_EQ(mean.x.size(), 8);
  for (Index k = 0; k < 8; ++k) {
    EXPECT_NEAR(mean.y[k], 4 - 7 * mean.x[k], 1e-12);
    EXPECT_NEAR(mean.x[k], (static_cast<double>(k) + 0.5) / 8, 1.0 / 96);  // twelve cases to a slice, one to a place
  }
}

TEST(SweepEffects, RankCorrelationIsOneForEveryMonotonicRelation) {
  const VectorXd x = VectorXd::LinSpaced(20, -3, 3);
  EXPECT_NEAR(rank_correlation(x, x.array().exp()), 1, 1e-12);
  EXPECT_NEAR(rank_correlation(x, -x.array().cube()), -1, 1e-12);
  const VectorXd whole = VectorXd::LinSpaced(21, -10, 10).array().round();
  EXPECT_NEAR(rank_correlation(whole, whole.array().square()), 0, 1e-12);  // even: grows as often as it falls
}

TEST(SweepEffects, EqualValuesShareTheirRank) {
  VectorXd x(4), y(4);
  x << 1, 1, 2, 2;
  y << 1, 2, 3, 4;
  EXPECT_NEAR(rank_correlation(x, y), 2 / std::sqrt(5), 1e-12);  // ranks 1.5 1.5 3.5 3.5 against 1 2 3 4
}

TEST(SweepEffects, AValueThatChangesNothingHasNoCorrelationAndNoEffect) {
  const VectorXd x = VectorXd::LinSpaced(5, 0, 1), same = VectorXd::Constant(5, 2);
  EXPECT_TRUE(std::isnan(rank_correlation(x, same)));
  RunRecord record;
  add_effects({{"x", "", x}}, {{"same", "", same}}, record);
  EXPECT_EQ(number(record.tables[0].rows[0][1]), 0);
}

TEST(SweepEffects, FailedCasesAreLeftOut) {
  LinearGrid grid;
  const Series complete = mean_over(grid.b, grid.y);
  VectorXd a(grid.a.size() + 1), b(a.size()), y(a.size());
  a << grid.a, 1;
  b << grid.b, 10;
  y << grid.y, nothing;
  EXPECT_EQ(mean_over(b, y).y, complete.y);
  EXPECT_EQ(rank_correlation(a, y), rank_correlation(grid.a, grid.y));
  RunRecord record;
  add_effects({{"a", "", a}}, {{"never", "", VectorXd::Constant(a.size(), nothing)}}, record);
  EXPECT_TRUE(record.curves.empty());
}

}  // namespace
}  // namespace trunnion
