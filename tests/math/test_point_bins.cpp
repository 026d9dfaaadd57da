#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "trunnion/math/point_bins.h"

namespace trunnion {
namespace {

Matrix3Xd scattered(Index count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> any(-1, 1);
  Matrix3Xd x(3, count);
  for (Index k = 0; k < count; ++k) x.col(k) << any(random), 3 * any(random), 0.2 * any(random);
  return x;
}

TEST(PointBins, FindAllPointsThatASearchOverAllOfThemFinds) {
  constexpr double reach = 0.17;
  const Matrix3Xd points = scattered(2000, 1), places = 1.2 * scattered(300, 2);
  const PointBins bins(points, reach);
  std::vector<Index> found;
  Index looked_at = 0;
  for (const auto x : places.colwise()) {
    bins.near(x, found);
    looked_at += static_cast<Index>(found.size());
    for (Index k = 0; k < points.cols(); ++k)
      if ((points.col(k) - x).norm() <= reach) {
        EXPECT_TRUE(std::find(found.begin(), found.end(), k) != found.end());
      }
  }
  EXPECT_LT(looked_at, places.cols() * points.cols() / 20);
}

TEST(PointBins, OfCoincidentPointsOrNoneAnswerToo) {
  std::vector<Index> found;
  const Matrix3Xd same = Vector3d(1, 2, 3).replicate(1, 4), none(3, 0);
  PointBins(same, 0).near({1, 2, 3}, found);
  EXPECT_EQ(found.size(), 4U);
  PointBins(none, 1).near({0, 0, 0}, found);
  EXPECT_TRUE(found.empty());
}

}  // namespace
}  // namespace trunnion
