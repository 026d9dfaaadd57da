// Gear pairs in mechanisms from model files: the static limit of their transmission error, ratios, and what is refused.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "mechanism_text.h"
#include "support/paths.h"
#include "support/run_program.h"
#include "support/verification.h"
#include "trunnion/run/run_model.h"

namespace trunnion {
namespace {

using namespace testing;

/// Two rotors on rigid shafts with a brake of 200 N m; `pair`: keys of the gear pair, `stages`: what is run.
std::string rotors(const std::string& pair, const std::string& stages) {
  return R"([model]
name = "rotors"
[[material]]
name = "steel"
young = "206 GPa"
poisson = 0.3
[[gear]]
name = "pinion gear"
teeth = 24
module = "4 mm"
width = "20 mm"
hub_radius = "25 mm"
thinning = "0.05 mm"
material = "steel"
[[gear]]
name = "wheel gear"
teeth = 36
module = "4 mm"
width = "20 mm"
hub_radius = "45 mm"
thinning = "0.05 mm"
material = "steel"
[[gear_pair]]
name = "mesh"
driver = "pinion gear"
driven = "wheel gear"
flank_size = "0.16 mm"
bulk_size = "0.8 mm"
rim_size = "2.4 mm"
)" + pair +
         "\n" + geared_rotors_text("120 mm", "200 N.m") + R"([[marker]]
name = "aside"
body = "wheel"
position = ["2 mm", "0 mm", "0 mm"]
[[marker]]
name = "upside down"
body = "wheel"
z = [0, 0, -1]
[[marker]]
name = "far out"
body = "wheel"
position = ["0 mm", "0 mm", "30 mm"]
)" + stages;
}

const std::string sweep = R"([[motion]]
name = "drive"
between = ["pinion", "ground"]
angle = "time*1 rad/s"
[[measure]]
name = "turn"
kind = "angle"
between = ["pinion", "ground"]
[[stage]]
name = "cycle"
type = "mesh-cycle"
torque = "200 N.m"
positions = 48
[[stage]]
name = "slowly"
type = "sweep"
motion = "drive"
first = "0 degree"
last = "15 degree"
samples = 25
)";

VectorXd curve(const RunResult& result, const std::string& stage, const std::string& name) {
  for (const NamedArray& array : result.arrays.at("curves/" + stage))
    if (array.name == name) return array.values;
  ADD_FAILURE() << "no curve " << name << " in " << stage;
  return VectorXd::Zero(1);
}

RunResult run_text(const std::string& name, const std::string& text) {
  const auto folder = fresh_folder(name);
  std::ofstream(folder / "rotors.toml") << text;
  RunOptions options;
  options.model_file = folder / "rotors.toml";
  options.out = folder / "out";
  return run_model(options);
}

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  const auto at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), by);
}

const std::string in_mesh = "between = [\"pinion\", \"wheel\"]\ntorque = \"200 N.m\"\npositions = 48\n";

TEST(GearDynamics, SlowlyTurnedTheTransmissionErrorIsThatOfTheMeshCycle) {
  for (const std::string fidelity : {"tabulated", "full"}) {
    const RunResult result =
        run_text("gear-slowly-" + fidelity, rotors(in_mesh + "fidelity = \"" + fidelity + "\"", sweep));
    ASSERT_TRUE(result.success());
    const VectorXd error = curve(result, "cycle", "transmission_error");
    const VectorXd position = curve(result, "slowly", "gear_pair.mesh.position");
    const VectorXd approach = curve(result, "slowly", "gear_pair.mesh.transmission_error");
    const double base = 0.072 * std::cos(20 * std::numbers::pi / 180);
    double off = 0;
    const double range = error.maxCoeff() - error.minCoeff();
    for (Index i = 0; i < position.size(); ++i) {  // straight between the positions of the cycle
      const double steps = (position[i] + 0.5) * double(error.size());
      const Index k = Index(std::floor(steps)) % error.size();
      const double share = steps - std::floor(steps),
                   expected = (1 - share) * error[k] + share * error[(k + 1) % error.size()];
      off = std::max(off, std::abs(approach[i] / base - expected));
    }
    record({.group = "Gears",
            .name = "Slow limit of the dynamic transmission error, " + fidelity + " law",
            .reference = "mesh cycle, over its peak to peak",
            .reference_value = 0,
            .value = off / range,
            .error = off / range,
            .allowed = 0.06,
            .why = "48 positions: tip corners come in between two of them",
            .inside = true});
  }
}

