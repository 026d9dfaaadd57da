#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/sample_record.h"
#include "trunnion/report/thin_curves.h"
#include "trunnion/report/write_report.h"

namespace trunnion {
namespace {

Series noisy(Index n) {
  Series s{"noisy", VectorXd::LinSpaced(n, 0, 1), VectorXd(n)};
  for (Index k = 0; k < n; ++k) s.y[k] = std::sin(50 * s.x[k]) + 0.3 * std::sin(double(k) * double(k));
  return s;
}

TEST(ThinCurves, NoPeakIsLost) {
  Series all = noisy(100'000);
  all.y[77'777] = 9;  // one sample wide
  all.y[12'345] = -8;
  const Series thin = thinned(all, 1000);
  EXPECT_LE(thin.x.size(), 1000);
  EXPECT_EQ(thin.y.maxCoeff(), 9);
  EXPECT_EQ(thin.y.minCoeff(), -8);
  EXPECT_EQ(thin.x[0], all.x[0]);
  EXPECT_EQ(thin.x[thin.x.size() - 1], 1);
  EXPECT_TRUE(std::is_sorted(thin.x.begin(), thin.x.end()));
}

TEST(ThinCurves, AnOrbitKeepsItsWidthInBothDirections) {
  Series orbit{"orbit", VectorXd(50'000), VectorXd(50'000)};
  for (Index k = 0; k < orbit.x.size(); ++k) {
    const double angle = 2 * std::numbers::pi * double(k) / 5'000;
    orbit.x[k] = (1 + 1e-5 * double(k % 977)) * std::cos(angle);
    orbit.y[k] = (1 + 1e-5 * double(k % 953)) * std::sin(angle);
  }
  const Series thin = thinned(orbit, 900);
  EXPECT_LE(thin.x.size(), 900);
  for (const auto& [few, many] : {std::pair{&thin.x, &orbit.x}, {&thin.y, &orbit.y}}) {
    EXPECT_EQ(few->maxCoeff(), many->maxCoeff());
    EXPECT_EQ(few->minCoeff(), many->minCoeff());
  }
}

TEST(ThinCurves, AShortCurveStaysAsItIs) {
  const Series all = noisy(300);
  EXPECT_EQ(thinned(all, 300).y, all.y);
}

// Sixteen diagrams of twelve curves with 160 000 samples would take 169 MB.
TEST(ThinCurves, APageOfLongCurvesStaysBelow25MegabytesAndSaysSo) {
  RunRecord record = testing::moving_record();
  const Series one = noisy(160'000);
  Curve curve = record.curves.front();
  curve.series.assign(12, one);
  for (std::size_t k = 0; k < curve.series.size(); ++k) curve.series[k].y *= double(k + 1);
  record.curves.assign(16, curve);
  const std::string page = report_html(record);
  EXPECT_LT(page.size(), 25'000'000U);
  EXPECT_NE(page.find("every stretch of samples shows its smallest and its largest value"), std::string::npos);
  EXPECT_EQ(report_html(testing::moving_record()).find("Curves shown"), std::string::npos);
}

}  // namespace
}  // namespace trunnion
