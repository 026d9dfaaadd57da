#include "trunnion/run/fit_events.h"

#include <gtest/gtest.h>

#include <cmath>

namespace trunnion {
namespace {

TEST(FirstRise, OfAParabolaIsExact) {
  std::vector<double> x, y;
  for (int k = 0; k <= 10; ++k) {
    x.push_back(100.0 * k);
    y.push_back(x.back() * x.back() - 333.0 * 333.0);  // a gap that grows with the square of a speed
  }
  EXPECT_NEAR(*first_rise(x, y), 333, 1e-10);
}

TEST(FirstRise, OfAStraightLineNeedsTwoValues) { EXPECT_NEAR(*first_rise({0, 2}, {-1, 3}), 0.5, 1e-15); }

TEST(FirstRise, IsFoundOnAFallingAxisToo) {
  EXPECT_NEAR(*first_rise({3, 2, 1, 0}, {-9, -4, -1, 1}), 1 + 0.5 * (std::sqrt(17.0) - 5), 1e-12);
}

TEST(FirstRise, IsNowhereWhereACurveStaysBelowOrBeginsAbove) {
  EXPECT_FALSE(first_rise({0, 1, 2}, {-3, -2, -1}));
  EXPECT_FALSE(first_rise({0, 1}, {1, -1}));
  EXPECT_FALSE(first_rise({}, {}));
}

TEST(NextRise, OfAParabolaIsExactAndNotSoughtBeyondTheLimit) {
  std::vector<double> x, y;
  for (int k = 1; k <= 3; ++k) {
    x.push_back(100.0 * k);
    y.push_back(x.back() * x.back() - 333.0 * 333.0);
  }
  EXPECT_NEAR(*next_rise(x, y, 400), 333, 1e-10);
  EXPECT_FALSE(next_rise(x, y, 320));
  EXPECT_FALSE(next_rise({1, 2, 3}, {-1, -2, -3}, 10));
}

}  // namespace
}  // namespace trunnion
