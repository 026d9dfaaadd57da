#include <gtest/gtest.h>

#include "trunnion/run/study_plots.h"

namespace trunnion {
namespace {

TEST(StudyPlots, DrawALinePerCaseOverTheNumbersOfItsValues) {
  const std::vector<Curve> curves = study_plots("interference", {"peak_pressure", "missing"},
                                                {{"thin hub", "0.02 mm", {{"peak_pressure", 100}}},
                                                 {"thin hub", "0.01 mm", {{"peak_pressure", 1}}},
                                                 {"thick hub", "0.01 mm", {{"peak_pressure", 7}}}});
  ASSERT_EQ(curves.size(), 1U);
  EXPECT_EQ(curves[0].title, "peak pressure");
  EXPECT_EQ(curves[0].x.label, "interference [mm]");
  EXPECT_TRUE(curves[0].y.log);
  ASSERT_EQ(curves[0].series.size(), 2U);
  EXPECT_EQ(curves[0].series[0].name, "thin hub");
  EXPECT_DOUBLE_EQ(curves[0].series[0].x[0], 0.01);
  EXPECT_DOUBLE_EQ(curves[0].series[0].y[0], 1);
  EXPECT_DOUBLE_EQ(curves[0].series[1].y[0], 7);
}

TEST(StudyPlots, ValuesThatAreNoNumbersStandOneAfterTheOther) {
  const std::vector<Curve> curves =
      study_plots("variant", {"cost"}, {{"run", "fine", {{"cost", 2}}}, {"run", "coarse", {{"cost", 1}}}});
  ASSERT_EQ(curves.size(), 1U);
  EXPECT_DOUBLE_EQ(curves[0].series[0].x[0], 1);
  EXPECT_DOUBLE_EQ(curves[0].series[0].y[1], 1);
  EXPECT_FALSE(curves[0].y.log);
}

}  // namespace
}  // namespace trunnion