// A table of the user in place of computed teeth: error and stiffness over the position are what it says.
TEST(GearDynamics, ATableFromAFileIsTheLawOfTheMesh) {
  const auto folder = fresh_folder("gear-table-file");
  constexpr int rows = 64;
  const auto stiffness = [](double x) { return 300e6 + 60e6 * std::cos(2 * std::numbers::pi * x); };
  const auto error = [](double x) { return 3e-6 * std::sin(2 * std::numbers::pi * x); };
  {
    std::ofstream table(folder / "mesh.csv");
    table << "position, stiffness [N/um], error [um]\n";
    for (int k = 0; k < rows; ++k) {
      const double x = -0.5 + double(k) / rows;
      table << fmt::format("{:.10g}, {:.12g}, {:.12g}\n", x, 1e-6 * stiffness(x), 1e6 * error(x));
    }
  }
  const auto cycle = sweep.find("[[stage]]\nname = \"cycle\""), slowly = sweep.find("[[stage]]\nname = \"slowly\"");
  const std::string turned = std::string(sweep).erase(cycle, slowly - cycle);
  const RunResult result =
      run_text("gear-table",
               rotors(in_mesh + fmt::format("fidelity = \"tabulated\"\ntable = \"{}\"", (folder / "mesh.csv").string()),
                      turned));
  ASSERT_TRUE(result.success());
  const VectorXd position = curve(result, "slowly", "gear_pair.mesh.position");
  const VectorXd approach = curve(result, "slowly", "gear_pair.mesh.transmission_error");
  const double force = 200 / (0.072 * std::cos(20 * std::numbers::pi / 180));
  double off = 0;
  for (Index i = 0; i < position.size(); ++i)
    off = std::max(off, std::abs(approach[i] - error(position[i]) - force / stiffness(position[i])));
  record({.group = "Gears",
          .name = "Slow limit of a mesh whose law is a table from a file, over its mean deflection",
          .reference = "error of the table and force over its stiffness",
          .reference_value = 0,
          .value = off * 300e6 / force,
          .error = off * 300e6 / force,
          .allowed = 1e-5,
          .why = "cubic splines through 64 rows"});
}

// A tooth of the pinion that lies back lets the wheel lag by as much where it carries alone, and only then.
TEST(GearDynamics, AToothThatLiesBackShowsWhenItComesIntoMesh) {
  const std::string text = replaced(
      replaced(rotors(in_mesh + "fidelity = \"tabulated\"", sweep), "last = \"15 degree\"", "last = \"120 degree\""),
      "samples = 25", "samples = 33");
  const auto approach = [&](const std::string& name, const std::string& teeth) {
    const RunResult result = run_text(name, teeth);
    EXPECT_TRUE(result.success());
    return curve(result, "slowly", "gear_pair.mesh.transmission_error");
  };
  std::string list;
  for (int tooth = 0; tooth < 24; ++tooth) list += tooth == 21 ? ", \"8 um\"" : ", \"0 um\"";
  const std::string flank = "flank = { pitch_deviation = [" + list.substr(2) + "] }\n";
  const VectorXd even = approach("gear-even", text),
                 uneven = approach("gear-uneven", replaced(text, "teeth = 24\n", "teeth = 24\n" + flank));
  const VectorXd more = uneven - even;
  Index most = 0;
  EXPECT_NEAR(more.maxCoeff(&most), 8e-6, 0.5e-6);
  EXPECT_NEAR(double(most) / 4, 3, 0.6);  // tooth -3 comes after three pitches, four samples each
  for (Index i = 0; i < more.size(); ++i)
    if (std::abs(double(i) / 4 - 3) > 1.3) {
      EXPECT_NEAR(more[i], 0, 0.2e-6) << i;
    }
}

