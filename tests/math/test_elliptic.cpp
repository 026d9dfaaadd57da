#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "trunnion/math/elliptic.h"

namespace trunnion {
namespace {

TEST(CompleteElliptic, AgreesWithTheStandardLibraryAwayFromTheEnds) {
  for (const double q : {0.99, 0.9, 0.5, 0.1, 1e-2, 1e-4}) {
    const CompleteElliptic e = complete_elliptic(q);
    const double modulus = std::sqrt(1 - q);
    EXPECT_NEAR(e.K, std::comp_ellint_1(modulus), 1e-12 * e.K) << q;
    EXPECT_NEAR(e.E, std::comp_ellint_2(modulus), 1e-12) << q;
  }
}

TEST(CompleteElliptic, CircularLimitIsExact) {
  const CompleteElliptic e = complete_elliptic(1);
  EXPECT_DOUBLE_EQ(e.K, std::numbers::pi / 2);
  EXPECT_DOUBLE_EQ(e.E, std::numbers::pi / 2);
  EXPECT_DOUBLE_EQ(e.B, std::numbers::pi / 4);
  EXPECT_DOUBLE_EQ(e.D, std::numbers::pi / 4);
}

TEST(CompleteElliptic, NearTheCircularLimitFollowsTheSeriesOfBAndD) {
  const double m = 1e-9;  // B = pi/4 (1 + m/8), D = pi/4 (1 + 3m/8): (K - E)/m in the open would keep 7 digits
  const CompleteElliptic e = complete_elliptic(1 - m);
  EXPECT_NEAR(e.B / (std::numbers::pi / 4) - 1, m / 8, 1e-15);
  EXPECT_NEAR(e.D / (std::numbers::pi / 4) - 1, 3 * m / 8, 1e-15);
}

TEST(CompleteElliptic, LegendreRelationHoldsOverTheWholeRange) {
  for (const double q : {1e-12, 1e-6, 1e-3, 0.05, 0.3, 0.5}) {
    const CompleteElliptic e = complete_elliptic(q), c = complete_elliptic(1 - q);
    EXPECT_NEAR(e.E * c.K + c.E * e.K - e.K * c.K, std::numbers::pi / 2, 2e-14 * e.K) << q;
  }
}

}  // namespace
}  // namespace trunnion
