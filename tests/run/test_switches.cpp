// Formulas that jump or bend: the instants are found, so that what follows is as exact as a smooth law; closed forms.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "mechanism_text.h"
#include "support/verification.h"
#include "trunnion/math/stopwatch.h"

namespace trunnion {
namespace {

// A mass of 2 kg that slides along x, where it stands and how fast it moves measured.
std::string slide(const std::string& start = "0 m") {
  return "[model]\nname = 'switches'\n" + testing::body_text("mass", fmt::format("['{}', '0 m', '0 m']", start)) +
         "\n" + testing::guide_text("mass") + R"(
[[measure]]
name = "way"
kind = "way"
between = ["slide", "rail"]
[[measure]]
name = "speed"
kind = "speed"
between = ["slide", "rail"]
)";
}

std::string load(const std::string& size) {
  return fmt::format("[[load]]\nname = 'push'\non = 'mass'\ndirection = [1, 0, 0]\nsize = '{}'\n", size);
}

std::string transient(double duration, const std::string& more) {
  return fmt::format("[[stage]]\nname = 'run'\ntype = 'transient'\nduration = '{} s'\nsamples = 50\n{}\n", duration,
                     more);
}

double last(const VectorXd& curve) { return curve[curve.size() - 1]; }

class Switches : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(BothIntegrators, Switches,
                         ::testing::Values("integrator = 'generalized-alpha'", "integrator = 'ida'\nmax_order = 5"));

bool is_ida(const char* integrator) { return std::string(integrator).find("ida") != std::string::npos; }

// Between jumps accelerations are constant, which generalized-alpha follows to rounding, and jumps are crossed on the
// same parabola. IDA starts at order 1 behind each: some 30 steps with errors of 1e-7 m/s in the rates.
constexpr double exact = 1e-10, thirty_steps = 30 * 1e-7;  // [m/s]

// x = F/2m (t - t0)^2 after t0 = 0.1234567 s, for F = 30 N up to 0.2 s, nothing after.
TEST_P(Switches, APushOfGivenDurationGivesItsExactWayAndSpeed) {
  testing::TextRun run(slide() + load("30 N*(step(time - 0.1234567 s) - step(time - 0.2 s))") +
                       transient(0.5, GetParam()));
  run.all();
  const double t = 0.2 - 0.1234567, v = 15 * t;
  EXPECT_EQ(run.quantity("events"), 2);
  const double speed = is_ida(GetParam()) ? thirty_steps : exact;
  EXPECT_NEAR(last(run.curve("measure.speed")), v, speed);
  EXPECT_NEAR(last(run.curve("measure.way")), 0.5 * v * t + v * 0.3, 0.3 * speed);
  EXPECT_LT(run.quantity("energy_balance_error"), 1e-3);
}

// The force is always 10 N towards the middle: parabolas of a quarter period sqrt(2 m a/F) each, for ever.
double to_and_fro(const std::string& integrator, double accuracy) {
  const double amplitude = 0.05, quarter = std::sqrt(2 * 2 * amplitude / 10);
  testing::TextRun run(slide("50 mm") + load("-10 N*sign(way)") +
                       transient(8 * quarter, fmt::format("{}\naccuracy = {}", integrator, accuracy)));
  run.all();
  EXPECT_EQ(run.quantity("events"), 4);
  return std::abs(last(run.curve("measure.way")) - amplitude) + quarter * std::abs(last(run.curve("measure.speed")));
}

TEST_P(Switches, AForceThatTurnsRoundInTheMiddleKeepsItsAmplitude) {
  const double error = to_and_fro(GetParam(), 1);
  testing::record(
      {.group = "Multibody dynamics",
       .name = fmt::format("Mass under a force of constant size towards the middle, two periods, {}",
                           is_ida(GetParam()) ? "IDA" : "generalized-alpha"),
       .reference = "parabolas; error of way and speed at the end [m]",
       .reference_value = 0.05,
       .value = 0.05 + error,
       .error = error,
       .allowed = is_ida(GetParam()) ? thirty_steps : exact,
       .why = is_ida(GetParam()) ? "some 30 steps with errors of 1e-7 m/s" : "parabolas are followed to rounding"});
}

// A rope: 0 N when slack, 400 N/m when taut. From 0.1 m beyond: a quarter swing, a slack flight of 0.2 m, and back.
TEST_P(Switches, ARopeThatIsSlackHalfOfTheTimeHasItsPeriod) {
  const double w = std::sqrt(400.0 / 2), v = 0.1 * w, period = 2 * (M_PI / 2 / w + 0.2 / v) + M_PI / w;
  testing::TextRun run(slide("0.2 m") +
                       load("-400 N/m*(max(way, 0.1 m) - 0.1 m) - 400 N/m*(min(way, -0.1 m) + 0.1 m)") +
                       transient(period, fmt::format("{}\naccuracy = 0.01", GetParam())));
  run.all();
  EXPECT_EQ(run.quantity("events"), 4);
  EXPECT_NEAR(last(run.curve("measure.way")), 0.2, 2e-6);
}

// A speed that starts to grow at 0.1 s: the way is a parabola, the drive's force m a from there on.
TEST_P(Switches, AMotionWithAKinkInItsSpeedIsFollowedExactly) {
  testing::TextRun run(slide() +
                       "[[motion]]\nname = 'drive'\nbetween = ['slide', 'rail']\nspeed = 'max(0 m/s, 3 m/s^2*(time - "
                       "0.1 s))'\n" +
                       transient(0.3, GetParam()));
  run.all();
  EXPECT_EQ(run.quantity("events"), 1);
  EXPECT_NEAR(last(run.curve("measure.way")), 1.5 * 0.04, 1e-7);
  const VectorXd force = run.curve("joint.drive.force");
  EXPECT_NEAR(force[10], 0, 1e-3);  // 0.06 s
  EXPECT_NEAR(force[45], 6, 1e-3);  // 0.27 s: what the start leaves in the multiplier falls by 0.7 each step
}

// Dry friction by sign() has no value at rest: 3 m/s^2 for 0.1 s, then 2 m/s^2 against the motion bring the mass to
// rest at 0.25 s. Shortly after it is said, and what to write instead.
const std::string dry_friction = slide() + load("10 N*step(0.1 s - time) - 4 N*sign(speed)");

TEST(SwitchesAtRest, ALawThatChattersIsNamedWithItsTime) {
  testing::TextRun run(dry_friction + transient(0.26, ""));
  const MechanismResult result = run_mechanism_stage(run.model.stages[0], run.run, {}, run.listener);
  EXPECT_EQ(result.record.status, StageStatus::failed);
  for (const char* part : {"'push'", "to and fro without end", "t = 0.25", "tanh"})
    EXPECT_NE(result.record.message.find(part), std::string::npos) << part << " in: " << result.record.message;
}

// IDA's steps may get through the chatter: then the mass stays where it came to rest, 0.0375 m away. Or it is said.
TEST(SwitchesAtRest, ALawThatChattersEndsWithIdaToo) {
  testing::TextRun run(dry_friction + transient(0.2502, "integrator = 'ida'\nmax_order = 5"));
  const Stopwatch watch;
  const MechanismResult result = run_mechanism_stage(run.model.stages[0], run.run, {}, run.listener);
  RecordProperty("seconds", fmt::format("{:.3g}", watch.seconds()));
  if (result.record.status == StageStatus::done)
    EXPECT_NEAR(run.state().x.R[0].x(), 0.0375, 1e-6);
  else
    EXPECT_NE(result.record.message.find("to and fro without end"), std::string::npos) << result.record.message;
}

// A root that is real up to 0.25 m: (0.5 m/s^2) t^2 gets there after 0.707 s.
TEST_P(Switches, ALawWithoutAValueIsNamedWithItsQuantityAndTime) {
  testing::TextRun run(slide() + load("2 N + 1e-9 N*sqrt((0.25 m - way)/1 m)") + transient(1, GetParam()));
  const MechanismResult result = run_mechanism_stage(run.model.stages[0], run.run, {}, run.listener);
  EXPECT_EQ(result.record.status, StageStatus::failed);
  for (const char* part : {"the force of load 'push'", "way = 0.25", "not a finite number", "t = 0.70", "What to try"})
    EXPECT_NE(result.record.message.find(part), std::string::npos) << part << " in: " << result.record.message;
}

}  // namespace
}  // namespace trunnion
