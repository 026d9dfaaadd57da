#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "trunnion/math/gauss_legendre.h"
#include "trunnion/rolling/load_integrals.h"

namespace trunnion {
namespace {

using std::numbers::pi;

TEST(GaussLegendre, IntegratesPolynomialsOfDegree2nMinus1Exactly) {
  const GaussRule rule = gauss_legendre(20);
  for (int p = 0; p < 40; ++p)
    EXPECT_NEAR((rule.points.array().pow(p) * rule.weights.array()).sum(), 1.0 / (p + 1), 4e-16) << p;
}

TEST(LoadIntegrals, TabulatedValues) {
  struct Row {
    double eps, aa, ra, rr;
  };
  for (const Row& row :
       {Row{0.01, .0500627356, .0498121077, .0495639876}, Row{0.1, .1601685363, .1520553567, .1447588359},
        Row{0.25, .2586579046, .2251858510, .2002319130}, Row{0.5, .3813798818, .2782089472, .2288279291},
        Row{0.75, .4939371127, .2804810838, .2402660508}, Row{0.9, .5683614316, .2553657243, .2592998272},
        Row{0.99, .6264143626, .2202348430, .2895165591}, Row{1, .6366197724, .2122065908, .2970892271},
        Row{1.25, .7502499874, .1356280701, .3687731503}, Row{2, .8598466001, .0729528674, .4283645192},
        Row{5, .9479491597, .0263829524, .4737908673}, Row{10, .9745105784, .0128280633, .4872130660},
        Row{100, .9974952929, .0012531397, .4987472529}}) {
    const LoadIntegrals J = load_integrals(1 / row.eps);
    EXPECT_NEAR(J.half[0], row.aa, 6e-11) << row.eps;
    EXPECT_NEAR(J.half[1], row.ra, 6e-11) << row.eps;
    EXPECT_NEAR(J.half[2], row.rr, 6e-11) << row.eps;
  }
  const LoadIntegrals J = load_integrals(1);
  EXPECT_NEAR(J.half[0], 2 / pi, 1e-15);
  EXPECT_NEAR(J.half[1], 2 / (3 * pi), 1e-15);
  EXPECT_NEAR(J.half[2], 14 / (15 * pi), 1e-15);
}

TEST(LoadIntegrals, RadialLoadGivesTheFactorsOfRollingBearingTables) {  // Stribeck: 1/J_r = 4.37
  const LoadIntegrals J = load_integrals(2);
  EXPECT_NEAR(J.three_half[0], 0.2782089472, 1e-10);
  EXPECT_NEAR(J.three_half[1], 0.228827929, 1e-9);
}

TEST(LoadIntegrals, EqualQuadratureOverTheLoadZone) {
  // sin(psi/2) = sin(psi_0/2) sin t removes the root at the end of the zone; midpoints converge geometrically in t
  for (const double eps : {1e-4, 0.02, 0.3, 0.33, 0.34, 0.6, 0.8, 1.4, 2.9, 3.3, 3.4, 20.0, 1e4}) {
    const LoadIntegrals J = load_integrals(1 / eps);
    const double half_zone = load_zone_half_angle(1 / eps), top = std::sin(half_zone / 2);
    const int n = 300;
    for (int j = 0; j < 4; ++j) {
      double half = 0, three_half = 0, five_half = 0;
      for (int i = 0; i < n; ++i) {
        const double t = (i + 0.5) * pi / (2 * n), x = top * std::sin(t), cosine = 1 - 2 * x * x;
        const double d = std::max(0.0, 1 - x * x / eps);
        const double w = 2 * top * std::cos(t) / std::sqrt(1 - x * x) / (2 * n) * std::pow(cosine, j);
        half += w * std::sqrt(d);
        three_half += w * d * std::sqrt(d);
        five_half += w * d * d * std::sqrt(d);
      }
      EXPECT_NEAR(J.half[j], half, 2e-14) << eps << " " << j;
      if (j < 3) {
        EXPECT_NEAR(J.three_half[j], three_half, 2e-14) << eps << " " << j;
      }
      if (j == 0) {
        EXPECT_NEAR(J.five_half, five_half, 2e-14) << eps;
      }
    }
  }
}

TEST(LoadIntegrals, PureThrustLoadsAllBallsAlike) {
  const LoadIntegrals J = load_integrals(0);
  EXPECT_NEAR(J.half[0], 1, 1e-15);
  EXPECT_NEAR(J.half[1], 0, 1e-15);
  EXPECT_NEAR(J.half[2], 0.5, 1e-15);
  EXPECT_NEAR(J.five_half, 1, 1e-15);
  const LoadIntegrals nearly = load_integrals(1e-6);
  EXPECT_NEAR(nearly.half[1], 1e-6 / 8, 1e-12);
}

TEST(LoadIntegrals, VanishingZoneGoesWithTheRootOfItsWidth) {
  const double eps = 1e-10;
  const LoadIntegrals J = load_integrals(1 / eps);
  for (int j = 0; j < 4; ++j) EXPECT_NEAR(J.half[j], std::sqrt(eps) / 2, 1e-9 * std::sqrt(eps));
}

}  // namespace
}  // namespace trunnion
