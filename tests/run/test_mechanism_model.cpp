// A rigid slider-crank from a model file, and the mistakes users make in the tables of a mechanism.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "mechanism_text.h"
#include "support/paths.h"
#include "support/run_program.h"
#include "trunnion/base/error.h"
#include "trunnion/run/check_model.h"
#include "trunnion/run/csv_curve.h"
#include "trunnion/run/mechanism_parts.h"

namespace trunnion {
namespace {

const std::string slider_crank = testing::slider_crank_text() + R"([[motion]]
name = "drive"
between = ["crank", "ground"]
angular_speed = "20 rad/s"
[[stage]]
name = "run"
type = "transient"
duration = "0.5 s"
samples = 100
)";

MechanismRun build(const std::string& text) {
  const Model model = parse_model(text, "slider-crank.toml");
  MechanismRun run;
  run.built = build_mechanism(model, [](const FlexibleBodyInput&) { return std::shared_ptr<const ReducedBody>(); });
  check_stages(model, run.built);
  return run;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

TEST(MechanismModel, SliderFollowsItsKinematics) {
  const Model model = parse_model(slider_crank, "slider-crank.toml");
  MechanismRun run = build(slider_crank);
  const MechanismResult result = run_mechanism_stage(model.stages[0], run, {}, silent_observer());
  EXPECT_EQ(result.record.status, StageStatus::done) << result.record.message;
  const double angle = 20 * run.state.t, r = 0.1, l = 0.3;
  const double x = r * std::cos(angle) + std::sqrt(l * l - std::pow(r * std::sin(angle), 2));
  EXPECT_NEAR(run.state.t, 0.5, 1e-12);
  EXPECT_NEAR(run.state.x.R[2].x(), x, 1e-8);
  EXPECT_EQ(run.start.degrees_of_freedom, 0);
  EXPECT_FALSE(result.curves.empty());
}

struct Mistake {
  const char *what, *by, *says;
};

class Mistakes : public ::testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, AreExplainedWithFileAndLine) {
  const Mistake& mistake = GetParam();
  try {
    build(replaced(slider_crank, mistake.what, mistake.by));
    FAIL() << "no error";
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("slider-crank.toml:"), std::string::npos) << message;
    EXPECT_NE(message.find(mistake.says), std::string::npos) << message;
  }
}

INSTANTIATE_TEST_SUITE_P(Mechanism, Mistakes,
                         ::testing::Values(Mistake{R"(["rod", "pin"])", R"(["rod", "pim"])", "pin"},
                                           Mistake{R"(["rod", "pin"])", R"(["pin", "crank"])", "same body"},
                                           Mistake{R"(mass = "1 kg")", R"(mass = "0 kg")", "mass"},
                                           Mistake{R"(["1e-4 kg.m^2", "2e-3 kg.m^2", "2e-3 kg.m^2"])",
                                                   R"(["1e-4 kg.m^2", "2e-3 kg.m^2", "-2e-3 kg.m^2"])", "inertia"},
                                           Mistake{R"(["1e-4 kg.m^2", "2e-3 kg.m^2", "2e-3 kg.m^2"])",
                                                   R"(["1e-4 kg.m^2", "2e-3 kg.m^2", "9e-3 kg.m^2"])", "no real"},
                                           Mistake{R"(body = "rod")", R"(body = "rood")", "rod"},
                                           Mistake{R"(duration = "0.5 s")", R"(motions = [])", "duration"},
                                           Mistake{R"(type = "spherical")", R"(type = "sphere")", "spherical"}));

// What stages ask of the mechanism, and in which order.
const char* transient = "type = \"transient\"\nduration = \"0.5 s\"\nsamples = 100";
INSTANTIATE_TEST_SUITE_P(
    Stages, Mistakes,
    ::testing::Values(
        Mistake{transient, "type = 'sweep'", "exactly one of these"},
        Mistake{transient, "type = 'sweep'\nmotion = 'drive'\nfirst = '0 degree'", "'first' and 'last'"},
        Mistake{transient, "type = 'sweep'\nmotion = 'drive'\nfirst = '0 mm'\nlast = '1 mm'", "angle"},
        Mistake{transient, "type = 'sweep'\nmotion = 'drive'\nfirst = '0 degree'\nlast = '9 degree'\nmotions = []",
                "leaves out"},
        Mistake{transient, "type = 'sweep'\nparameter = 'k'\nfirst = 1\nlast = 2", "no parameter is called 'k'"},
        Mistake{transient, "type = 'campbell'\nmotion = 'drvie'\nspeeds = ['1 rad/s']", "drive"},
        Mistake{transient, "type = 'steady'\nmotions = []", "nothing gives a speed"},
        Mistake{transient, "type = 'response'\nload = 'slidr'\nfrom = '1 Hz'\nto = '2 Hz'", "slider"},
        Mistake{"duration = \"0.5 s\"",
                "duration = '1 s'\norder_analysis = [ { signal = 'body.slider.x', angle = 'turn' } ]",
                "no measure of an angle 'turn'"},
        Mistake{"angular_speed = \"20 rad/s\"", "angular_speed = '20 m/s'", "rad/s"},
        Mistake{"angular_speed = \"20 rad/s\"", "angular_speed = '20 rad/s'\nangle = '1 rad'", "exactly one"},
        Mistake{
            "[[stage]]",
            "[[force]]\nname = 's'\ntype = 'spring'\nbetween = ['rod', 'small end']\nstiffness = '1 N/m'\n[[stage]]",
            "same body"}));

