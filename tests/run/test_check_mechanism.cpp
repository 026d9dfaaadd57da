// What `trunnion check` finds in a mechanism before anything is solved.

#include <gtest/gtest.h>

#include "mechanism_text.h"
#include "support/paths.h"
#include "trunnion/base/error.h"
#include "trunnion/run/check_model.h"

namespace trunnion {
namespace {

// A beam clamped at one end, with gravity along it or none.
std::string clamped_beam(const std::string& density, const std::string& gravity, const std::string& stages) {
  return "[model]\nname = 'beam'\n" + gravity +
         "[[flexible_body]]\nname = 'beam'\n"
         "mesh = { shaft = [ { length = '600 mm', diameter = '10 mm', elements = 8 } ] }\n"
         "material = { young = '210 GPa', poisson = 0.3, density = '" +
         density +
         "' }\n"
         "interface = [ { name = 'left', surface = 'end_0' }, { name = 'right', surface = 'end_1' } ]\n"
         "reduction = { modes = 6, quality = false }\n"
         "[[joint]]\nname = 'clamp'\ntype = 'fixed'\nbetween = ['beam.left', 'ground']\n" +
         stages;
}

std::string warnings_of(const std::string& text) {
  testing::Listener listener;
  check_model(parse_model(text, "test.toml"), testing::fresh_folder("check-mechanism-cache"), listener);
  return listener.warnings;
}

std::string refusal_of(const std::string& text) {
  try {
    return "no error; " + warnings_of(text);
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(CheckMechanism, ABodyWithoutMassIsNamedWithFileAndLine) {
  const std::string message = refusal_of(clamped_beam("0 kg/m^3", "", "[[stage]]\ntype = 'static'\n"));
  EXPECT_EQ(message.rfind("test.toml:3:1: flexible_body 'beam': the body has no mass", 0), 0u) << message;
}

TEST(CheckMechanism, AGearRatioOfZeroIsNamedWithFileAndLine) {
  const std::string message = refusal_of(
      "[model]\nname = 'gears'\n" + testing::body_text("one") + testing::body_text("two") +
      "[[joint]]\nname = 'a'\ntype = 'revolute'\nbetween = ['one', 'ground']\n"
      "[[joint]]\nname = 'b'\ntype = 'revolute'\nbetween = ['two', 'ground']\n"
      "[[joint]]\nname = 'mesh'\ntype = 'gear'\nbetween = ['one', 'ground']\nwith = ['two', 'ground']\nratio = 0\n"
      "[[stage]]\ntype = 'transient'\nduration = '1 s'\n");
  EXPECT_EQ(message.rfind("test.toml:", 0), 0u) << message;
  EXPECT_NE(message.find("'ratio' is 0"), std::string::npos) << message;
}

// A mass on a spring that gravity stretches: its modes need the stretched state, unless a stage finds it before.
TEST(CheckMechanism, ModesWithoutAnEquilibriumBeforeThemAreAWarning) {
  const std::string hanging = "[model]\nname = 'hanging'\ngravity = ['0 m/s^2', '0 m/s^2', '-9.81 m/s^2']\n" +
                              testing::body_text("mass", "['0 m', '0 m', '1 m']") +
                              "[[joint]]\nname = 'slide'\ntype = 'prismatic'\nbetween = ['mass', 'ground']\n"
                              "[[force]]\nname = 'spring'\ntype = 'spring'\nbetween = ['mass', 'ground']\n"
                              "stiffness = '8 N/mm'\n";
  const std::string modes = "[[stage]]\nname = 'modes'\ntype = 'modes'\n";
  const std::string alone = warnings_of(hanging + modes);
  EXPECT_NE(alone.find("stage 'modes': the state is no equilibrium, body 'mass' accelerates with 9.81"),
            std::string::npos)
      << alone;
  EXPECT_EQ(alone.rfind("test.toml:", 0), 0u) << alone;
  EXPECT_EQ(warnings_of(hanging + "[[stage]]\ntype = 'static'\n" + modes), "");
}

TEST(CheckMechanism, GravityBendsFlexibleBodiesBeforeTheirModesAreThoseOfAnEquilibrium) {
  const std::string gravity = "gravity = ['0 m/s^2', '-9.81 m/s^2', '0 m/s^2']\n",
                    modes = "[[stage]]\ntype = 'modes'\n";
  const std::string bent = warnings_of(clamped_beam("7850 kg/m^3", gravity, modes));
  EXPECT_NE(bent.find("no stage before it lets gravity bend"), std::string::npos) << bent;
  EXPECT_EQ(warnings_of(clamped_beam("7850 kg/m^3", "", modes)), "");
}

TEST(CheckMechanism, SaysWhatOfALargeInterfaceWillBeCompared) {
  const auto told = [](const std::string& keys) {
    std::string text = clamped_beam("7850 kg/m^3", "", "");
    const std::string off = "quality = false";
    text.replace(text.find(off), off.size(), keys);
    testing::Listener listener;
    check_model(parse_model(text, "test.toml"), testing::fresh_folder("check-mechanism-cache"), listener);
    return listener.notes;
  };
  EXPECT_NE(told("compared_dofs = 8").find("'beam': responses of 8 of 12 interface dofs are compared with the mesh"),
            std::string::npos);
  EXPECT_NE(told("quality_limit = 10")
                .find("'beam': not compared with the mesh: 12 interface dofs are more than "
                      "quality_limit = 10"),
            std::string::npos);
  EXPECT_EQ(told("quality = true").find("compared"), std::string::npos);
}

}  // namespace
}  // namespace trunnion
