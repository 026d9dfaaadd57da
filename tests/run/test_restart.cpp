// Runs that are killed without warning: what is on disk can be read, and a restart ends where an unharmed run ends.
// TRUNNION_KILLS sets how often the run is killed (2 in the tests, 10 in `make soak`).

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sys/wait.h>

#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <random>

#include "mechanism_text.h"
#include "support/command.h"
#include "support/h5py.h"
#include "support/paths.h"
#include "support/run_program.h"
#include "trunnion/base/error.h"
#include "trunnion/solvers/generalized_alpha.h"

namespace trunnion {
namespace {

namespace fs = std::filesystem;

int kills() {
  const char* text = std::getenv("TRUNNION_KILLS");
  return text ? std::atoi(text) : 2;
}

constexpr double between_checkpoints = 0.1;  // [s] of the clock on the wall

constexpr double accuracy = 1e-3, step = 20e-6;  // [s]

// A crank that a motor drives against a sprung and damped slider; small steps make it long enough to be killed.
std::string model_text(double seconds) {
  return testing::slider_crank_text() + R"([[measure]]
name = "turn"
kind = "angle"
between = ["crank", "ground"]
[[measure]]
name = "speed"
kind = "angular_speed"
between = ["crank", "ground"]
[[force]]
name = "buffer"
type = "spring"
between = ["slider", "rail"]
stiffness = "2 N/mm"
damping = "20 N.s/m"
free_length = "300 mm"
[[load]]
name = "motor"
on = "crank"
direction = [0, 0, 1]
torque = true
size = "4 N.m - 0.05 N.m.s*speed"
[[stage]]
name = "run"
type = "transient"
samples = 300
)" + fmt::format("accuracy = {:g}\nmax_step = \"{:g} us\"\n", accuracy, 1e6 * step) +
         fmt::format("duration = \"{} s\"\ncheckpoint_every = \"{} s\"\n", seconds, between_checkpoints);
}

// Reads the results as a user would, at any moment; returns how far their curves go, 0 when they have none yet [s].
double readable_until(const fs::path& out) {
  const std::string answer = testing::run_python(out, R"(
import h5py, json, os
end = 0.0
if os.path.exists('results.h5'):
    with h5py.File('results.h5') as f:
        record = json.loads(f['record'][()])
        if 'curves/run' in f:
            t = f['curves/run/time'][()]
            assert len(f['curves/run/joint.main.force'][()]) == len(t) == len(f['curves/run/measure.turn'][()]) > 0
            end = float(t[-1])
if os.path.exists('summary.json'):
    json.load(open('summary.json'))
print('readable until', repr(end))
)");
  const std::size_t at = answer.find("readable until ");
  if (at == std::string::npos) {
    ADD_FAILURE() << answer;
    return -1;
  }
  return std::stod(answer.substr(at + 15));
}

double last_value(const fs::path& out, const std::string& curve) {
  return std::stod(testing::run_python(
      out, fmt::format("import h5py\nprint(repr(float(h5py.File('results.h5')['curves/run/{}'][-1])))\n", curve)));
}

// A run that is killed, and the one beside it that is not.
struct KilledRun {
  fs::path folder, file, whole, killed;
  std::mt19937 dice{20261115};

  KilledRun(const std::string& name, const std::string& text)
      : folder(testing::fresh_folder(name)),
        file(folder / "restart.toml"),
        whole(folder / "whole"),
        killed(folder / "killed") {
    std::ofstream(file) << text;
    const auto unharmed = testing::run_program({"run", file, "--out", whole});
    EXPECT_EQ(unharmed.status, 0) << unharmed.out << unharmed.err;
  }
  // Starts it (or goes on), waits for the shell's `condition` to hold and a random time more, and kills it.
  void kill_after(const std::string& condition, double longest, bool restart) {
    const double later = std::uniform_real_distribution(0.0, longest)(dice);
    const auto ended = testing::run_command(
        fmt::format("cd {0}; touch mark; {1} run {2} --quiet --out {3}{4} & pid=$!; while kill -0 $pid && ! {5}; do "
                    "sleep 0.01; done; sleep {6:.3f}; kill -9 $pid; wait $pid",
                    folder.string(), testing::program().string(), file.string(), killed.string(),
                    restart ? " --restart" : "", condition, later));
    EXPECT_EQ(WEXITSTATUS(ended.status), 128 + SIGKILL) << "not killed, but ended: " << ended.text;
  }
  void finish() const {
    const auto rest = testing::run_program({"run", file, "--out", killed, "--restart"});
    ASSERT_EQ(rest.status, 0) << rest.out << rest.err;
  }
  double difference(const std::string& curve) const {
    return std::abs(last_value(killed, curve) - last_value(whole, curve));
  }
};

