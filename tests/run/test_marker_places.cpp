// What is said of bearings and motions whose markers do not fit together.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "mechanism_text.h"
#include "support/paths.h"
#include "support/run_program.h"
#include "trunnion/base/error.h"
#include "trunnion/mesh/shapes.h"
#include "trunnion/run/check_model.h"
#include "trunnion/run/marker_places.h"
#include "trunnion/run/seat_axes.h"

namespace trunnion {
namespace {

using testing::TextRun;

const std::string still = "[[stage]]\nname = \"rest\"\ntype = \"static\"\n";

std::string marker(const std::string& name, const std::string& body, const std::string& more) {
  return fmt::format("[[marker]]\nname = \"{}\"\nbody = \"{}\"\n{}\n", name, body, more);
}

std::string ball_bearing(const std::string& inner, const std::string& outer) {
  return fmt::format(
      "[[bearing]]\nname = \"front\"\ntype = \"ball\"\nbetween = [\"{}\", \"{}\"]\nballs = 8\nball_diameter = \"8 "
      "mm\"\n"
      "pitch_diameter = \"40 mm\"\n",
      inner, outer);
}

/// A shaft whose marker "seat" is 30 mm along its own z axis, which lies along x of the world.
std::string shaft() {
  return testing::body_text("shaft", "['0.1 m', '0 m', '0 m']", "x = [0, 1, 0], z = [1, 0, 0]") +
         marker("seat", "shaft", "position = ['0 mm', '0 mm', '30 mm']");
}

std::vector<std::string> said_of(const std::string& text) {
  const TextRun run("[model]\nname = \"t\"\n" + text + still);
  return misplaced_bearings(run.run.built.mechanism, initial_state(run.run.built.mechanism));
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(MarkerPlaces, ABearingWhoseMarkersMeetIsNotSpokenOf) {
  EXPECT_TRUE(
      said_of(shaft() +
              marker("housing", "ground", "position = ['130 mm', '0 mm', '0 mm']\nx = [0, 1, 0]\nz = [1, 0, 0]") +
              ball_bearing("seat", "housing"))
          .empty());
}

TEST(MarkerPlaces, CheckCallsAModelSoundOnlyWhereItWarnsOfNothing) {
  const auto verdict = [](const std::string& place) {
    const std::filesystem::path file = testing::fresh_folder("check-verdict") / "shaft.toml";
    std::ofstream(file) << "[model]\nname = \"t\"\n" + shaft() +
                               marker("housing", "ground", place + "\nx = [0, 1, 0]\nz = [1, 0, 0]") +
                               ball_bearing("seat", "housing") + still;
    const testing::ProgramResult told = testing::run_program({"check", file.string()});
    EXPECT_EQ(told.status, 0) << told.err;
    return told.out;
  };
  EXPECT_TRUE(holds(verdict("position = ['130 mm', '0 mm', '0 mm']"), "the model is sound"));
  const std::string warned = verdict("position = ['127 mm', '0 mm', '4 mm']");
  EXPECT_TRUE(holds(warned, "see the warning above")) << warned;
  EXPECT_FALSE(holds(warned, "sound")) << warned;
}

TEST(MarkerPlaces, ABearingIsToldHowFarItsMarkersAreApart) {
  const auto said = said_of(
      shaft() + marker("housing", "ground", "position = ['127 mm', '0 mm', '4 mm']\nx = [0, 1, 0]\nz = [1, 0, 0]") +
      ball_bearing("seat", "housing"));
  ASSERT_EQ(said.size(), 1U);
  EXPECT_TRUE(holds(said[0], "bearing 'front'")) << said[0];
  EXPECT_TRUE(holds(said[0], "'seat' is at (130, 0, 0) mm")) << said[0];
  EXPECT_TRUE(holds(said[0], "3 mm along and 4 mm across")) << said[0];
}

TEST(MarkerPlaces, ABearingIsToldOfAxesThatDoNotAgree) {
  const auto said = said_of(shaft() + marker("housing", "ground", "position = ['130 mm', '0 mm', '0 mm']") +
                            ball_bearing("seat", "housing"));
  ASSERT_EQ(said.size(), 1U);
  EXPECT_TRUE(holds(said[0], "90 degrees apart")) << said[0];
}

TEST(MarkerPlaces, AMotionAboutAnAxisAlongTheXOfItsMarkerIsRefused) {
  TextRun run("[model]\nname = \"t\"\n" + testing::body_text("shaft") +
              marker("housing", "ground", "x = [0, 1, 0]\nz = [1, 0, 0]") +
              "[[motion]]\nname = \"drive\"\nbetween = [\"shaft\", \"housing\"]\nangular_speed = \"10 rpm\"\n" + still);
  try {
    run.all();
    FAIL() << "it ran";
  } catch (const InputError& error) {
    EXPECT_TRUE(holds(error.what(), "'drive': the x axis of marker 'shaft' lies along z of 'housing'")) << error.what();
  }
}

TEST(MarkerPlaces, APatchThatLooksTheSameAllAroundHasAnAxis) {
  const Mesh tube = cylinder_mesh({.radius = 0.02, .inner_radius = 0.01, .length = 0.1, .around = 16});
  for (const char* surface : {"outer", "inner", "top"}) {
    const auto axis = axis_of_patch(tube, tube.surfaces.at(surface));
    ASSERT_TRUE(axis) << surface;
    EXPECT_NEAR(std::abs(axis->z()), 1, 1e-9) << surface;
  }
  const Mesh box = box_mesh({.size = {3, 2, 1}, .divisions = {3, 2, 1}, .element = CellType::hex8});
  std::vector<ElementFace> sides;
  for (const auto& [name, faces] : box.surfaces) sides.insert(sides.end(), faces.begin(), faces.end());
  EXPECT_FALSE(axis_of_patch(box, sides));
}

TEST(MarkerPlaces, CheckWarnsOfABearingAcrossItsSeat) {
  const std::string model = R"(
[model]
name = "t"
[[flexible_body]]
name = "shaft"
mesh = { cylinder = { radius = "10 mm", length = "100 mm", around = 8, along = 4 }, element = "hex8" }
material = { young = "210 GPa", poisson = 0.3, density = "7850 kg/m^3" }
interface = [ { name = "seat", surface = "outer" }, { name = "end", surface = "top" } ]
)";
  const auto said = [&](const std::string& z) {
    const std::string text =
        model + marker("inner", "shaft", "interface = \"seat\"\nx = [0, 1, 0]\nz = " + z) +
        marker("housing", "ground", "position = ['0 mm', '0 mm', '50 mm']\nx = [0, 1, 0]\nz = " + z) +
        ball_bearing("inner", "housing") + still;
    testing::Listener listener;
    check_model(parse_model(text, "test.toml"), default_cache_folder(), listener);
    return listener.warnings;
  };
  EXPECT_EQ(said("[0, 0, 1]"), "");
  const std::string across = said("[1, 0, 0]");
  EXPECT_TRUE(holds(across, "bearing 'front': z of 'inner', its axis, stands 90 degrees off")) << across;
  EXPECT_TRUE(holds(across, "z = [0, 0, 1]")) << across;
}

}  // namespace
}  // namespace trunnion
