// Stages that cannot go on: who, which quantity, when, what to try, and what was reached stays on disk.

#include <gtest/gtest.h>

#include <fstream>
#include <new>

#include "mechanism_text.h"
#include "support/h5py.h"
#include "support/paths.h"
#include "support/run_program.h"
#include "trunnion/base/error.h"
#include "trunnion/run/run_model.h"

namespace trunnion {
namespace {

using testing::body_text;

const std::string falling = "[model]\nname = 'failure'\ngravity = ['0 m/s^2', '0 m/s^2', '-9.81 m/s^2']\n" +
                            body_text("stone", "['0 m', '0 m', '1 m']");
const std::string half_second = "[[stage]]\nname = 'fall'\ntype = 'transient'\nduration = '0.5 s'\nsamples = 50\n";

// The root is real as long as the stone is above 0.2 m: it gets there after sqrt(1.6/9.81) = 0.404 s.
const std::string doomed =
    falling +
    "[[measure]]\nname = 'height'\nkind = 'way'\nbetween = ['stone', 'ground']\n"
    "[[load]]\nname = 'lift'\non = 'stone'\ndirection = [0, 0, 1]\nsize = '1e-9 N*sqrt((height - 0.2 m)/1 m)'\n" +
    half_second;

TEST(Failures, ALawWithoutAValueIsNamedWithItsTime) {
  testing::TextRun run(doomed);
  const MechanismResult result = run_mechanism_stage(run.model.stages[0], run.run, {}, run.listener);
  EXPECT_EQ(result.record.status, StageStatus::failed);
  for (const char* part : {"load 'lift'", "t = 0.40", "not a finite number", "What to try"})
    EXPECT_NE(result.record.message.find(part), std::string::npos) << part << " in: " << result.record.message;
}

TEST(Failures, ResultsSoFarStayOnDisk) {
  const auto folder = testing::fresh_folder("failure");
  std::ofstream(folder / "failure.toml") << doomed;
  const auto result = testing::run_program({"run", folder / "failure.toml", "--out", folder / "out"});
  EXPECT_NE(result.status, 0);
  EXPECT_NE((result.out + result.err).find("lift"), std::string::npos) << result.out << result.err;
  const std::string answer =
      testing::run_python(folder / "out",
                          "import h5py, json\nf = h5py.File('results.h5')\nt = f['curves/fall/time'][()]\n"
                          "s = json.load(open('summary.json'))\nprint(len(t), t[-1], s['stages'][0]['message'])\n");
  EXPECT_EQ(answer.rfind("41 0.4", 0), 0u) << answer;
  EXPECT_NE(answer.find("lift"), std::string::npos) << answer;
}

/// The system gives no more memory once the named stage has begun.
class NoMemoryLeft final : public Observer {
 public:
  void begin(const std::string&, const std::string& subject) override {
    if (subject == "fall") throw std::bad_alloc();
  }
  void advance(double) override {}
  void note(const std::string&) override {}
  void warn(const std::string&) override {}
  void end(const std::string&) override {}
  bool cancelled() const override { return false; }
};

TEST(Failures, AStageWithoutMemoryIsFailedAndTheResultsBeforeItStay) {
  const auto folder = testing::fresh_folder("no-memory");
  std::ofstream(folder / "stone.toml") << falling << "[[stage]]\nname = 'before'\ntype = 'transient'\n"
                                       << "duration = '0.1 s'\nsamples = 10\n"
                                       << half_second;
  RunOptions options;
  options.model_file = folder / "stone.toml";
  options.out = folder / "out";
  NoMemoryLeft observer;
  const RunResult result = run_model(options, observer);
  EXPECT_FALSE(result.success());
  const std::string answer =
      testing::run_python(folder / "out",
                          "import h5py, json\nf = h5py.File('results.h5')\ns = json.load(open('summary.json'))\n"
                          "print(len(f['curves/before/time']), *[(t['status'], t['message']) for t in s['stages']])\n");
  EXPECT_EQ(answer.rfind("11 ('done', '')", 0), 0U) << answer;
  for (const char* part : {"'failed'", "not enough memory", "GB are free", "trunnion check"})
    EXPECT_NE(answer.find(part), std::string::npos) << answer;
}

TEST(Failures, AMissingEquilibriumNamesWhatIsUnbalanced) {
  testing::TextRun run(falling + "[[stage]]\ntype = 'static'\n");
  const MechanismResult result = run_mechanism_stage(run.model.stages[0], run.run, {}, run.listener);
  EXPECT_EQ(result.record.status, StageStatus::failed);
  EXPECT_NE(result.record.message.find("stone"), std::string::npos) << result.record.message;
}

void expect_parts(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) EXPECT_NE(text.find(part), std::string::npos) << part << " in: " << text;
}

// Mistakes in the order of stages say where they stand: "test.toml:LINE".
TEST(StageOrder, ModesAboutNoEquilibriumAskForAStaticStageBefore) {
  testing::TextRun run(falling + "[[stage]]\ntype = 'modes'\n");
  run.next();
  expect_parts(run.listener.warnings, {"test.toml:9", "stage 'modes'", "stone", "put a static or steady stage before"});
}

// A crank that is driven by its angle, and then together with a slider that cannot be there.
const std::string two_drives = testing::slider_crank_text() +
                               "[[motion]]\nname = 'turn'\nbetween = ['crank', 'ground']\nangle = '0.5 rad'\n"
                               "[[motion]]\nname = 'push'\nbetween = ['slide', 'rail']\nway = '100 mm'\n"
                               "[[stage]]\nname = 'first'\ntype = 'static'\nmotions = ['turn']\n"
                               "[[stage]]\nname = 'second'\ntype = 'static'\nmotions = ";

TEST(StageOrder, MotionsOfALaterStageThatCannotBeMetAreNamedWithTheirPlace) {
  testing::TextRun run(two_drives + "['turn', 'push']\n");
  run.next();
  try {
    run_mechanism_stage(run.model.stages[1], run.run, {}, run.listener);
    FAIL() << "no error";
  } catch (const InputError& error) {
    expect_parts(error.what(), {"in stage 'second' (test.toml:", "cannot all be satisfied", "motions"});
    EXPECT_EQ(std::string(error.what()).rfind("test.toml:", 0), 0u) << error.what();
  }
}

TEST(StageOrder, AStageThatBeginsElsewhereThanTheOneBeforeEndedSaysSo) {
  std::string text = two_drives + "['push']\n";
  text.replace(text.find("way = '100 mm'"), 14, "way = '300 mm'");
  testing::TextRun run(text);
  run.all();
  expect_parts(run.listener.warnings, {"test.toml:", "stage 'second'", "does not begin where the one before ended"});
}

TEST(StageOrder, AStageAfterOneWithoutAnAnswerIsNotStarted) {
  const auto folder = testing::fresh_folder("not-started");
  std::ofstream(folder / "fall.toml") << falling +
                                             "[[stage]]\nname = 'rest'\ntype = 'static'\n[[stage]]\ntype = 'modes'\n";
  const auto result = testing::run_program({"run", folder / "fall.toml", "--out", folder / "out"});
  EXPECT_EQ(result.status, 1);
  expect_parts(result.out + result.err,
               {"fall.toml:12", "stage 'modes'", "not started: 'rest' stopped without an answer"});
}

TEST(StageOrder, AStageWhoseForerunnerIsLeftOutSaysSo) {
  const auto folder = testing::fresh_folder("left-out");
  std::ofstream(folder / "left.toml") << two_drives + "['push']\n";
  const auto result =
      testing::run_program({"run", folder / "left.toml", "--out", folder / "out", "--stages", "second"});
  expect_parts(result.out + result.err, {"left.toml:", "stage 'second'", "--stages leaves that one out"});
}

}  // namespace
}  // namespace trunnion
