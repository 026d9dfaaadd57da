// What fits refuse, with numbers and places in the model file.

#include <gtest/gtest.h>

#include "run/hub_on_shaft.h"

namespace trunnion {
namespace {

using testing::hub_on_shaft;
using testing::message_of_fit;
using testing::replaced;

TEST(FitRefusals, SurfacesThatDoNotFaceEachOtherAreRefusedWithDistanceAngleAndLine) {
  const std::string told = message_of_fit(replaced(hub_on_shaft, "outer = \"hub.inner\"", "outer = \"hub.outer\""));
  EXPECT_NE(told.find("do not face each other"), std::string::npos) << told;
  EXPECT_NE(told.find("mm"), std::string::npos) << told;
  EXPECT_NE(told.find("degrees"), std::string::npos) << told;
  EXPECT_NE(told.find("fit.toml:"), std::string::npos) << told;
}

TEST(FitRefusals, InterferenceBeyondTheWallIsRefusedWithItsThickness) {
  const std::string told =
      message_of_fit(replaced(hub_on_shaft, "interference = \"0.025 mm\"", "interference = \"13 mm\""));
  EXPECT_NE(told.find("would close more than the wall behind 'shaft.outer'"), std::string::npos) << told;
  EXPECT_NE(told.find("fit.toml:"), std::string::npos) << told;
}

TEST(FitRefusals, SpringsThatReachTheElasticModesAreRefusedWithFrequencies) {
  const std::string told =
      message_of_fit(replaced(hub_on_shaft, "shrink = {",
                              "fit_springs = { translation = \"1e10 N/m\", rotation = \"1e7 N m/rad\" }\nshrink = {"));
  EXPECT_NE(told.find("into the range of the elastic modes"), std::string::npos) << told;
  EXPECT_NE(told.find("Hz"), std::string::npos) << told;
  EXPECT_NE(told.find("fit.toml:"), std::string::npos) << told;
}

TEST(FitRefusals, AnInterferenceBeyondTheWallIsRefusedWithModesOfAnotherOneToo) {
  std::string text = hub_on_shaft.substr(0, hub_on_shaft.find("[[support]]"));
  text = replaced(text, "interference = \"0.025 mm\"", "interference = \"13 mm\"\nbasis_interference = \"0.025 mm\"");
  const std::string told = message_of_fit(text);
  EXPECT_NE(told.find("an interference of 13 mm"), std::string::npos) << told;
  EXPECT_NE(told.find("would close more than the wall behind 'shaft.outer', which is"), std::string::npos) << told;
  EXPECT_NE(told.find("fit.toml:"), std::string::npos) << told;
}

}  // namespace
}  // namespace trunnion