// Each time the run is ended while it computes: it has just written a checkpoint and what readers see of it (on a
// loaded machine these may be seconds apart), and it has not come to its end. Returns until when its results were
// readable. Where the first checkpoint holds the start alone, as on a very busy machine, it is given longer and longer.
double kill_at_checkpoints(KilledRun& run, double duration) {
  constexpr int most = 20;
  double saved = 0;
  for (int k = 0; k < kills() || (saved == 0 && k < most); ++k) {
    const double longest = 2.5 * between_checkpoints * (saved > 0 ? 1 : k + 1);
    run.kill_after("test killed/checkpoints/run.h5 -nt mark -a killed/summary.json -nt killed/checkpoints/run.h5",
                   longest, k > 0);
    const double end = readable_until(run.killed);
    EXPECT_GE(end, saved) << "a killed restart lost what was saved before";
    saved = end;
  }
  EXPECT_GT(saved, 0);
  EXPECT_LT(saved, duration);
  return saved;
}

TEST(Restart, AKilledRunLeavesReadableFilesAndEndsLikeAnUnharmedOne) {
  const double duration = 1.5 * kills();  // long enough to be killed that often on a fast machine, too
  KilledRun run("restart", model_text(duration));
  const double saved = kill_at_checkpoints(run, duration);
  run.finish();
  EXPECT_NEAR(readable_until(run.killed), duration, 1e-9);
  // The last run went on from the checkpoint: it says from when, and that is where the killed one had got to.
  const std::string log = testing::read_file(run.killed / "run.log");
  const std::size_t resumed = log.find("'run' goes on from ");
  ASSERT_NE(resumed, std::string::npos) << log;
  EXPECT_GE(std::stod(log.substr(resumed + 19)), saved);

  // After a restart the same N steps are taken, but iterations end elsewhere within 1e-4 of the tolerance: at most N
  // tol in positions; in rates 1e-4 tol sqrt(n) gamma/(beta h) a step, at random, and 3 sigma of both runs.
  const double steps = duration / step, tolerance = 1e-7 * accuracy, left = 1e-4 * tolerance * std::sqrt(18.0);
  const AlphaParameters p(0.7);
  const double rates = 3 * std::sqrt(2 * steps) * left * p.gamma / (p.beta * step);
  for (const char* curve : {"body.slider.x", "measure.turn"}) EXPECT_LT(run.difference(curve), steps * tolerance);
  constexpr double crank = 0.1;  // [m]
  EXPECT_LT(run.difference("measure.speed"), rates / crank);
  // Works and balances follow the rates by sqrt(2 m E), some N s, over an energy that flowed of some 100 J.
  EXPECT_LT(run.difference("energy.supplied"), 1e-6 * last_value(run.whole, "energy.supplied"));
  // The balances of the restarted run look back over all of it, not only over what came after the last kill.
  const auto a = testing::read_quantities(run.whole / "summary.json"),
             b = testing::read_quantities(run.killed / "summary.json");
  EXPECT_NEAR(b.at("energy_balance_error"), a.at("energy_balance_error"), 1e-6);
  EXPECT_NEAR(b.at("peak_bearing_force"), a.at("peak_bearing_force"), 1e-6 * a.at("peak_bearing_force"));
}

TEST(Restart, AKilledRunOfIdaEndsLikeAnUnharmedOne) {
  const double duration = 0.15 * kills();
  std::string text = model_text(duration);
  text.replace(text.find("[[stage]]"), 9, "[[stage]]\nintegrator = \"ida\"");
  KilledRun run("restart-killed-ida", text);
  kill_at_checkpoints(run, duration);
  run.finish();
  EXPECT_NEAR(readable_until(run.killed), duration, 1e-9);
  // It starts anew at order 1 within its tolerance: 1e-9 accuracy of a position and its relative part, each step.
  const double steps = duration / step, tolerance = (1e-9 + 1e-8) * accuracy;
  EXPECT_LT(run.difference("body.slider.x"), steps * tolerance);
  EXPECT_LT(run.difference("energy.supplied"), 1e-6 * last_value(run.whole, "energy.supplied"));
}

// At a random time within stages that write no checkpoint, or before the first one: nothing is to go on from, the files
// can be read, and the next run begins anew and ends with the same digits.
TEST(Restart, ARunKilledBeforeItsFirstCheckpointBeginsAnew) {
  std::string text = model_text(0.05);
  text.insert(text.find("[[stage]]"),
              "[[stage]]\nname = \"rest\"\ntype = \"sweep\"\nduration = \"1 s\"\nsamples = 4000\n");
  text.replace(text.find("checkpoint_every = \"0.1 s\""), 26, "checkpoint_every = \"1000 s\"");
  KilledRun run("restart-early", text);
  for (int k = 0; k < kills(); ++k) {
    run.kill_after("test -d killed", 0.3, k > 0);
    EXPECT_FALSE(fs::exists(run.killed / "checkpoints" / "run.h5"));
    EXPECT_EQ(readable_until(run.killed), 0);
  }
  run.finish();
  EXPECT_NEAR(readable_until(run.killed), 1.05, 1e-9);
  for (const char* curve : {"body.slider.x", "measure.turn", "measure.speed", "energy.supplied"})
    EXPECT_EQ(run.difference(curve), 0) << curve;
}

