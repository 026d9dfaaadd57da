// Point contacts from a model file: runs, curves, and the mistakes users make.
#include <gtest/gtest.h>

#include <cmath>

#include "mechanism_text.h"
#include "support/paths.h"
#include "support/run_program.h"
#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/run/check_model.h"

namespace trunnion {
namespace {

const std::string ball = R"(
[model]
gravity = ["0 m/s^2", "0 m/s^2", "-9.81 m/s^2"]
[[material]]
name = "steel"
young = "206 GPa"
poisson = 0.3
[[rigid_body]]
name = "ball"
mass = "32.7 g"
inertia = ["1.308e-6 kg.m^2", "1.308e-6 kg.m^2", "1.308e-6 kg.m^2"]
place = { position = ["0 m", "0 m", "10 mm - 0.0767 um"], velocity = ["1 m/s", "0 m/s", "0 m/s"] }
[[contact]]
name = "floor"
between = ["ball", "ground"]
surface_i = { type = "sphere", radius = "10 mm" }
surface_j = { type = "plane" }
material_i = "steel"
material_j = { young = "206 GPa", poisson = 0.3 }
damping_factor = "20 s/m"
friction = 0.2
friction_speed = "1 mm/s"
)";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

TEST(Contacts, ABallThatSlidesAtFirstRollsWithFiveSeventhsOfItsSpeed) {
  testing::TextRun run(ball + "[[stage]]\ntype = 'transient'\nduration = '0.3 s'\n");
  run.next();
  // Sliding ends at t = 2 v/(7 mu g) = 0.146 s; creep below the friction speed is what differs.
  const VectorXd x = run.curve("body.ball.x");
  const double speed = run.state().v[0];
  testing::record({.group = "Rolling contact",
                   .name = "Speed of a ball that starts sliding at 1 m/s, once it rolls [m/s]",
                   .reference = "closed form 5/7",
                   .reference_value = 5.0 / 7,
                   .value = speed,
                   .error = std::abs(speed - 5.0 / 7) * 7 / 5,
                   .allowed = 2e-3,
                   .why = "friction that fades below 1 mm/s"});
  EXPECT_LT(run.quantity("energy_balance_error"), 1e-3);
  const VectorXd load = run.curve("contact.floor.load");
  EXPECT_NEAR(load[load.size() - 1], 32.7e-3 * 9.81, 1e-3 * 32.7e-3 * 9.81);
  EXPECT_NEAR(run.curve("contact.floor.point_j_x").tail(1)[0], x.tail(1)[0], 1e-6);
}

// The example as a user runs it, a fifth of its time.
TEST(EllipsoidOnPlaneExample, TwoLawsDifferAsVilkesFormulaDoesAndEnergiesBalance) {
  const auto folder = testing::fresh_folder("ellipsoid-on-plane");
  const auto model = testing::source_dir() / "examples" / "ellipsoid-on-plane" / "ellipsoid-on-plane.toml";
  const auto result = testing::run_program(
      {"run", model, "--out", folder, "--quiet", "--set", "duration=0.2 s", "--set", "samples=200"});
  ASSERT_EQ(result.status, 0) << result.out << result.err;
  const auto q = testing::read_quantities(folder / "summary.json");
  EXPECT_LT(q.at("energy_balance_error"), 1e-4);
  EXPECT_GT(q.at("vilke_hertz_difference_percent"), 0.1);
  EXPECT_LT(q.at("vilke_hertz_difference_percent"), 0.48);  // the ellipses stay round: b/a above 0.063
  EXPECT_LT(q.at("trajectory_difference_percent"), 1);
  EXPECT_GT(q.at("trajectory_difference_percent"), 0);
  EXPECT_LT(q.at("differential_points"), 1e-7);
  EXPECT_LT(q.at("differential_normal"), 1e-5);
}

struct Mistake {
  const char *what, *by, *says;
};
class ContactMistakes : public ::testing::TestWithParam<Mistake> {};

TEST_P(ContactMistakes, AreExplainedWithFileAndLine) {
  const Mistake& mistake = GetParam();
  const std::string text =
      replaced(ball + "[[stage]]\ntype = 'transient'\nduration = '1 ms'\n", mistake.what, mistake.by);
  try {
    const Model model = parse_model(text, "ball.toml");
    check_model(model, {});
    FAIL() << "no error: " << mistake.says;
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("ball.toml:"), std::string::npos) << message;
    EXPECT_NE(message.find(mistake.says), std::string::npos) << message;
  }
}

constexpr const char *sphere = "{ type = \"sphere\", radius = \"10 mm\" }", *plane = "{ type = \"plane\" }";
INSTANTIATE_TEST_SUITE_P(
    Surfaces, ContactMistakes,
    ::testing::Values(
        Mistake{sphere, "{ type = 'sphere' }", "needs 'radius'"},
        Mistake{sphere, "{ type = 'spere', radius = '1 mm' }", "sphere"},
        Mistake{sphere, "{ type = 'plane' }", "two planes"},
        Mistake{sphere, "{ type = 'torus', radius = '10 mm', tube_radius = '11 mm' }", "spindle torus"},
        Mistake{sphere, "{ type = 'sphere', radius = '10 mm', length = '1 mm' }", "length"},
        Mistake{sphere, "{ type = 'formula', formula = 'x^2 + y^2 + z^2 - (10 mm)^2' }", "needs 'reach'"},
        Mistake{sphere, "{ type = 'formula', reach = '15 mm', formula = 'x^2 + y^2 + q^2 - (10 mm)^2' }", "'q'"},
        Mistake{sphere, "{ type = 'formula', reach = '15 mm', formula = '(x^2 + y^2 + z^2 - (10 mm)^2)^3' }",
                "gradient vanishes"},
        Mistake{sphere, "{ type = 'formula', reach = '15 mm', formula = 'max(abs(x), abs(y), abs(z)) - 10 mm' }",
                "edge"},
        Mistake{plane, "{ type = 'cylinder', radius = '9.9 mm', length = '1 m', hollow = true }", "no point contact"},
        Mistake{"friction = 0.2", "law = 'constant'", "coefficient"},
        Mistake{"friction = 0.2", "law = 'herz'", "hertz"},
        Mistake{"friction = 0.2", "restitution_slope = '1 s/m'", "only one of"},
        Mistake{"material_i = \"steel\"", "material_i = 'stel'", "steel"},
        Mistake{"material_i = \"steel\"", "", "material_i"},
        Mistake{"[\"ball\", \"ground\"]", "['ball', 'ball']", "twice"}));

}  // namespace
}  // namespace trunnion
