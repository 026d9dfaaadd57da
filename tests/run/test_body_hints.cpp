// What a run says about its flexible bodies: where stress changes their stiffness, and where lumped masses are wrong.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numbers>

#include "mechanism_text.h"
#include "trunnion/base/error.h"

namespace trunnion {
namespace {

using testing::TextRun;

// A steel strut, 600 mm long and 10 mm thick, pushed along its axis at one end and held by bushings at both.
std::string strut(double push, const std::string& more = "") {
  return fmt::format(R"([model]
name = "strut"
[[flexible_body]]
name = "strut"
mesh = {{ shaft = [ {{ length = "600 mm", diameter = "10 mm", elements = 8 }} ] }}
material = {{ young = "210 GPa", poisson = 0.3, density = "7850 kg/m^3" }}
interface = [ {{ name = "left", surface = "end_0" }}, {{ name = "right", surface = "end_1" }} ]
reduction = {{ modes = 6, quality = false }}
{}
[[marker]]
name = "far"
body = "ground"
position = ["0 mm", "0 mm", "600 mm"]
[[force]]
name = "left"
type = "bushing"
between = ["strut.left", "ground"]
translation_stiffness = ["1 N/um", "1 N/um", "1 N/um"]
turn_stiffness = ["0 N.m/rad", "0 N.m/rad", "1 N.m/rad"]
[[force]]
name = "right"
type = "bushing"
between = ["strut.right", "far"]
translation_stiffness = ["1 N/um", "1 N/um", "0 N/um"]
[[load]]
on = "strut.right"
direction = [0, 0, -1]
size = "{} N"
[[stage]]
type = "static"
)",
                     more, push);
}

// The bushing at the left carries the push, a share of P = pi^2 E I/l^2 = 2827 N.
TEST(ReferenceHint, LooksAtTheForcesOfBushingsAndBearings) {
  const double radius = 0.005, I = std::numbers::pi / 4 * std::pow(radius, 4);
  const double euler = std::pow(std::numbers::pi / 0.6, 2) * 210e9 * I;
  TextRun little(strut(0.018 * euler)), much(strut(0.03 * euler));
  little.all();
  much.all();
  EXPECT_EQ(little.listener.warnings.find("Euler load"), std::string::npos) << little.listener.warnings;
  EXPECT_NE(much.listener.warnings.find("body 'strut': stress changes its stiffness"), std::string::npos);
  EXPECT_NE(much.listener.warnings.find("the force of a joint or bearing along it 0.03 of its Euler load"),
            std::string::npos)
      << much.listener.warnings;
}

// A hundred times the push that matters along the strut, but across it: bends, and stiffens nothing.
TEST(ReferenceHint, IsSilentAboutForcesAcrossTheBody) {
  std::string across = strut(100);
  across.replace(across.find("[0, 0, -1]"), 10, "[1, 0, 0]");
  TextRun run(across);
  run.all();
  EXPECT_EQ(run.listener.warnings.find("Euler load"), std::string::npos) << run.listener.warnings;
}

TEST(PointMass, WithAnInertiaThatNoBodyHasIsNamedWithItsLine) {
  const std::string wrong =
      "\n[[flexible_body.point_mass]]\nat = 'right'\nmass = '1 kg'\n"
      "inertia = ['1 kg.m^2', '1 kg.m^2', '3 kg.m^2']\n";
  const std::string text = strut(1, wrong);
  const auto line =
      1 + std::count(text.begin(), text.begin() + static_cast<long>(text.find("[[flexible_body.po")), '\n');
  try {
    TextRun run(text);
    FAIL() << "no error";
  } catch (const InputError& error) {
    const std::string what = error.what();
    EXPECT_NE(what.find(fmt::format("test.toml:{}:", line)), std::string::npos) << what;
    EXPECT_NE(what.find("point_mass at 'right'"), std::string::npos) << what;
    EXPECT_NE(what.find("belong to no real body"), std::string::npos) << what;
  }
}

}  // namespace
}  // namespace trunnion
