// The program as its user meets it: what it prints, on a terminal and into a pipe, and what a Ctrl-C leaves.

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <fstream>

#include "mechanism_text.h"
#include "model/models.h"
#include "support/command.h"
#include "support/h5py.h"
#include "support/paths.h"
#include "support/run_program.h"
#include "support/without_privileges.h"
#include "trunnion/base/error.h"
#include "trunnion/run/run_model.h"

namespace trunnion {
namespace {

namespace fs = std::filesystem;
using namespace testing;

/// Three bricks in a row, 2 x 1 x 1 mm each; the second is listed with its bottom above its top.
const std::string three_bricks = R"(*NODE, NSET=All
1, 0, 0, 0
2, 2, 0, 0
3, 4, 0, 0
4, 6, 0, 0
5, 0, 1, 0
6, 2, 1, 0
7, 4, 1, 0
8, 6, 1, 0
11, 0, 0, 1
12, 2, 0, 1
13, 4, 0, 1
14, 6, 0, 1
15, 0, 1, 1
16, 2, 1, 1
17, 4, 1, 1
18, 6, 1, 1
*ELEMENT, TYPE=C3D8, ELSET=Bar
101, 1, 2, 6, 5, 11, 12, 16, 15
102, 12, 13, 17, 16, 2, 3, 7, 6
103, 3, 4, 8, 7, 13, 14, 18, 17
*SURFACE, NAME=End
103, S4
*ELEMENT, TYPE=S4, ELSET=Skin
201, 1, 2, 6, 5
)";

/// A slider-crank that keeps the program busy for about as long as it moves.
fs::path write_long_run(const std::string& folder, const std::string& duration) {
  const fs::path file = fresh_folder(folder) / "crank.toml";
  std::ofstream(file) << slider_crank_text() +
                             "[[stage]]\nname = \"run\"\ntype = \"transient\"\nsamples = 20000\nmax_step = \"20 us\"\n"
                             "checkpoint_every = \"0.2 s\"\nduration = \"" +
                             duration + "\"\n";
  return file;
}

bool has_pseudo_terminals() {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0) return false;
  close(terminal);
  return true;
}

}  // namespace

TEST(CommandLine, InfoTellsCountsBoxSetsAndQuality) {
  const fs::path mesh = fresh_folder("info") / "bricks.inp";
  std::ofstream(mesh) << three_bricks;
  const ProgramResult result = run_program({"info", mesh, "--unit", "mm"});
  EXPECT_EQ(result.status, 0) << result.err;
  for (const char* line : {" nodes        16\n", " elements     3 hex8\n", "x from 0 to 0.006 m  (6 mm)\n",
                           "y from 0 to 0.001 m  (1 mm)\n", "z from 0 to 0.001 m  (1 mm)\n",
                           "worst scaled Jacobian -1.000 (element 102)\n", "1 element inverted or flat: 102\n",
                           " element set  'Bar'  3 elements\n", " surface      'End'  1 face\n",
                           " node set     'All'  16 nodes\n", "*ELEMENT, TYPE=S4 (1 time, first at "})
    EXPECT_NE(result.out.find(line), std::string::npos) << line << " in\n" << result.out;
}

TEST(CommandLine, TheNumberOfThreadsDoesNotChangeTheAnswers) {
  const fs::path folder = fresh_folder("threads");
  std::ofstream(folder / "beam.toml") << beam_model();
  const auto quantities = [&](const std::string& threads) {
    const fs::path out = folder / threads;
    const ProgramResult result =
        run_program({"run", folder / "beam.toml", "--out", out, "--threads", threads, "--set", "element=tet10"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_NE(read_file(out / "summary.json").find("\"threads\": " + threads), std::string::npos);
    return read_quantities(out / "summary.json");
  };
  const auto one = quantities("1"), two = quantities("2");
  ASSERT_GE(one.size(), 5U);
  // Sums over threads differ by rounding; a solid as slender as this amplifies it by (length/height)^4 = 6e6.
  for (const auto& [name, value] : one) EXPECT_NEAR(two.at(name), value, 1e-7 * std::abs(value)) << name;
}

TEST(CommandLine, ProgressHasTimeLeftOnATerminalAndIsPlainInAPipe) {
  const fs::path file = write_long_run("progress", "0.1 s");
  const std::string run =
      fmt::format("{} run {} --out {}", program().string(), file.string(), (file.parent_path() / "out").string());
  const CommandResult pipe = run_command(run + " | cat");
  EXPECT_EQ(pipe.text.find_first_of("\r\033"), std::string::npos) << pipe.text;
  EXPECT_EQ(pipe.text.find(" left"), std::string::npos) << pipe.text;
  EXPECT_NE(pipe.text.find("wrote"), std::string::npos) << pipe.text;

  if (!has_pseudo_terminals()) GTEST_SKIP() << "this machine has no pseudo-terminals (devpts)";
  // An estimate needs a second, on a fast machine too.
  const std::string terminal =
      run_command(
          fmt::format("script -qec '{} --time-limit \"3 s\" --set \"stage.0.duration=40 s\"' /dev/null </dev/null",
                      run))
          .text;
  EXPECT_NE(terminal.find("\r\033[K"), std::string::npos) << terminal;
  EXPECT_NE(terminal.find(" %   "), std::string::npos) << terminal;
  EXPECT_NE(terminal.find(" s left"), std::string::npos) << terminal;
}

TEST(CommandLine, CtrlCKeepsWhatIsDone) {
  const fs::path file = write_long_run("interrupt", "60 s"), out = file.parent_path() / "out";
  // The signal comes when the run has saved something: no sooner is there anything to keep.
  const CommandResult ended =
      run_command(fmt::format("{} run {} --out {} & pid=$!; "
                              "while kill -0 $pid && ! test -e {}/checkpoints/run.h5; do sleep 0.02; done; "
                              "sleep 0.5; kill -INT $pid; wait $pid; echo status $?",
                              program().string(), file.string(), out.string(), out.string()));
  EXPECT_NE(ended.text.find("status 130\n"), std::string::npos) << ended.text;
  const std::string answer = run_python(out, R"(
import h5py, json
with h5py.File('results.h5') as f:
    t = f['curves/run/time'][()]
    assert len(f['curves/run/joint.main.force'][()]) == len(t) > 1, len(t)
stage = json.load(open('summary.json'))['stages'][0]
print(0 < t[-1] < 60, stage['status'])
)");
  EXPECT_EQ(answer, "True stopped\n");
  EXPECT_GT(fs::file_size(out / "report.html"), 0U);
}

TEST(CommandLine, AFolderThatMayNotBeWrittenIsRefused) {
  const fs::path folder = fresh_folder("not-writable");
  std::ofstream(folder / "beam.toml") << beam_model();
  fs::create_directory(folder / "locked");
  fs::permissions(folder / "locked", fs::perms::owner_read | fs::perms::owner_exec);
  const WithoutPrivileges as_any_user;
  RunOptions options;
  options.model_file = folder / "beam.toml";
  options.out = folder / "locked" / "out";
  try {
    run_model(options);
    FAIL() << "wrote into a folder that may not be written";
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("Permission denied"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("locked/out"), std::string::npos) << error.what();
  }
}

}  // namespace trunnion
