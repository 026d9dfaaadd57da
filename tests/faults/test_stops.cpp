// Runs that are told to stop: by signals, by a time limit, and without warning at random times.
// TRUNNION_KILLS: how often each capability is killed (1 in the tests, 10 in `make soak`).

#include <fmt/format.h>
#include <sys/wait.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <random>

#include "faults.h"
#include "support/command.h"
#include "support/h5py.h"
#include "support/paths.h"
#include "trunnion/math/stopwatch.h"

namespace trunnion::testing {
namespace {

namespace fs = std::filesystem;

std::string shell_text(const FaultCase& one, const fs::path& out) {
  std::string text = fmt::format("'{}'", program().string());
  for (const std::string& argument : arguments_of(one, out)) text += fmt::format(" '{}'", argument);
  return text;
}

std::string status_of(const fs::path& out) {
  return run_python(out, "import json\nprint(json.load(open('summary.json'))['stages'][-1]['status'], end='')\n");
}

void expect_restart_ends_right(FaultCase one, const fs::path& whole, const fs::path& out) {
  one.options.emplace_back("--restart");
  const auto rest = run_program(arguments_of(one, out));
  EXPECT_EQ(rest.status, 0) << rest.err;
  EXPECT_NE(read_file(out / "run.log").find("'run' goes on from"), std::string::npos);
  expect_same_end(one, whole, out);
}

/// A signal that comes once the run has saved something.
class Signals : public ::testing::TestWithParam<std::pair<std::string, int>> {};

TEST_P(Signals, StopTheRunWithAMessageWholeFilesAndARestart) {
  const auto& [name, number] = GetParam();
  const fs::path folder = fresh_folder("signal-" + name), whole = folder / "whole", out = folder / "out";
  const FaultCase one = saving_run(6);
  ASSERT_EQ(run_program(arguments_of(one, whole)).status, 0);
  const auto ended = run_command(fmt::format(
      "({} & pid=$!; while kill -0 $pid && ! test -e '{}/checkpoints/run.h5'; do sleep 0.02; done; kill -{} $pid; "
      "wait $pid; echo status $?)",
      shell_text(one, out), out.string(), name));
  EXPECT_NE(ended.text.find(fmt::format("status {}\n", 128 + number)), std::string::npos) << ended.text;
  EXPECT_NE(ended.text.find("stopped by"), std::string::npos) << ended.text;
  EXPECT_EQ(status_of(out), "stopped");
  expect_whole_files(out);
  expect_restart_ends_right(one, whole, out);
}

INSTANTIATE_TEST_SUITE_P(, Signals,
                         ::testing::Values(std::pair{"INT", SIGINT}, std::pair{"TERM", SIGTERM},
                                           std::pair{"HUP", SIGHUP}),
                         [](const auto& one) { return one.param.first; });

TEST(Hangup, IsIgnoredByARunUnderNohup) {
  const fs::path folder = fresh_folder("signal-nohup");
  const auto ended = run_command(fmt::format("trap '' HUP; {} & pid=$!; sleep 0.3; kill -HUP $pid; wait $pid",
                                             shell_text(saving_run(0.5), folder / "out")));
  EXPECT_EQ(ended.status, 0) << ended.text;
}

TEST(WallClockLimit, StopsTheRunWithAMessageWholeFilesAndARestart) {
  const fs::path folder = fresh_folder("time-limit"), whole = folder / "whole", out = folder / "out";
  FaultCase one;
  // On any machine several times as long as the limit.
  for (double seconds = 3, took = 0; took < 3; seconds *= 3) {
    one = saving_run(seconds);
    const Stopwatch watch;
    ASSERT_EQ(run_program(arguments_of(one, whole)).status, 0);
    took = watch.seconds();
  }
  FaultCase limited = one;
  limited.options.insert(limited.options.end(), {"--time-limit", "0.8 s"});
  const auto ended = run_program(arguments_of(limited, out));
  EXPECT_EQ(ended.status, 124) << ended.err;
  EXPECT_NE(ended.err.find("stopped by --time-limit"), std::string::npos) << ended.err;
  EXPECT_EQ(status_of(out), "stopped");
  expect_whole_files(out);
  expect_restart_ends_right(one, whole, out);
}

TEST(WallClockLimit, ThatIsNoTimeIsRefused) {
  FaultCase one = saving_run(1);
  for (const char* wrong : {"5 kg", "-3 s", "soon"}) {
    one.options = {"--time-limit", wrong};
    expect_refused(run_program(arguments_of(one, fresh_folder("no-limit"))), {"--time-limit", wrong});
  }
}

int kills() {
  const char* text = std::getenv("TRUNNION_KILLS");
  return text ? std::atoi(text) : 1;
}

/// What people use the program for, each as a run of a second; in `make soak` also what takes longer.
std::vector<FaultCase> capabilities() {
  const fs::path models = source_dir() / "tests/faults/models";
  const auto set = [](std::initializer_list<const char*> values) {
    std::vector<std::string> options;
    for (const char* value : values) options.insert(options.end(), {"--set", value});
    return options;
  };
  std::vector<FaultCase> list = {
      {"FiniteElements", "run", "cantilever/cantilever.toml", {}},
      {"Reduction", "reduce", "slider-crank/slider-crank.toml", {}},
      {"Mechanism",
       "run",
       "slider-crank/slider-crank.toml",
       set({"stage.1.checkpoint_every=0.1 s"}),
       {"peak_bearing_force"}},
      {"Contact",
       "run",
       "ellipsoid-on-plane/ellipsoid-on-plane.toml",
       set({"duration=0.1 s", "samples=100", "stage.0.checkpoint_every=0.1 s"}),
       {"max_load", "peak_pressure"}},
      {"BallBearing",
       "run",
       "ball-bearing/preloaded.toml",
       set({"stage.0.checkpoint_every=0.1 s"}),
       {"cage_speed", "friction_loss", "work_put_in"}},
      {"OilFilm",
       "run",
       "journal-film/journal-film.toml",
       set({"stage.2.checkpoint_every=0.1 s"}),
       {"eccentricity", "smallest_film"}},
      {"GearPair", "run", "gear-pair/gear-pair.toml", set({"flank_size=0.01in", "bulk_size=0.03in", "positions=4"})},
      {"GearsInTime", "run", models / "gears.toml", {}, {"gear_pair.mesh.peak_force", "joint.left.peak_force"}},
      {"PressFit", "run", models / "hub-on-shaft.toml", {}, {"full.bend.seat.mean_pressure", "joint.left.peak_force"}},
      {"ThrustBearing",
       "run",
       models / "thrust-film.toml",
       {},
       {"bearing.thrust.min_film", "bearing.thrust.max_pressure"}},
      {"FilmOnAFlexibleBody",
       "run",
       "journal-ehd/journal-ehd.toml",
       set({"mesh_size=15mm", "grid=40", "rows=5", "cycles=0.03", "stage.1.checkpoint_every=0.1 s"}),
       {"bearing.big end.min_film", "bearing.big end.max_pressure"}},
      {"Touch", "run", "pressed-cylinder/pressed-cylinder.toml", set({"elements=30"})},
      {"WhirlAndSmallVibration", "run", models / "whirl.toml", {}},
      {"RunUp",
       "run",
       "run-up/run-up.toml",
       set({"stage.0.checkpoint_every=0.1 s"}),
       {"largest_sway", "orders.measure.sway.1.peak"}},
  };
  if (std::getenv("TRUNNION_KILLS"))
    list.insert(
        list.end(),
        {{"BoltedFlange", "run", "bolted-flange/bolted-flange.toml", set({"mesh_size=16mm", "contact_modes=10"})},
         {"HelicalPair", "run", "helical-pair/helical-pair.toml", set({"positions=4", "elements=3", "flank_size=4mm"})},
         {"Cranktrain",
          "run",
          "cranktrain/cranktrain.toml",
          set({"crank_mesh=25mm", "rod_mesh=12mm", "variant=G", "cycles=1", "settle=1", "motion=kept",
               "stage.5.checkpoint_every=0.5 s"}),
          {"peak_bearing_force"}},
         {"EngineOnThrustBearings",
          "run",
          "thrust-bearing/thrust-bearing.toml",
          set({"crank_mesh=22mm", "block_mesh=40mm", "held_angles=4", "held_rings=2", "cycles=0.02",
               "stage.0.checkpoint_every=1 s"}),
          {"bearing.thrust 2.min_film", "bearing.thrust 2.max_pressure"}}});
  return list;
}

class KillAtRandomTimes : public ::testing::TestWithParam<FaultCase> {};

// The killed run has a cache of its own, so that it may die while it meshes and reduces, too.
TEST_P(KillAtRandomTimes, LeavesWholeFilesAndARestartThatEndsRight) {
  const FaultCase& one = GetParam();
  const fs::path folder = fresh_folder("kill-" + one.name), whole = folder / "whole", out = folder / "out";
  const std::string cache = own_cache(folder / "cache");
  const auto begin = std::chrono::steady_clock::now();
  const auto unharmed = run_program(arguments_of(one, whole), own_cache(folder / "other-cache"));
  ASSERT_EQ(unharmed.status, 0) << unharmed.err;
  const std::chrono::duration<double> takes = std::chrono::steady_clock::now() - begin;
  FaultCase again = one;
  if (one.verb == "run") again.options.emplace_back("--restart");
  std::mt19937 dice{20261116};
  const int wanted = kills();
  int killed = 0;
  for (int tries = 0; killed < wanted && tries < 5 * wanted; ++tries) {
    const double after = std::uniform_real_distribution(0.0, takes.count())(dice);
    const auto ended = run_command(fmt::format("{} timeout -s KILL {:.3f} {}", cache, after, shell_text(again, out)));
    const bool died = ended.status != 0;
    killed += died;
    if (died) {
      EXPECT_EQ(WEXITSTATUS(ended.status), 128 + SIGKILL) << ended.text;
      expect_whole_files(out, Leftovers::allowed);  // the next run clears them away
    } else {
      fs::remove_all(out);  // it came to its end before: once more from the start
    }
  }
  EXPECT_EQ(killed, wanted);
  const auto rest = run_program(arguments_of(again, out), cache);
  ASSERT_EQ(rest.status, 0) << rest.err;
  expect_whole_files(out);
  expect_same_end(one, whole, out);
}

INSTANTIATE_TEST_SUITE_P(, KillAtRandomTimes, ::testing::ValuesIn(capabilities()),
                         [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace trunnion::testing
