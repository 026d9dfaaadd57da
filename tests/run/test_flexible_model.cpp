// Flexible and meshed bodies from a model file: a stepped shaft of beams with a meshed disc, its fields and its
// numbers.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "mechanism_text.h"
#include "support/paths.h"
#include "trunnion/base/error.h"
#include "trunnion/run/mechanism_stage.h"
#include "trunnion/run/reduce_model.h"

namespace trunnion {
namespace {

const char* rotor = R"([model]
name = "rotor"
gravity = ["0 m/s^2", "-9.81 m/s^2", "0 m/s^2"]
[[flexible_body]]
name = "shaft"
mesh = { shaft = [ { length = "200 mm", diameter = "30 mm", bore = "10 mm", elements = 4 }, { length = "100 mm", diameter = "20 mm", elements = 3 } ] }
material = { young = "210 GPa", poisson = 0.3, density = "7850 kg/m^3" }
interface = [ { name = "left", surface = "end_0" }, { name = "middle", surface = "end_1" }, { name = "right", surface = "end_2" } ]
reduction = { band = "3 kHz", quality = false, stress = ["surface"], geometric_stiffness = ["inertia", "interface"] }
[[rigid_body]]
name = "disc"
mesh = { cylinder = { radius = "60 mm", length = "20 mm", around = 16, radial = 1, along = 1 } }
density = "7850 kg/m^3"
place = { position = ["0 mm", "0 mm", "300 mm"] }
[[marker]]
name = "right bearing"
body = "ground"
position = ["0 mm", "0 mm", "200 mm"]
[[joint]]
name = "hub"
type = "fixed"
between = ["disc", "shaft.right"]
[[joint]]
name = "left"
type = "spherical"
between = ["shaft.left", "ground"]
[[joint]]
name = "right"
type = "point-on-line"
between = ["shaft.middle", "right bearing"]
[[motion]]
name = "drive"
between = ["shaft.left", "ground"]
angular_speed = "100 rad/s"
[[stage]]
name = "sag"
type = "steady"
[[stage]]
name = "run"
type = "transient"
duration = "4 ms"
samples = 40
pictures_at = ["2.5 ms", "1 ms"]
)";

MechanismRun build(const Model& model) {
  MechanismRun run;
  static const auto cache = testing::fresh_folder("flexible-model");  // bodies that come again are not reduced again
  run.built = build_mechanism(
      model,
      [&](const FlexibleBodyInput& body) {
        return std::make_shared<const ReducedBody>(reduce_body(model, body.name, cache, silent_observer()).body);
      },
      cache);
  return run;
}

double quantity(const MechanismResult& result, const std::string& name) {
  const auto found = std::find_if(result.quantities.begin(), result.quantities.end(),
                                  [&](const Quantity& q) { return q.name == name; });
  EXPECT_NE(found, result.quantities.end()) << name;
  return found == result.quantities.end() ? 0 : found->value.value_or(0);
}

TEST(RigidBodyFromMesh, HasTheMassAndInertiaOfItsShape) {
  const Model model = parse_model(rotor, "rotor.toml");
  const MechanismRun run = build(model);
  const Body& disc = run.built.mechanism.bodies[run.built.bodies.at("disc")];
  const double r = 0.06, h = 0.02, mass = 7850 * std::numbers::pi * r * r * h;
  const double rim = 1e-4;  // sixteen quadratic edges instead of a circle
  EXPECT_NEAR(disc.inertia.I1, mass, rim * mass);
  EXPECT_NEAR(disc.inertia.I2.z(), mass * h / 2, rim * mass * h);
  EXPECT_NEAR(disc.inertia.I7(2, 2), mass * r * r / 2, 2 * rim * mass * r * r);
  EXPECT_TRUE(run.built.meshes.contains("disc"));
}

TEST(FlexibleModel, ShowsFieldsAtTheChosenInstantsAndTheLargestStress) {
  const Model model = parse_model(rotor, "rotor.toml");
  MechanismRun run = build(model);
  const MechanismResult sag = run_mechanism_stage(model.stages[0], run, {}, silent_observer());
  ASSERT_EQ(sag.record.status, StageStatus::done) << sag.record.message;
  // Overhang of the disc beyond the middle bearing: its moment there, carried by the thin step.
  const double moment = 9.81 * (7850 * std::numbers::pi * 0.06 * 0.06 * 0.02 * 0.11 +
                                7850 * std::numbers::pi / 4 * 0.02 * 0.02 * 0.1 * 0.05);
  const double stress = moment * 32 / (std::numbers::pi * std::pow(0.02, 3));
  EXPECT_NEAR(quantity(sag, "body.shaft.peak_von_mises"), stress, 0.01 * stress);
  ASSERT_EQ(sag.scenes.size(), 1u);

  const MechanismResult result = run_mechanism_stage(model.stages[1], run, {}, silent_observer());
  ASSERT_EQ(result.record.status, StageStatus::done) << result.record.message;
  ASSERT_EQ(result.scenes.size(), 1u);
  const Scene& scene = result.scenes[0];
  ASSERT_EQ(scene.frames.size(), 2u);
  EXPECT_NEAR(scene.frames[0].value, 1e-3, 1e-12);
  EXPECT_NEAR(scene.frames[1].value, 2.5e-3, 1e-12);
  const auto shaft = std::find_if(scene.bodies.begin(), scene.bodies.end(), [](auto& b) { return b.name == "shaft"; });
  const BodyFrame& frame = scene.frames[0].bodies[static_cast<std::size_t>(shaft - scene.bodies.begin())];
  ASSERT_EQ(frame.fields.front().name, "von Mises stress");
  EXPECT_TRUE(frame.fields.front().values.allFinite());
  EXPECT_NEAR(frame.fields.front().values.maxCoeff(), stress, 0.1 * stress);
  EXPECT_GT(quantity(result, "body.shaft.peak_von_mises"), 0);
  EXPECT_TRUE(std::any_of(result.curves.begin(), result.curves.end(),
                          [](const Curve& c) { return c.title == "Largest von Mises stress"; }));
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

// The rotor with its left support as a bearing of eight balls with interference, which also holds it along its axis.
TEST(FlexibleModel, ShaftIsCarriedByABearingBallByBall) {
  const Model model = parse_model(replaced(rotor, R"([[joint]]
name = "left"
type = "spherical"
between = ["shaft.left", "ground"])",
                                           R"([[bearing]]
name = "left"
type = "ball"
fidelity = "ball-by-ball"
between = ["shaft.left", "ground"]
balls = 8
ball_diameter = "7.9375 mm"
pitch_diameter = "39 mm"
diametral_clearance = "-4 um"
damping = "hunt-crossley"
damping_factor = "0.75 s/m")"),
                                  "rotor.toml");
  MechanismRun run = build(model);
  // Weights about the right support; balls weigh on the housing while they are held.
  constexpr double steel = 7850 * std::numbers::pi, g = 9.81;
  const double thick = steel / 4 * (0.03 * 0.03 - 0.01 * 0.01) * 0.2, thin = steel / 4 * 0.02 * 0.02 * 0.1;
  const double disc = steel * 0.06 * 0.06 * 0.02;
  const double left = g * (thick * 0.1 - thin * 0.05 - disc * 0.11) / 0.2;
  const double digits = 1e-3;  // the disc's rim is of sixteen quadratic edges, its hub weighs in full
  for (const StageInput& stage : model.stages) {
    const MechanismResult result = run_mechanism_stage(stage, run, {}, silent_observer());
    ASSERT_EQ(result.record.status, StageStatus::done) << result.record.message;
    for (const NamedArray& curve : result.arrays.begin()->second)
      if (curve.name == "bearing.left.fy" && stage.type == StageType::steady) {
        EXPECT_NEAR(curve.values(0), left, digits * std::abs(left));
      }
    if (stage.type == StageType::transient) {
      EXPECT_LT(quantity(result, "energy_balance_error"), 1e-4);
    }
  }
}

TEST(FlexibleModel, SaysWhatIsSwitchedOffAndWhereStressWouldChangeTheStiffness) {
  std::string text = replaced(rotor, ", geometric_stiffness = [\"inertia\", \"interface\"]", "");
  text = replaced(text, "angular_speed = \"100 rad/s\"", "angular_speed = \"3000 rad/s\"");
  text = replaced(text, "\n[[rigid_body]]", "\nwithout_invariants = [5, 9]\n[[rigid_body]]");
  const Model model = parse_model(text, "rotor.toml");
  MechanismRun run = build(model);
  testing::Listener listener;
  for (const StageInput& stage : model.stages) run_mechanism_stage(stage, run, {}, listener);
  EXPECT_NE(listener.warnings.find("without I5, I9"), std::string::npos) << listener.warnings;
  EXPECT_NE(listener.warnings.find("body 'shaft': stress changes its stiffness"), std::string::npos)
      << listener.warnings;
  EXPECT_NE(listener.warnings.find("geometric_stiffness"), std::string::npos) << listener.warnings;
  EXPECT_NE(listener.warnings.find("reference = \"chord\""), std::string::npos) << listener.warnings;
}

// Both integrators on the same flexible shaft: the same sag, whirl and reactions.
// Bent by its weight the shaft turns about its bent axis: a run in time from there keeps its loads, but for what 1 nm,
// the tolerance, makes of a shaft of 10 N/um.
TEST(FlexibleModel, ARunFromTheSteadyStateOfABentShaftKeepsItsLoads) {
  const Model model = parse_model(replaced(rotor, "pictures_at = [\"2.5 ms\", \"1 ms\"]\n",
                                           "integrator = \"ida\"\nmax_order = 2\naccuracy = 0.01\n"),
                                  "rotor.toml");
  MechanismRun run = build(model);
  MechanismResult result;
  for (const StageInput& stage : model.stages) result = run_mechanism_stage(stage, run, {}, silent_observer());
  ASSERT_EQ(result.record.status, StageStatus::done) << result.record.message;
  for (const NamedArray& curve : result.arrays.begin()->second)
    if (curve.name == "joint.right.force") {
      EXPECT_NEAR(curve.values.maxCoeff(), curve.values(0), 0.01);
      EXPECT_NEAR(curve.values.minCoeff(), curve.values(0), 0.01);
    }
}

// Set turning at once, the shaft at rest under its weight rings.
TEST(FlexibleModel, BothIntegratorsAgree) {
  const auto run_with = [](const std::string& integrator) {
    const std::string at_rest = replaced(rotor, "type = \"steady\"", "type = \"static\"");
    const Model model =
        parse_model(replaced(at_rest, "pictures_at = [\"2.5 ms\", \"1 ms\"]\n", integrator), "rotor.toml");
    MechanismRun run = build(model);
    testing::Listener listener;
    MechanismResult result;
    for (const StageInput& stage : model.stages) result = run_mechanism_stage(stage, run, {}, listener);
    EXPECT_EQ(result.record.status, StageStatus::done) << result.record.message;
    return std::pair{run.state, quantity(result, "joint.right.peak_force")};
  };
  const auto [alpha, alpha_force] = run_with("accuracy = 0.01\ndamping = 0.9\n");
  const auto [ida, ida_force] = run_with("integrator = \"ida\"\nmax_order = 2\n");
  EXPECT_LT((alpha.x.R[1] - ida.x.R[1]).norm(), 1e-8);
  EXPECT_LT((alpha.x.A[1] - ida.x.A[1]).norm(), 1e-6);
  EXPECT_LT((alpha.x.q - ida.x.q).norm(), 1e-3 * alpha.x.q.norm());
  EXPECT_NEAR(alpha_force / ida_force, 1, 1e-3);
}

// (speed/first frequency)^2 and the load over the Euler load stay below 0.02 at 100 rad/s: nothing to say.
TEST(FlexibleModel, SaysNothingOfTheReferenceConditionWhereItDoesNotMatter) {
  const Model model =
      parse_model(replaced(rotor, ", geometric_stiffness = [\"inertia\", \"interface\"]", ""), "rotor.toml");
  MechanismRun run = build(model);
  testing::Listener listener;
  for (const StageInput& stage : model.stages) run_mechanism_stage(stage, run, {}, listener);
  EXPECT_EQ(listener.warnings.find("Euler load"), std::string::npos) << listener.warnings;
}

TEST(FlexibleModel, TheFloatingFrameOfABodyCannotBeHeldOrPushed) {
  const auto message = [](const std::string& what, const std::string& by) {
    try {
      build(parse_model(replaced(rotor, what, by), "rotor.toml"));
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  for (const auto& [what, by] :
       {std::pair{"between = [\"shaft.left\", \"ground\"]", "between = [\"shaft\", \"ground\"]"},
        std::pair{"[[motion]]\nname = \"drive\"\nbetween = [\"shaft.left\"",
                  "[[motion]]\nname = \"drive\"\nbetween = [\"shaft\""},
        std::pair{"[[stage]]\nname = \"sag\"",
                  "[[load]]\non = \"shaft\"\ndirection = [1, 0, 0]\nsize = \"1 N\"\n[[stage]]\nname = \"sag\""}}) {
    const std::string said = message(what, by);
    for (const char* part : {"rotor.toml:", "floating frame", "'shaft.left', 'shaft.middle', 'shaft.right'"})
      EXPECT_NE(said.find(part), std::string::npos) << part << " in: " << said;
  }
  // It may be measured, and it is an ordinary point where the body is taken as rigid.
  EXPECT_EQ(
      message(
          "[[stage]]\nname = \"sag\"",
          "[[measure]]\nname = \"m\"\nkind = \"way\"\nbetween = [\"shaft\", \"ground\"]\n[[stage]]\nname = \"sag\""),
      "no error");
  EXPECT_EQ(message("interface = [ { name = \"left\"", "flexible = false\ninterface = [ { name = \"left\""),
            "no error");
}

TEST(FlexibleModel, MistakesAreExplained) {
  const auto message = [](const std::string& what, const std::string& by) {
    try {
      build(parse_model(replaced(rotor, what, by), "rotor.toml"));
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(message("density = \"7850 kg/m^3\"\nplace", "place").find("density"), std::string::npos);
  EXPECT_NE(message("\"inertia\", \"interface\"", "\"intertia\"").find("allowed"), std::string::npos);
  EXPECT_NE(message("bore = \"10 mm\"", "bore = \"40 mm\"").find("bore"), std::string::npos);
  EXPECT_NE(
      message("density = \"7850 kg/m^3\"\nplace", "density = \"7850 kg/m^3\"\nmass = \"1 kg\"\nplace").find("both"),
      std::string::npos);
}

}  // namespace
}  // namespace trunnion
