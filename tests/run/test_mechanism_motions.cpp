// Motions of the model file: what is driven, by which function of time, and how stages switch them.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "mechanism_text.h"
#include "support/paths.h"
#include "trunnion/base/error.h"
#include "trunnion/joints/time_function.h"

namespace trunnion {
namespace {

using std::numbers::pi;
using testing::body_text;
using testing::TextRun;

std::string driven(const std::string& drive, const std::string& stages) {
  return "[model]\nname = 'motion'\n" + body_text("disc") +
         "[[joint]]\nname = 'guide'\ntype = 'cylindrical'\nbetween = ['disc', 'ground']\n"
         "[[measure]]\nname = 'turn'\nkind = 'angle'\nbetween = ['disc', 'ground']\n"
         "[[motion]]\nname = 'drive'\nbetween = ['disc', 'ground']\n" +
         drive + stages;
}

const std::string one_second = "[[stage]]\ntype = 'transient'\nduration = '1 s'\nsamples = 10\nmax_step = '20 ms'\n";

double angle(const State& s) { return std::atan2(s.x.A[0](1, 0), s.x.A[0](0, 0)); }

struct TableCase {
  const char *header, *rows;
  double angle, way;  // after one second
};
class MotionTables : public ::testing::TestWithParam<TableCase> {};

// The unit of the second column decides what is driven; a spline through points of a straight line is that line.
TEST_P(MotionTables, DriveWhatTheirUnitSays) {
  const auto folder = testing::fresh_folder(fmt::format("motion-{}", GetParam().header[10]));
  std::ofstream(folder / "drive.csv") << GetParam().header << "\n" << GetParam().rows;
  TextRun run(driven("table = 'drive.csv'\n", one_second), folder);
  run.all();
  EXPECT_NEAR(angle(run.state()), GetParam().angle, 1e-9);
  EXPECT_NEAR(run.state().x.R[0].z(), GetParam().way, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Units, MotionTables,
                         ::testing::Values(TableCase{"time [s], angle [degree]", "0, 0\n0.5, 45\n1, 90\n2, 180\n",
                                                     pi / 2, 0},
                                           TableCase{"time [s], way [mm]", "0, 0\n0.5, 10\n1, 20\n2, 40\n", 0, 0.02},
                                           TableCase{"time [s], speed [rpm]", "0, 15\n1, 15\n2, 15\n", pi / 2, 0},
                                           TableCase{"time [s], v [m/s]", "0, 0\n1, 0.1\n2, 0.2\n", 0, 0.05}));

TEST(Motions, ATableOfAnotherKindSaysWhatIsWanted) {
  const auto folder = testing::fresh_folder("motion-kind");
  std::ofstream(folder / "drive.csv") << "time [s], force [N]\n0, 0\n1, 1\n";
  try {
    TextRun run(driven("table = 'drive.csv'\n", one_second), folder);
    FAIL();
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("drive.csv:1"), std::string::npos) << message;
    EXPECT_NE(message.find("angle"), std::string::npos) << message;
  }
}

TEST(Motions, ASmoothStepEndsAtItsValueAndAtRest) {
  TextRun run(driven("way = '20 mm*smooth((time - 0.2 s)/0.6 s)'\n", one_second));
  run.all();
  EXPECT_NEAR(run.state().x.R[0].z(), 0.02, 1e-10);
  EXPECT_NEAR(run.state().v[2], 0, 1e-6);
  EXPECT_LT(run.quantity("energy_balance_error"), 1e-3);
}

TEST(Motions, FormulasDriveAngles) {
  TextRun run(driven("angle = '30 degree*sin(2*pi*0.25 Hz*time)'\n", one_second));
  run.all();
  EXPECT_NEAR(angle(run.state()), pi / 6, 1e-9);
}

// Drive up, then let go: without friction the disc keeps the speed it has; driven again it goes on from where it is.
TEST(Motions, AreSwitchedByStages) {
  TextRun run(driven(
      "angular_speed = '20 rad/s'\nsmooth_start = '0.5 s'\n",
      one_second + "[[stage]]\nname = 'free'\ntype = 'transient'\nduration = '0.5 s'\nsamples = 10\n"
                   "motions = []\n[[stage]]\nname = 'again'\ntype = 'transient'\nduration = '0.5 s'\nsamples = 10\n"));
  run.next();
  const double up = run.curve("measure.turn").tail(1)[0];
  EXPECT_NEAR(up, 20 * (1 - 0.25), 1e-7);  // the smooth start loses half of its time
  run.next();
  EXPECT_EQ(run.run.start.degrees_of_freedom, 2);
  EXPECT_NEAR(run.curve("measure.turn").tail(1)[0], up + 20 * 0.5, 1e-6);
  EXPECT_NEAR(run.reaction("drive").norm(), 0, 1e-9);
  run.next();
  EXPECT_EQ(run.run.start.degrees_of_freedom, 1);
  EXPECT_NEAR(run.curve("measure.turn").tail(1)[0], up + 20 * 1.0, 1e-6);
  EXPECT_TRUE(run.listener.warnings.empty()) << run.listener.warnings;
}

TEST(Motions, AStageThatBeginsElsewhereSaysSo) {
  TextRun run(driven("way = '5 mm'\n",
                     "[[stage]]\nname = 'loose'\ntype = 'transient'\nduration = '0.1 s'\nmotions = []\n"
                     "samples = 5\n[[stage]]\nname = 'held'\ntype = 'static'\n"));
  run.all();
  EXPECT_NEAR(run.state().x.R[0].z(), 0.005, 1e-9);
  EXPECT_NE(run.listener.warnings.find("does not begin where"), std::string::npos) << run.listener.warnings;
}

TEST(Motions, TwoOfTheSameAngleAreRefusedUnlessStagesTellThemApart) {
  const std::string text = testing::slider_crank_text() +
                           "[[motion]]\nname = 'slow'\nbetween = ['crank', 'ground']\nangular_speed = '1 rad/s'\n"
                           "[[motion]]\nname = 'fast'\nbetween = ['crank', 'ground']\nangular_speed = '2 rad/s'\n"
                           "[[stage]]\ntype = 'transient'\nduration = '10 ms'\n";
  try {
    testing::TextRun run(text);
    FAIL() << "no error";
  } catch (const InputError& error) {
    for (const char* part : {"test.toml:", "'slow' and 'fast'", "same angle", "motions"})
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << part << " in: " << error.what();
  }
  testing::TextRun run(text + "motions = ['fast']\n");
  run.all();
  EXPECT_NEAR(run.state().v.segment<3>(3).norm(), 2, 1e-9);
}

TEST(Sweeps, OverAnAngleFollowTheWeightOfAPendulum) {
  TextRun run("[model]\nname = 'sweep'\ngravity = ['0 m/s^2', '-9.81 m/s^2', '0 m/s^2']\n" +
              body_text("bob", "['0 m', '-0.5 m', '0 m']") +
              "[[marker]]\nname = 'hook'\nbody = 'bob'\nposition = ['0 m', '0.5 m', '0 m']\n"
              "[[joint]]\nname = 'pin'\ntype = 'revolute'\nbetween = ['hook', 'ground']\n"
              "[[motion]]\nname = 'turn'\nbetween = ['hook', 'ground']\nangular_speed = '1 rad/s'\n"
              "[[stage]]\ntype = 'sweep'\nmotion = 'turn'\nfirst = '0 degree'\nlast = '720 degree'\nsamples = 25\n");
  run.all();
  const VectorXd phi = run.curve("turn"), torque = run.curve("joint.turn.mz");
  ASSERT_EQ(phi.size(), 25);
  EXPECT_NEAR(phi[24], 4 * pi, 1e-12);
  for (Index k = 0; k < phi.size(); ++k) EXPECT_NEAR(torque[k], 2 * 9.81 * 0.5 * std::sin(phi[k]), 1e-6);
}

TEST(Sweeps, OverAParameterStretchASpringByWeightOverStiffness) {
  TextRun run(
      "[parameters]\nk = '500 N/m'\n[model]\nname = 'sweep'\ngravity = ['0 m/s^2', '0 m/s^2', '-9.81 m/s^2']\n" +
      body_text("weight", "['0 m', '0 m', '-1 m']") +
      "[[force]]\nname = 'spring'\ntype = 'spring'\nbetween = ['weight', 'ground']\nstiffness = '${k}'\n"
      "free_length = '1 m'\n[[stage]]\ntype = 'sweep'\nparameter = 'k'\nfirst = '500 N/m'\nlast = '2000 N/m'\n"
      "samples = 4\n[[stage]]\nname = 'rest'\ntype = 'static'\n");
  run.next();
  const VectorXd k = run.curve("k"), z = run.curve("body.weight.z");
  for (Index i = 0; i < 4; ++i) EXPECT_NEAR(z[i], -1 - 2 * 9.81 / k[i], 1e-7);
  run.next();
  EXPECT_NEAR(run.state().x.R[0].z(), -1 - 2 * 9.81 / 2000, 1e-8);  // it keeps the last value
}

// Two discs geared one to two, each with a motion of its own.
std::string geared(const std::string& first, const std::string& second) {
  std::string text = "[model]\nname = 'motions'\n" + body_text("a") + body_text("b", "['1 m', '0 m', '0 m']") +
                     "[[marker]]\nname = 'seat'\nbody = 'ground'\nposition = ['1 m', '0 m', '0 m']\n"
                     "[[joint]]\nname = 'pin a'\ntype = 'revolute'\nbetween = ['a', 'ground']\n"
                     "[[joint]]\nname = 'pin b'\ntype = 'revolute'\nbetween = ['b', 'seat']\n"
                     "[[joint]]\nname = 'gear'\ntype = 'gear'\nbetween = ['a', 'ground']\nwith = ['b', 'seat']\n"
                     "ratio = 2\n";
  text += "[[motion]]\nname = 'drive a'\nbetween = ['a', 'ground']\nangular_speed = '" + first + "'\n";
  text += "[[motion]]\nname = 'drive b'\nbetween = ['b', 'seat']\nangular_speed = '" + second + "'\n";
  return text + one_second;
}

TEST(Motions, ThatAskOneFreedomForDifferentSpeedsAreRefused) {
  try {
    TextRun run(geared("10 rad/s", "4 rad/s"));
    run.all();
    FAIL() << "accepted";
  } catch (const InputError& error) {
    const std::string message = error.what();
    for (const char* part : {"test.toml:", "motions contradict each other", "drive "})
      EXPECT_NE(message.find(part), std::string::npos) << message;
  }
}

TEST(Motions, ThatAskOneFreedomForTheSameSpeedAreOneTooMany) {
  TextRun run(geared("10 rad/s", "5 rad/s"));
  run.all();
  EXPECT_EQ(run.run.start.redundant.size(), 1u);
  EXPECT_NE(run.listener.notes.find("redundant, follows from the other joints: "), std::string::npos);
  EXPECT_NEAR(run.state().v[5], 10, 1e-9);
}

// In steps of 20 degree the crank goes through 90 degree and arrives at 200; at once it would be found at -160.
TEST(Motions, OfAStaticStageAreBroughtUpInItsLoadSteps) {
  const std::string turned = "[[motion]]\nname = 'turn to'\nbetween = ['disc', 'ground']\nangle = '200 degree'\n";
  TextRun run("[model]\nname = 'steps'\n" + body_text("disc") +
              "[[joint]]\nname = 'pin'\ntype = 'revolute'\nbetween = ['disc', 'ground']\n"
              "[[measure]]\nname = 'turn'\nkind = 'angle'\nbetween = ['disc', 'ground']\n" +
              turned + "[[stage]]\ntype = 'static'\nload_steps = 10\n");
  run.all();
  EXPECT_NEAR(run.quantity("measure.turn"), 200 * pi / 180, 1e-9);
  EXPECT_EQ(run.results.back().record.steps, 10);
}

// A motion by its speed is the integral of that speed to rounding, also where it bends, jumps or swings fast.
TEST(Motions, ASpeedIsIntegratedToRounding) {
  const auto of = [](auto speed) { return integral_of([=](double t) { return TimeValue{speed(t), 0, 0}; }, 0, 1e-3); };
  const double bend = 0.12345678, end = 0.7, w = 3e4;
  const auto ramp = of([=](double t) { return 3 * std::max(0.0, t - bend); });
  EXPECT_NEAR(ramp(end).value, 1.5 * (end - bend) * (end - bend), 1e-14);
  const auto jump = of([=](double t) { return t < bend ? 1.0 : -2.0; });
  EXPECT_NEAR(jump(end).value, bend - 2 * (end - bend), 1e-14);
  EXPECT_NEAR(jump(bend + 3e-5).value, bend - 6e-5, 1e-14);
  const auto hum = of([=](double t) { return std::cos(w * t); });
  EXPECT_NEAR(hum(end).value, std::sin(w * end) / w, 1e-13);
}

// Both kinds of speed once asked for all halves of a cell down to the last bit.
TEST(Motions, ASpeedThatHidesBetweenPointsOrComesLateIsIntegratedWithFewValues) {
  long calls = 0;
  const auto counted = [&calls](auto speed) {
    return integral_of(
        [=, &calls](double t) {
          ++calls;
          return speed(t);
        },
        0, 1e-3);
  };
  const double top = 0.33e-3, half = 0.15e-3;
  const auto bump = counted([=](double t) { return TimeValue{std::max(0.0, 1 - std::abs(t - top) / half), 0, 0}; });
  EXPECT_NEAR(bump(1e-3).value, half, 1e-14 * half * 50);
  EXPECT_LT(calls, 5000);
  const double w = 2 * pi * 2000, late = 1000;
  const auto hum = counted([=](double t) { return TimeValue{std::cos(w * t), -w * std::sin(w * t), 0}; });
  hum(late);
  calls = 0;
  // Time itself is known to 1e-13 s there, the phase to 1.4e-9.
  EXPECT_NEAR(hum(late + 0.9e-3).value - hum(late).value, (std::sin(w * (late + 0.9e-3)) - std::sin(w * late)) / w,
              1e-8 / w);
  EXPECT_LT(calls, 500);
}

}  // namespace
}  // namespace trunnion
