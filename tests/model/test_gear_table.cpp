#include <gtest/gtest.h>

#include "trunnion/base/error.h"
#include "trunnion/gears/tooth_pairs.h"
#include "trunnion/model/model.h"

namespace trunnion {
namespace {

const std::string sound = R"(
[[material]]
name = "steel"
young = "206 GPa"
poisson = 0.3
[[gear]]
name = "pinion"
teeth = 20
module = "4 mm"
width = "20 mm"
hub_radius = "15 mm"
material = "steel"
[[gear]]
name = "wheel"
teeth = 40
module = "4 mm"
width = "20 mm"
hub_radius = "15 mm"
material = { young = "100 GPa", poisson = 0.25 }
[[gear_pair]]
name = "stage"
driver = "pinion"
driven = "wheel"
[[stage]]
type = "mesh-cycle"
torque = "100 N.m"
)";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

std::string message_of(const std::string& what, const std::string& by) {
  try {
    parse_model(replaced(sound, what, by), "gears.toml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

void expect_message(const std::string& what, const std::string& by, const std::string& part) {
  const std::string message = message_of(what, by);
  EXPECT_NE(message.find(part), std::string::npos) << message;
  EXPECT_NE(message.find("gears.toml:"), std::string::npos) << message;
}

TEST(GearTable, StandardProportionsAndTheOnlyPairAreMeant) {
  const Model model = parse_model(sound, "gears.toml");
  ASSERT_EQ(model.gears.size(), 2u);
  const Gear pinion = gear_of(model.gears[0]);
  EXPECT_DOUBLE_EQ(pinion.addendum, 4e-3);
  EXPECT_DOUBLE_EQ(pinion.dedendum, 5e-3);
  EXPECT_NEAR(pinion.root_radius, 1.52e-3, 1e-12);
  EXPECT_EQ(model.stages[0].gears.gear_pair, "stage");
  EXPECT_EQ(model.stages[0].name, "mesh-cycle");
  const GearPair pair = gear_pair_of(model.gear_pairs[0], model.gears[0], model.gears[1]);
  EXPECT_NEAR(pair.center_distance, 0.12, 1e-12);
  EXPECT_DOUBLE_EQ(pair.driver_material.elastic.young, 206e9);
  EXPECT_DOUBLE_EQ(pair.driven_material.elastic.poisson, 0.25);
}

TEST(GearTable, ShiftedGearsFindTheirCenterDistance) {
  const Model model = parse_model(replaced(sound, "width = \"20 mm\"", "width = \"20 mm\"\nprofile_shift = 0.5"), "");
  const GearPair pair = gear_pair_of(model.gear_pairs[0], model.gears[0], model.gears[1]);
  // inv a_w = inv a + 2 tan a 0.5/60 with a = 20 degree has a_w = 22.316706903819806 degree; a cos a/cos a_w
  EXPECT_NEAR(pair.center_distance, 0.12189301949441043, 1e-12);
  EXPECT_NEAR(gear_mesh_geometry(pair.driver, pair.driven, pair.center_distance).backlash, 0, 1e-12);
}

TEST(GearTable, DiametralPitchIsTeethOverLength) {
  const Model model = parse_model(replaced(sound, "module = \"4 mm\"", "diametral_pitch = \"10 1/in\""), "gears.toml");
  EXPECT_NEAR(gear_of(model.gears[0]).normal_module, 2.54e-3, 1e-12);
  expect_message("module = \"4 mm\"", "diametral_pitch = \"10 mm\"", "number of teeth over a length");
  expect_message("module = \"4 mm\"", "diametral_pitch = \"10 1/in\"\nmodule = \"4 mm\"", "exactly one of them");
}

TEST(GearTable, BadInputIsToldWithItsPlace) {
  expect_message("teeth = 20", "teeth = 3", "teeth");
  expect_message("driver = \"pinion\"", "driver = \"pinon\"", "there is no gear 'pinon'");
  expect_message("material = \"steel\"", "material = \"stel\"", "there is no material 'stel'");
  expect_message("hub_radius = \"15 mm\"", "hub_radius = \"38 mm\"", "it is held at the radius 38 mm");
  expect_message("width = \"20 mm\"", "width = \"20 mm\"\nprofile_shift = 1.4", "pointed");
  expect_message("width = \"20 mm\"", "width = \"20 mm\"\nroot_radius = \"3 mm\"", "does not fit");
  expect_message("torque = \"100 N.m\"", "torque = \"100 N\"", "torque");
  expect_message("torque = \"100 N.m\"", "positions = 20", "needs 'torque'");
  expect_message("torque = \"100 N.m\"", "torque = \"100 N.m\"\ngear_pair = \"stge\"", "there is no gear_pair 'stge'");
  expect_message("width = \"20 mm\"", "width = \"20 mm\"\nflank = { tip_relief = \"10 um\" }",
                 "needs 'tip_relief_start'");
  expect_message("width = \"20 mm\"",
                 "width = \"20 mm\"\nflank = { tip_relief = \"10 um\", tip_relief_start = \"1.2 mm\" }",
                 "tip_relief_start = 1.2 mm, but its involute goes from the radius");
  expect_message("width = \"20 mm\"", "width = \"20 mm\"\ninternal = true", "not cut by a rack");
}

}  // namespace
}  // namespace trunnion