// Over whole mesh cycles sliding teeth take the share of the power that the mesh cycle says.
TEST(GearDynamics, FrictionLossAtSpeedIsThatOfTheMeshCycle) {
  const RunResult result = run_text("gear-friction", rotors(in_mesh + R"(fidelity = "full"
friction = 0.06
damping = "3000 N.s/m"
)",
                                                            R"toml([[motion]]
name = "drive"
between = ["pinion", "ground"]
angular_speed = "20 rad/s*min(1, time/0.01 s)"
[[stage]]
name = "cycle"
type = "mesh-cycle"
torque = "200 N.m"
friction = 0.06
positions = 48
[[stage]]
name = "run"
type = "transient"
duration = "60 ms"
samples = 1200
)toml"));
  ASSERT_TRUE(result.success());
  const VectorXd loss = curve(result, "run", "gear_pair.mesh.friction_power"),
                 frequency = curve(result, "run", "gear_pair.mesh.mesh_frequency");
  // Whole cycles at the end of the run: 20 rad/s of 24 teeth, a cycle takes 13.1 ms.
  const auto cycle = Index(std::lround(1200 / 60e-3 * 2 * std::numbers::pi / (20 * 24)));
  EXPECT_NEAR(frequency[loss.size() - 1], 20 * 24 / (2 * std::numbers::pi), 0.01 * 76.4);
  const double output = 200 * 20 * 24.0 / 36, mean = loss.tail(2 * cycle).mean();
  double expected = 0;
  for (const Quantity& q : result.record.quantities)
    if (q.name == "cycle.friction_loss_percent") expected = q.value.value_or(0);
  record({.group = "Gears",
          .name = "Friction loss of a slow run, percent of the input power",
          .reference = "mesh cycle, friction in the bending of teeth counted",
          .reference_value = expected,
          .value = 100 * mean / (output + mean),
          .error = relative_error(100 * mean / (output + mean), expected),
          .allowed = 0.05,
          .why = "normal forces of the law are those without friction",
          .inside = true});
  // What slides under which force makes the loss; off the path of contact, at tip corners, points slide a little
  // faster.
  const VectorXd lost = curve(result, "cycle", "friction_loss");
  VectorXd slid = VectorXd::Zero(lost.size());
  for (const int pair : {-1, 0, 1})
    slid += 0.06 * curve(result, "cycle", fmt::format("tooth_force.{}", pair))
                       .cwiseProduct(curve(result, "cycle", fmt::format("sliding.{}", pair)).cwiseAbs());
  EXPECT_NEAR(slid.mean(), lost.mean(), 0.02 * lost.mean());
}

// Seen in a mirror that holds both axes the driver turns the other way, the helix winds the other way, and a lead opens
// the same end of the face.
TEST(GearDynamics, APairThatTurnsBackwardIsTheMirrorImageOfItsTwin) {
  const auto lag = [](const std::string& name, bool backward, int helix) {
    std::string text = rotors(in_mesh + "face_elements = 4\n" + (backward ? "backward = true\n" : ""),
                              "[[motion]]\nname = \"drive\"\nbetween = [\"pinion\", \"ground\"]\nangle = \"0 rad\"\n"
                              "[[stage]]\nname = \"load\"\ntype = \"static\"\n");
    text = replaced(text, "flank_size = \"0.16 mm\"", "flank_size = \"0.8 mm\"");
    text = replaced(text, "bulk_size = \"0.8 mm\"", "bulk_size = \"2 mm\"");
    text = replaced(text, "positions = 48", "positions = 32");
    text = replaced(
        text, "teeth = 24\n",
        fmt::format("teeth = 24\nhelix_angle = \"{} degree\"\nflank = {{ lead_slope = \"20 um\" }}\n", 15 * helix));
    text = replaced(text, "teeth = 36\n", fmt::format("teeth = 36\nhelix_angle = \"{} degree\"\n", -15 * helix));
    for (int k = 0; k < 2; ++k) text = replaced(text, "\"120 mm\"", "\"124.233 mm\"");
    if (backward) text = replaced(text, "direction = [0, 0, 1]", "direction = [0, 0, -1]");
    const RunResult result = run_text(name, text);
    return std::abs(curve(result, "load", "gear_pair.mesh.transmission_error").tail(1)[0]);
  };
  const double forward = lag("gear-mirror-forward", false, 1), mirrored = lag("gear-mirror-backward", true, -1),
               other_end = lag("gear-mirror-other", true, 1);
  EXPECT_NEAR(mirrored, forward, 1e-6 * forward);
  EXPECT_GT(std::abs(other_end - forward), 1e-3 * forward);
}