TEST(Restart, OfAChangedModelIsRefusedWithASentence) {
  const fs::path folder = testing::fresh_folder("restart-changed");
  const fs::path file = folder / "restart.toml", out = folder / "out";
  std::ofstream(file) << model_text(0.02);
  ASSERT_EQ(testing::run_program({"run", file, "--out", out}).status, 0);
  const std::string before = testing::read_file(out / "results.h5");
  const auto again = testing::run_program({"run", file, "--out", out, "--restart", "--set", "rigid_body.0.mass=2 kg"});
  EXPECT_NE(again.status, 0);
  EXPECT_NE((again.out + again.err).find("run without --restart"), std::string::npos) << again.out << again.err;
  // What the earlier run had found is still there.
  EXPECT_NEAR(readable_until(out), 0.02, 1e-9);
  EXPECT_EQ(testing::read_file(out / "results.h5"), before);
}

// A stage that is made anew comes before the one that goes on: until that one has taken over its curves, the earlier
// results stay as they are.
TEST(Restart, KeepsTheEarlierResultsUntilTheStageThatGoesOnHasTakenThemOver) {
  const fs::path folder = testing::fresh_folder("restart-stages");
  const fs::path file = folder / "restart.toml", out = folder / "out";
  std::string text = model_text(0.02);
  text.insert(text.find("[[stage]]"), "[[stage]]\nname = \"rest\"\ntype = \"static\"\n");
  std::ofstream(file) << text;
  ASSERT_EQ(testing::run_program({"run", file, "--out", out}).status, 0);
  fs::resize_file(out / "checkpoints" / "run.h5", fs::file_size(out / "checkpoints" / "run.h5") / 2);
  const std::string before = testing::read_file(out / "results.h5");
  const auto again = testing::run_program({"run", file, "--out", out, "--restart"});
  EXPECT_NE(again.status, 0) << "the checkpoint is cut in half";
  EXPECT_NE((again.out + again.err).find("run.h5"), std::string::npos) << again.out << again.err;
  EXPECT_EQ(testing::read_file(out / "results.h5"), before);
  EXPECT_NEAR(readable_until(out), 0.02, 1e-9);
}

/// Asks to stop after so many reports of progress.
class Stopper final : public Observer {
 public:
  explicit Stopper(int after) : left_(after) {}
  void begin(const std::string&, const std::string&) override {}
  void advance(double) override { --left_; }
  void end(const std::string&) override {}
  bool cancelled() const override { return left_ < 0; }
  void note(const std::string& sentence) override { notes += sentence; }
  void warn(const std::string&) override {}
  std::string notes;

 private:
  int left_;
};

// With either integrator a run that is stopped on its way goes on from its checkpoint and ends as if nothing had been.
TEST(Restart, BothIntegratorsGoOnFromACheckpoint) {
  for (const std::string integrator : {"generalized-alpha", "ida"}) {
    const fs::path folder = testing::fresh_folder("restart-" + integrator);
    std::string text = model_text(0.05);
    text.replace(text.find("max_step = \"20 us\""), 18, "integrator = \"" + integrator + "\"");
    text.replace(text.find("checkpoint_every = \"0.1 s\""), 26, "checkpoint_every = \"0 s\"");
    testing::TextRun whole(text), stopped(text), resumed(text);
    whole.all();
    CheckpointPlan plan{folder, false, "hash", {}};
    Stopper stopper(60);
    EXPECT_EQ(run_mechanism_stage(stopped.model.stages[0], stopped.run, plan, stopper).record.status,
              StageStatus::stopped);
    plan.restart = true;
    Stopper patient(1 << 30);
    const MechanismResult result = run_mechanism_stage(resumed.model.stages[0], resumed.run, plan, patient);
    EXPECT_EQ(result.record.status, StageStatus::done) << result.record.message;
    EXPECT_NE(patient.notes.find("goes on from"), std::string::npos) << patient.notes;
    // Steps within their tolerances, of positions and (ida) of rates, or what iterations leave of rates (as above).
    const auto steps = static_cast<double>(whole.results.back().record.steps.value());
    const bool ida = integrator == "ida";
    const AlphaParameters p(0.7);
    const double h = 0.05 / steps, positions = steps * accuracy * (ida ? 1.1e-8 : 1e-7);
    const double speed = whole.state().v.cwiseAbs().maxCoeff();
    const double rates = ida ? steps * accuracy * (1e-7 + 1e-8 * speed)
                             : 3 * std::sqrt(2 * steps) * 1e-11 * accuracy * std::sqrt(18.0) * p.gamma / (p.beta * h);
    EXPECT_LT((resumed.state().x.R[2] - whole.state().x.R[2]).norm(), positions) << integrator;
    EXPECT_LT((resumed.state().v - whole.state().v).cwiseAbs().maxCoeff(), rates) << integrator;
    EXPECT_NEAR(resumed.state().supplied_work, whole.state().supplied_work, 1e-6 * whole.state().book.flowed)
        << integrator;
  }
}

}  // namespace
}  // namespace trunnion
