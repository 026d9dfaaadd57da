// The model files of the press fit take one body; what is said of it can be said in each of them.

#include <gtest/gtest.h>

#include "support/paths.h"
#include "trunnion/model/model.h"

namespace trunnion {
namespace {

class PressFitExample : public ::testing::TestWithParam<const char*> {};

TEST_P(PressFitExample, TakesTheParametersOfTheBody) {
  const Model model =
      read_model(testing::source_dir() / "examples" / "press-fit" / GetParam(), {{"interference", "0.03 mm"},
                                                                                 {"friction", "0.1"},
                                                                                 {"contact_modes", "60"},
                                                                                 {"tangential_modes", "12"},
                                                                                 {"mesh_level", "2"}});
  ASSERT_EQ(model.fits.size(), 1U);
  EXPECT_NEAR(*model.fits[0].interference, 30e-6, 1e-18);
  EXPECT_EQ(model.fits[0].friction, 0.1);
  const FlexibleBodyInput& pulley = model.flexible_bodies.at(0);
  EXPECT_EQ(pulley.reduction.options.fits.modes.normal, 60);
  EXPECT_EQ(pulley.reduction.options.fits.modes.tangential, 12);
  EXPECT_EQ(pulley.mesh->numbers.at("level").value, 2);
}

INSTANTIATE_TEST_SUITE_P(Files, PressFitExample,
                         ::testing::Values("press-fit.toml", "torsion.toml", "capacity.toml", "spinning.toml",
                                           "opening-speed.toml"));

// A step of another size would leave "sliding_fraction.500" at another torque.
TEST(PressFitTorsion, SlidingSharesAreTakenAtTheTorquesOfTheirNames) {
  const Model model = read_model(testing::source_dir() / "examples" / "press-fit" / "torsion.toml");
  const std::string share = "sliding_fraction.";
  int shares = 0;
  for (const OutputInput& output : model.outputs) {
    if (!output.name.starts_with(share)) continue;
    ++shares;
    EXPECT_NEAR(500 * output.at->value, std::stod(output.name.substr(share.size())), 1e-9) << output.name;
  }
  EXPECT_EQ(shares, 7);
  EXPECT_THROW(read_model(testing::source_dir() / "examples" / "press-fit" / "torsion.toml", {{"step", "100 N.m"}}),
               InputError);
}

}  // namespace
}  // namespace trunnion