TEST(GearDynamics, ARingMayDrive) {
  const std::string ring = "teeth = 36\ninternal = true\nroot = \"fillet\"\naddendum = \"3.2 mm\"\n";
  std::string text =
      rotors("between = [\"wheel\", \"pinion\"]\nfidelity = \"kinematic\"",
             "[[motion]]\nname = 'drive'\nbetween = ['wheel', 'ground.wheel']\nangular_speed = '100 rad/s'\n"
             "[[stage]]\ntype = 'transient'\nduration = '10 ms'\nsamples = 20");
  text = replaced(text, "teeth = 36\n", ring);
  text = replaced(text, "hub_radius = \"45 mm\"", "hub_radius = \"90 mm\"");
  text = replaced(text, "driver = \"pinion gear\"\ndriven = \"wheel gear\"",
                  "driver = \"wheel gear\"\ndriven = \"pinion gear\"");
  for (int k = 0; k < 2; ++k) text = replaced(text, "[\"120 mm\"", "[\"24 mm\"");
  text = replaced(text, "on = \"wheel\"", "on = \"pinion\"");
  text = replaced(text, "direction = [0, 0, 1]", "direction = [0, 0, -1]");
  TextRun run(text);
  run.all();
  EXPECT_NEAR(run.state().v[5], 100 * 36.0 / 24, 1e-7);
  EXPECT_NEAR(std::abs(run.reaction("drive")[5]), 200 * 36.0 / 24, 1e-6);
}

TEST(GearDynamics, KinematicGearsHoldTheBrakeByTheirRatio) {
  TextRun run(rotors("between = [\"pinion\", \"wheel\"]\nfidelity = \"kinematic\"",
                     "[[motion]]\nname = 'drive'\nbetween = ['pinion', 'ground']\nangular_speed = '100 rad/s'\n"
                     "[[stage]]\ntype = 'transient'\nduration = '10 ms'\nsamples = 20"));
  run.all();
  EXPECT_NEAR(run.state().v[11], -100 * 24.0 / 36, 1e-7);
  EXPECT_NEAR(std::abs(run.reaction("drive")[5]), 200 * 24.0 / 36, 1e-6);
  // The mesh pushes the axes apart with its pressure angle: force on the bearing.
  const double line = 200 / (0.072 * std::cos(20 * std::numbers::pi / 180));
  EXPECT_NEAR(run.reaction("left").head<3>().norm(), line, 1e-6 * line);
}

std::string refusal(const std::string& pair) {
  try {
    TextRun run(rotors(pair, "[[stage]]\ntype = 'static'"));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(GearDynamics, PairsThatCannotWorkAreToldInSentences) {
  const std::string torque = "\ntorque = \"200 N.m\"";
  EXPECT_NE(refusal("between = [\"pinion\", \"wheel\"]").find("needs 'torque'"), std::string::npos);
  EXPECT_NE(refusal("between = [\"pinion\"]" + torque).find("names two markers"), std::string::npos);
  EXPECT_NE(refusal("between = [\"pinion\", \"aside\"]" + torque).find("122 mm apart"), std::string::npos);
  EXPECT_NE(refusal("between = [\"pinion\", \"upside down\"]" + torque).find("point the same way"), std::string::npos);
  EXPECT_NE(refusal("between = [\"pinion\", \"far out\"]" + torque).find("middle of the faces"), std::string::npos);
  EXPECT_NE(
      refusal("between = [\"pinion\", \"wheel\"]\nfidelity = \"kinematic\"\nfriction = 0.1").find("share the load"),
      std::string::npos);
  EXPECT_NE(refusal("between = [\"pinion\", \"weel\"]" + torque).find("wheel"), std::string::npos);
  EXPECT_NE(refusal("between = [\"pinion\", \"wheel\"]\ntable = \"a.csv\"" + torque).find("a.csv"), std::string::npos);
}

}  // namespace
}  // namespace trunnion