// The rail stands 50 mm to the side: no position of rod and slider closes all joints.
TEST(MechanismModel, JointsThatContradictEachOtherAreNamedWithFileAndLine) {
  const std::string off = replaced(slider_crank, "name = \"rail\"\nbody = \"ground\"",
                                   "name = \"rail\"\nbody = \"ground\"\nposition = [\"0 mm\", \"0 mm\", \"50 mm\"]");
  const Model model = parse_model(off, "slider-crank.toml");
  try {
    check_model(model, testing::fresh_folder("check-cache"));
    FAIL() << "no error";
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.rfind("slider-crank.toml:", 0), 0u) << message;
    EXPECT_NE(message.find("cannot all be satisfied"), std::string::npos) << message;
    EXPECT_NE(message.find("joint '"), std::string::npos) << message;
  }
}

TEST(MechanismModel, CheckCountsFreedomsNamesRedundancyAndSaysWhatMoved) {
  // The wrist as a second hinge repeats what guide and big end already hold; the rod is placed 1 mm too far.
  std::string text = replaced(slider_crank, "type = \"spherical\"", "type = \"revolute\"");
  text =
      replaced(text, "position = [\"100 mm\", \"0 mm\", \"0 mm\"] }", "position = [\"101 mm\", \"0 mm\", \"0 mm\"] }");
  const auto file = testing::fresh_folder("check-mechanism") / "check.toml";
  std::ofstream(file) << text;
  const CheckReport report = check_model(read_model(file), file.parent_path() / "cache");
  ASSERT_TRUE(report.mechanism.has_value());
  EXPECT_EQ(report.mechanism->bodies, 3);
  EXPECT_EQ(report.mechanism->degrees_of_freedom, 0);  // one, and that is driven
  EXPECT_EQ(report.mechanism->rigid_velocities, 18);
  EXPECT_EQ(report.mechanism->rows - static_cast<long>(report.mechanism->redundant.size()), 18);
  EXPECT_NE(report.mechanism->moved.find("moved '"), std::string::npos) << report.mechanism->moved;
  const auto program = testing::run_program({"check", file});
  EXPECT_EQ(program.status, 0) << program.out << program.err;
  EXPECT_NE(program.out.find("0 degrees of freedom"), std::string::npos) << program.out;
  EXPECT_NE(program.out.find("redundant: joint '"), std::string::npos) << program.out;
}

TEST(MechanismModel, OutputsTakeNumbersFromCurvesAndMeetExpectations) {
  // Ways of a slider-crank: 400 mm stretched out, 200 mm folded; the crank turns 10 rad in half a second.
  const auto folder = testing::fresh_folder("curve-output");
  const std::string text = slider_crank +
                           "[[measure]]\nname = 'turn'\nkind = 'angle'\nbetween = ['crank', 'ground']\n"
                           "[[output]]\nname = 'outer'\nquantity = 'curve'\non = 'body.slider.x'\ntake = 'max'\n"
                           "expected = '400 mm'\nwithin = '0.01 %'\n"
                           "[[output]]\nname = 'turned'\nquantity = 'curve'\non = 'measure.turn'\ntake = 'last'\n"
                           "expected = '10 rad'\nwithin = '0.01 %'\n";
  std::ofstream(folder / "outputs.toml") << text;
  const auto result = testing::run_program({"run", folder / "outputs.toml", "--out", folder / "out"});
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  const auto quantities = testing::read_quantities(folder / "out" / "summary.json");
  EXPECT_NEAR(quantities.at("outer"), 0.4, 1e-8);
  EXPECT_NEAR(quantities.at("turned"), 10, 1e-6);
  try {
    build(replaced(text, "on = 'measure.turn'", "on = 'measure.trun'"));
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("measure.turn"), std::string::npos) << error.what();
  }
}

TEST(CsvCurve, RepeatedAbscissaeAreNamedWithTheirLine) {
  const auto file = testing::fresh_folder("csv-curve") / "gas.csv";
  std::ofstream(file) << "angle [degree], force [N]\n0, 1\n10, 2\n10, 3\n";
  try {
    read_csv_curve(file, Kind::angle, {Kind::force});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("gas.csv:4"), std::string::npos) << error.what();
  }
  std::ofstream(file) << "angle [degree], force [N]\n0, 1\n180, 2\n";
  const CsvCurve curve = read_csv_curve(file, Kind::angle, {Kind::force});
  EXPECT_NEAR(curve.x[1], 3.14159265358979, 1e-12);
}

}  // namespace
}  // namespace trunnion
