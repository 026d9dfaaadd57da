#include <gtest/gtest.h>

#include <numbers>

#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/lubrication/asperities.h"
#include "trunnion/lubrication/film_feed.h"
#include "trunnion/lubrication/oil.h"
#include "trunnion/lubrication/roughness.h"

namespace trunnion {
namespace {

using std::numbers::pi;

TEST(OilTest, ViscosityIndexOfTheStandardsExample) {
  EXPECT_NEAR(viscosity_index(73.30, 8.86), 92.5, 0.5);   // ASTM D2270, procedure A
  EXPECT_NEAR(viscosity_index(22.83, 5.05), 156.4, 0.5);  // procedure B
}

TEST(OilTest, GradeAndIndexGiveTheViscosityAtAnyTemperature) {
  for (const double grade : {15.0, 32.0, 68.0, 220.0, 680.0})
    for (const double index : {50.0, 95.0, 160.0})
      EXPECT_NEAR(viscosity_index(grade, kinematic_viscosity_100({grade, index})), index, 0.5) << grade;
  const OilGrade oil{.grade = 68};
  EXPECT_NEAR(kinematic_viscosity(oil, 313.15), 68, 1e-9);
  EXPECT_NEAR(kinematic_viscosity(oil, 373.15), kinematic_viscosity_100(oil), 1e-9);
  const Oil warm = oil_of_grade(oil, 353.15);
  EXPECT_NEAR(warm.viscosity, 1e-6 * kinematic_viscosity(oil, 353.15) * 870 * (1 - 6.5e-4 * 65), 1e-12);
  EXPECT_THROW(kinematic_viscosity_100({.grade = 5}), InputError);
  EXPECT_THROW(kinematic_viscosity(oil, 40), InputError);
}

TEST(OilTest, PressureLawsStartWithTheirCoefficientAndHaveExactSlopes) {
  const Oil oil{.viscosity = 0.04, .pressure_coefficient = 2e-8, .bulk_modulus = 1.5e9};
  const double h = 1e3;
  const OilState at = oil_at(oil, h);
  EXPECT_NEAR(std::log(at.viscosity / 0.04) / h, 2e-8, 1e-4 * 2e-8);
  for (const double p : {1e6, 5e7, 3e8}) {
    const OilState a = oil_at(oil, p + h), b = oil_at(oil, p - h), c = oil_at(oil, p);
    EXPECT_NEAR((a.viscosity - b.viscosity) / (2 * h), c.d_viscosity, 1e-6 * c.d_viscosity);
    EXPECT_NEAR((a.density - b.density) / (2 * h), c.d_density, 1e-6 * c.d_density);
  }
  EXPECT_EQ(oil_at(oil, -1e5).viscosity, 0.04);
}

TEST(RoughnessTest, FactorsHaveTheirPublishedValues) {
  const double s = 1e-6;
  struct Row {
    double H, flow, shear, friction, gap;
  };
  double worst = 0;
  for (const Row& r : {Row{1, .48591, .79559, 1.63659, 1.083315}, Row{2, .70635, .72659, 1.74598, 2.008491},
                       Row{3, .83226, .55320, 1.16667, 3.000382}, Row{5, .94527, .32257, 1.04458, 5.000000}}) {
    const Roughness first{s, 0}, second{0, s};
    const double h = r.H * s * (1 - 1e-12);  // the branches of shear flow differ in the fifth digit where they meet
    const auto near = [&](double value, double published, double digits) {
      EXPECT_NEAR(value, published, digits) << r.H;
      worst = std::max(worst, std::abs(value - published));
    };
    near(flow_along(first, h).value, r.flow, 5e-6);
    near(flow_across(first, h).value, r.flow, 5e-6);
    near(shear_flow(first, h).value / s, r.shear, 5e-6);
    near(shear_flow(second, h).value / s, -r.shear, 5e-6);
    near(friction_factor(first, h).value, r.friction, 1e-5);
    near(mean_gap(first, h).value / s, r.gap, 5e-7);
  }
  testing::record({.group = "Oil films",
                   .name = "Flow, shear and friction factors of rough faces, gaps of 1 to 5 times their roughness",
                   .reference = "independent program, formulas of Patir and Cheng; largest difference",
                   .value = worst,
                   .error = worst,
                   .allowed = 1e-5,
                   .why = "digits of the reference"});
  EXPECT_EQ(shear_flow({s, s}, 2 * s).value, 0);
  EXPECT_EQ(flow_along({}, 2 * s).value, 1);
  EXPECT_EQ(mean_gap({}, 2 * s).value, 2 * s);
}

TEST(RoughnessTest, BranchesMeetForEveryPattern) {
  for (const double pattern : {1.0 / 9, 1.0 / 6, 1.0 / 3, 1.0, 3.0, 6.0, 9.0}) {
    const Roughness r{1e-6, 0, pattern};
    EXPECT_NEAR(shear_flow(r, 5e-6 * (1 - 1e-9)).value, shear_flow(r, 5e-6 * (1 + 1e-9)).value, 3e-4 * 1e-6) << pattern;
    EXPECT_NEAR(friction_difference(r, 7e-6 * (1 - 1e-9)).value, 0, 1e-9);
  }
  EXPECT_THROW(validate(Roughness{1e-6, 0, 2}, "main"), InputError);
}

TEST(RoughnessTest, SlopesAreTheLimitsOfDifferences) {
  using Factor = GapFactor (*)(const Roughness&, double);
  for (const double pattern : {1.0 / 3, 1.0, 6.0}) {
    const Roughness r{0.8e-6, 0.6e-6, pattern};
    for (const Factor f : {Factor(flow_along), Factor(flow_across), Factor(shear_flow), Factor(friction_factor),
                           Factor(friction_difference), Factor(friction_pressure_factor)})
      for (const double H : {0.8, 1.7, 2.9, 3.5, 5.5, 6.5, 12.0}) {
        const double h = H * 1e-6, e = 1e-10;
        const double slope = (f(r, h + e).value - f(r, h - e).value) / (2 * e);
        EXPECT_NEAR(f(r, h).slope, slope, 1e-5 * std::abs(slope) + 1e-3 * std::abs(f(r, h).value)) << H;
      }
    for (const double H : {-1.0, 0.5, 2.0}) {
      const double h = H * 1e-6, e = 1e-11;
      EXPECT_NEAR(mean_gap(r, h).slope, (mean_gap(r, h + e).value - mean_gap(r, h - e).value) / (2 * e), 1e-6);
      EXPECT_NEAR(mean_gap(r, h).curvature, (mean_gap(r, h + e).slope - mean_gap(r, h - e).slope) / (2 * e), 1);
    }
  }
}

TEST(AsperitiesTest, HeightIntegralsAndPressureAreThoseOfGreenwoodAndTripp) {
  double worst = 0;
  for (const auto& [H, F] :
       {std::pair{0.0, 0.616634}, {1.0, 8.056234e-2}, {2.0, 5.423705e-3}, {3.0, 1.708730e-4}, {4.0, 2.353381e-6}}) {
    EXPECT_NEAR(height_integral(H).value, F, 1.1e-3 * F) << H;
    worst = std::max(worst, testing::relative_error(height_integral(H).value, F));
  }
  testing::record({.group = "Oil films",
                   .name = "Integrals of the heights of rough faces that touch, gaps of 0 to 4 times their roughness",
                   .reference = "independent program, quadrature of the integral of Greenwood and Tripp",
                   .value = worst,
                   .error = worst,
                   .allowed = 1.1e-3,
                   .why = "the integral is a fit here"});
  const Asperities a{.sigma = 0.5e-6, .density = 0.04, .slender = 1e-3, .modulus = 8.08e10};
  const double scale = 16 * std::sqrt(2.0) * pi / 15 * 0.04 * 0.04 * 8.08e10 * std::sqrt(1e-3);
  EXPECT_NEAR(asperity_pressure(a, 1e-6).value, scale * 5.423705e-3, 1.1e-3 * scale * 5.423705e-3);
  EXPECT_NEAR(asperity_pressure(a, 0).area_share, pi * pi * 0.04 * 0.04 * 0.5, 1e-12);
  EXPECT_EQ(asperity_pressure(a, 3e-6).value, 0);
  EXPECT_EQ(asperity_pressure({}, 0).value, 0);
}

TEST(AsperitiesTest, SlopeIsTheLimitOfDifferencesAndFadesSmoothly) {
  const Asperities a{.sigma = 0.5e-6, .modulus = 8e10};
  for (const double H : {-2.0, -0.999, 0.3, 2.0, 4.4, 4.7, 4.99}) {
    const double h = H * a.sigma, e = 1e-12;
    const double slope = (asperity_pressure(a, h + e).value - asperity_pressure(a, h - e).value) / (2 * e);
    EXPECT_NEAR(asperity_pressure(a, h).slope, slope, 1e-5 * std::abs(slope) + 1e-3);
    EXPECT_LE(asperity_pressure(a, h).slope, 0);
  }
}

TEST(FilmGridTest, NodesLieOnTheEdgesOfGrooves) {
  std::vector<FilmFeed> feeds;
  for (int k = 0; k < 6; ++k) feeds.push_back({.along = k * pi / 3, .along_width = 25 * pi / 180});
  const VectorXd angles = fitted_angles(edges_along(feeds), 120);
  ASSERT_EQ(angles.size(), 120);
  for (const double edge : edges_along(feeds)) {
    const double distance = (angles.array() - std::fmod(edge + 2 * pi, 2 * pi)).abs().minCoeff();
    EXPECT_LE(distance, 1e-12);
  }
  const FilmGrid grid = annulus_grid(angles, fitted_radii(0.035, 0.045, {}, 10));
  EXPECT_NEAR(grid.areas().sum(), pi * (0.045 * 0.045 - 0.035 * 0.035), 1e-15);
  EXPECT_NEAR(grid.strip4.sum() * 2 * pi, pi / 2 * (std::pow(0.045, 4) - std::pow(0.035, 4)), 1e-18);
  const FilmBoundary boundary = film_boundary(grid, feeds, {});
  Index grooved = 0;
  for (Index i = 0; i < 120; ++i) grooved += boundary.in_feed(grid.at(i, 5));
  EXPECT_EQ(grooved, 6 * 9);
}

TEST(FilmGridTest, SmallHolesTakeTheNearestNodeAndFeedsOutsideAreRefused) {
  const FilmGrid grid = cylinder_grid(0.025, fitted_angles({1.0}, 40), fitted_nodes(-0.01, 0.01, {}, 8));
  const FilmBoundary boundary = film_boundary(grid, {{.along = 1.0, .diameter = 1e-4, .pressure = 2e5}}, {});
  Index fed = 0;
  for (Index n = 0; n < grid.size(); ++n) fed += boundary.in_feed(n);
  EXPECT_EQ(fed, 1);
  EXPECT_THROW(film_boundary(grid, {{.along = 1, .across = 0.1, .across_width = 0.01}}, {}), InputError);
  EXPECT_THROW(film_boundary(grid, {{.along = 1, .across = 0.1, .diameter = 0.01}}, {}), InputError);
  EXPECT_THROW(cylinder_grid(0.025, VectorXd::LinSpaced(5, 0, 7), fitted_nodes(0, 1, {}, 4)), InputError);
}

}  // namespace
}  // namespace trunnion
