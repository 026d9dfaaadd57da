// What a reduced body says where its contact modes are too few.

#include <gtest/gtest.h>

#include <algorithm>

#include "reduction/shaft_hub.h"

namespace trunnion {
namespace {

using testing::with_contact_modes;

TEST(ContactModes, ATargetBeyondReachIsSaidAndLeavesTheBodyThatComesClosest) {
  ReductionOptions options = with_contact_modes(0, -1);
  options.fits.modes.target = 1e-9;
  const ReducedBody body = reduce(testing::shaft_with_hub(), options);
  EXPECT_GT(body.record.fits.indicated, 1e-9);
  EXPECT_LT(body.record.fits.indicated, 0.01);
  EXPECT_GT(body.record.fits.normal, 25) << "more than the first attempt";
  ASSERT_FALSE(body.record.warnings.empty());
  const std::string& told = body.record.warnings.back();
  EXPECT_NE(told.find("a pressure error of 1e-07 % is beyond reach"), std::string::npos) << told;
  EXPECT_NE(told.find(std::to_string(body.record.fits.normal) + " contact modes from pressures"), std::string::npos)
      << told;
}

TEST(ContactModes, FrictionModesWithFewPressuresOfSeparatePartsAreSaid) {
  const FeModel model = testing::shaft_with_hub();
  const auto warned = [&](Index normal, ContactModeOrigin origin) {
    ReductionOptions options = with_contact_modes(normal, -1);
    options.fits.modes.origin = origin;
    options.fits.modes.reach = false;
    const std::vector<std::string> warnings = reduce(model, options).record.warnings;
    return std::any_of(warnings.begin(), warnings.end(), [](const std::string& warning) {
      return warning.find("pressures may be worse than without friction modes") != std::string::npos;
    });
  };
  EXPECT_TRUE(warned(10, ContactModeOrigin::preload));
  EXPECT_FALSE(warned(60, ContactModeOrigin::preload));
  EXPECT_FALSE(warned(10, ContactModeOrigin::joined));
}

}  // namespace
}  // namespace trunnion
