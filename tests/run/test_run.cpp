#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>

#include "model/models.h"
#include "support/paths.h"
#include "support/run_program.h"
#include "support/xdmf_check.h"
#include "trunnion/base/error.h"
#include "trunnion/base/version.h"
#include "trunnion/run/check_model.h"
#include "trunnion/run/run_model.h"

namespace trunnion {
namespace {

using namespace testing;

std::filesystem::path write_model(const std::string& name, const std::string& text) {
  const auto folder = fresh_folder(name);
  std::ofstream(folder / "beam.toml") << text;
  return folder;
}

std::string replaced(std::string text, const std::string& find, const std::string& put) {
  return text.replace(text.find(find), find.size(), put);
}

/// Asks to stop as soon as work of this name begins.
class StopAt final : public Observer {
 public:
  explicit StopAt(std::string verb) : verb_(std::move(verb)) {}
  void begin(const std::string& verb, const std::string&) override { stopped_ |= verb == verb_; }
  void advance(double) override {}
  void note(const std::string&) override {}
  void warn(const std::string&) override {}
  void end(const std::string&) override {}
  bool cancelled() const override { return stopped_; }

 private:
  std::string verb_;
  bool stopped_ = false;
};

}  // namespace

TEST(Run, LeavesResultsSummaryReportModelAndLog) {
  const auto folder = write_model("run-files", beam_model());
  const ProgramResult result =
      run_program({"run", (folder / "beam.toml").string(), "--out", (folder / "out").string(), "--set", "load=1 N"});
  ASSERT_EQ(result.status, 0) << result.err;
  for (const char* name : {"results.h5", "results.xdmf", "summary.json", "report.html", "model.toml", "run.log"})
    EXPECT_GT(std::filesystem::file_size(folder / "out" / name), 0U) << name;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / "out"))
    EXPECT_EQ(entry.path().string().find(".tmp"), std::string::npos) << entry.path();
  const std::string summary = read_file(folder / "out" / "summary.json");
  for (const char* key : {"\"version\"", "\"input_hash\"", "\"blas_kernel\"", "\"wall_s\"", "\"tip_deflection\"",
                          "fe-modes.mode_1.frequency"})
    EXPECT_NE(summary.find(key), std::string::npos) << key;
  EXPECT_NE(read_file(folder / "out" / "run.log").find("fe-static"), std::string::npos);
  const std::string frames = check_xdmf(folder / "out");
  EXPECT_NE(frames.find("fe-static: tip ['displacement', 'von Mises stress'"), std::string::npos) << frames;
  EXPECT_NE(frames.find("states 5"), std::string::npos) << frames;  // one load case, then four modes
}

TEST(Run, TheResolvedModelGivesTheSameNumbers) {
  const auto folder = write_model("run-resolved", beam_model());
  ASSERT_EQ(run_program({"run", (folder / "beam.toml").string(), "--quiet", "--out", (folder / "a").string(), "--set",
                         "length=30 cm"})
                .status,
            0);
  ASSERT_EQ(
      run_program({"run", (folder / "a" / "model.toml").string(), "--quiet", "--out", (folder / "b").string()}).status,
      0);
  const auto a = read_quantities(folder / "a" / "summary.json"), b = read_quantities(folder / "b" / "summary.json");
  EXPECT_NEAR(a.at("tip_deflection"), b.at("tip_deflection"), 1e-12 * std::abs(a.at("tip_deflection")));
}

TEST(Run, AStopKeepsFinishedStages) {
  const auto folder = write_model("run-stop", beam_model());
  StopAt observer("fe-modes");
  const RunResult result = run_model({.model_file = folder / "beam.toml",
                                      .set = {},
                                      .out = folder / "out",
                                      .cache = {},
                                      .stages = {},
                                      .threads = 1,
                                      .command = ""},
                                     observer);
  EXPECT_TRUE(result.cancelled);
  EXPECT_FALSE(result.success());
  ASSERT_EQ(result.record.stages.size(), 2U);
  EXPECT_EQ(result.record.stages[0].status, StageStatus::done);
  EXPECT_EQ(result.record.stages[1].status, StageStatus::stopped);
  EXPECT_TRUE(read_quantities(folder / "out" / "summary.json").contains("tip_deflection"));
}

TEST(Run, AModelWithoutStagesIsToldThatThereIsNothingToRun) {
  const std::string beam = beam_model();
  const auto folder = write_model("run-nothing", beam.substr(0, beam.find("[[stage]]")));
  const ProgramResult result =
      run_program({"run", (folder / "beam.toml").string(), "--out", (folder / "out").string()});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE((result.out + result.err).find("there is no [[stage]]"), std::string::npos) << result.out << result.err;
}

TEST(Run, AMissedExpectationFailsTheRun) {
  const auto folder = write_model("run-expect", beam_model() + "expected = \"-1 mm\"\nwithin = \"1 %\"\n");
  const ProgramResult result =
      run_program({"run", (folder / "beam.toml").string(), "--out", (folder / "out").string()});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("is not what was expected"), std::string::npos) << result.err;
}

TEST(Run, ALooseBodyIsAFailedStageThatSaysWhichMotion) {
  const auto folder =
      write_model("run-loose", replaced(beam_model(), "fixed = [\"x\", \"y\", \"z\"]", "fixed = [\"x\", \"y\"]"));
  const ProgramResult result = run_program(
      {"run", (folder / "beam.toml").string(), "--out", (folder / "out").string(), "--stages", "fe-static"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("stage fe-static"), std::string::npos) << result.err;
  EXPECT_NE(read_file(folder / "out" / "summary.json").find("\"reasons\""), std::string::npos);
}

TEST(Run, NamesThatTheMeshDoesNotHaveAreToldWithTheNearest) {
  const std::pair<std::string, std::string> changes[] = {{"on = \"xmin\"", "on = \"xmni\""},
                                                         {"surface = \"xmax\"", "surface = \"xmx\""},
                                                         {"force = [", "pressure = \"1 MPa\" # ["}};
  const std::string expected[] = {
      "beam.toml:22:1: support: body 'beam' has no interface, surface or set 'xmni'; did you mean 'xmin'?",
      "interface 'tip'", "a pressure needs a surface; 'tip' is none"};
  for (int i = 0; i < 3; ++i) {
    const auto folder = write_model("run-names", replaced(beam_model(), changes[i].first, changes[i].second));
    for (const char* verb : {"run", "check"}) {
      const ProgramResult result =
          run_program({verb, (folder / "beam.toml").string(), "--quiet", "--out", (folder / "out").string()});
      EXPECT_EQ(result.status, 1);
      EXPECT_NE(result.err.find(expected[i]), std::string::npos) << result.err;
    }
  }
}

TEST(Run, MassMayBeIntegratedWhereTheStiffnessIs) {
  // tet10: 4 points instead of the exact rule, as CalculiX does; the total mass stays.
  std::vector<double> frequency;
  for (const char* points : {"exact", "stiffness"}) {
    RunOptions options;
    options.model_file = write_model(std::string("run-mass-") + points, beam_model()) / "beam.toml";
    options.set = {{"element", "tet10"}, {"flexible_body.0.mass_points", points}};
    options.out = options.model_file.parent_path() / "out";
    const RunResult result = run_model(options);
    ASSERT_TRUE(result.success());
    frequency.push_back(*find_quantity(result.record, "fe-modes.mode_1.frequency")->value);
  }
  EXPECT_NE(frequency[0], frequency[1]);
  EXPECT_NEAR(frequency[1] / frequency[0], 1, 0.01);
}

// A parameter that makes the body: the sweep must not keep the first one.
TEST(Run, ASweepOverAParameterReducesItsBodiesAnew) {
  const auto folder = write_model("run-sweep-body", R"([parameters]
young = "210 GPa"
[model]
name = "sag"
gravity = ["0 m/s^2", "0 m/s^2", "-9.81 m/s^2"]
[[flexible_body]]
name = "beam"
mesh = { box = ["1 m", "20 mm", "20 mm"], divisions = [6, 1, 1], element = "hex20" }
material = { young = "${young}", poisson = 0.3, density = "7850 kg/m^3" }
interface = [ { name = "root", surface = "xmin" }, { name = "tip", surface = "xmax" } ]
reduction = { select = "count", modes = 4, quality = false }
[[joint]]
name = "wall"
type = "fixed"
between = ["beam.root", "ground"]
[[marker]]
name = "above"
body = "ground"
position = ["1 m", "0 m", "0 m"]
[[measure]]
name = "sag"
kind = "way"
between = ["beam.tip", "ground"]
[[stage]]
name = "vary"
type = "sweep"
parameter = "young"
first = "105 GPa"
last = "210 GPa"
samples = 2
)");
  RunOptions options;
  options.model_file = folder / "beam.toml";
  options.out = folder / "out";
  const RunResult result = run_model(options);
  ASSERT_TRUE(result.success());
  double ratio = 0;
  for (const NamedArray& array : result.arrays.at("curves/vary"))
    if (array.name == "measure.sag") ratio = array.values(0) / array.values(array.values.size() - 1);
  EXPECT_NEAR(ratio, 2, 0.02);
}

TEST(Run, AFullDiskIsToldAndLeavesNoHalfFile) {
  const auto folder = write_model("run-full", beam_model());
  const ProgramResult result =
      run_program({"run", (folder / "beam.toml").string(), "--quiet", "--out", (folder / "out").string()},
                  "trap '' XFSZ; ulimit -f 8;");
  EXPECT_EQ(result.status, 1);
  // Whichever file comes first: the system's reason, or the question where HDF5 keeps the reason to itself.
  const bool said = result.err.find("cannot write") != std::string::npos ||
                    result.err.find("cannot be completed; is the disk full?") != std::string::npos;
  EXPECT_TRUE(said) << result.err;
  EXPECT_FALSE(std::filesystem::exists(folder / "out" / "report.html"));
  const ProgramResult no_folder =
      run_program({"run", (folder / "beam.toml").string(), "--quiet", "--out", "/dev/full"});
  EXPECT_EQ(no_folder.status, 1);
  EXPECT_NE(no_folder.err.find("/dev/full"), std::string::npos) << no_folder.err;
}

TEST(Check, EstimatesSizeMemoryAndTime) {
  const auto folder = write_model("check", beam_model());
  const ProgramResult result = run_program({"check", (folder / "beam.toml").string()});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("unknowns; about"), std::string::npos) << result.out;
  const CheckReport report = check_model(read_model(folder / "beam.toml"), folder / "cache");
  ASSERT_EQ(report.stages.size(), 2U);
  EXPECT_EQ(report.stages[0].elements, 10);
  EXPECT_GT(report.stages[0].factor_bytes, 8.0 * static_cast<double>(report.stages[0].unknowns));
  EXPECT_GT(report.stages[0].seconds, 0);
}

// "trunnion 0.1.0+1a2b3c4 (GCC 12.2.0, optimized)", then what its linear algebra runs on and under which terms.
TEST(CommandLine, VersionNamesCommitCompilerBuildAndLinearAlgebra) {
  const ProgramResult result = run_program({"--version"});
  ASSERT_EQ(result.status, 0) << result.err;
  const bool in_git = std::filesystem::exists(source_dir() / ".git");
  const std::string revision = in_git ? R"(\+[0-9a-f]{7,40})" : R"((\+[0-9a-f]{7,40})?)";
  const std::regex first(R"(trunnion \d+\.\d+\.\d+)" + revision +
                         R"( \((GCC|Clang) \d+\.\d+[^,]*, (optimized|with assertions)\))"),
      second(R"(BLAS kernel \S+, [1-9]\d* threads)");
  std::istringstream said(result.out);
  std::string line;
  std::getline(said, line);
  EXPECT_TRUE(std::regex_match(line, first)) << line;
  EXPECT_NE(line.find(compiler()), std::string::npos) << line;
  std::getline(said, line);
  EXPECT_TRUE(std::regex_match(line, second)) << line;
  for (const char* part : {"BSD", "CHOLMOD", "GPL"}) EXPECT_NE(result.out.find(part), std::string::npos) << part;
}

// On a busy machine threads that wait long for each other make a run many times slower.
TEST(CommandLine, ThreadsWaitBrieflyUnlessTheUserSaysElse) {
  const auto waits = [](const std::string& settings) {
    return run_program({"--version"},
                       "unset GOMP_SPINCOUNT OMP_WAIT_POLICY; export OMP_DISPLAY_ENV=VERBOSE; " + settings)
        .err;
  };
  EXPECT_NE(waits("").find("GOMP_SPINCOUNT = '3000'"), std::string::npos);
  EXPECT_NE(waits("export GOMP_SPINCOUNT=77;").find("GOMP_SPINCOUNT = '77'"), std::string::npos);
  const std::string active = waits("export OMP_WAIT_POLICY=ACTIVE;");
  EXPECT_EQ(active.find("GOMP_SPINCOUNT = '3000'"), std::string::npos) << active;
}

TEST(CommandLine, WrongUseHasANonZeroStatusAndAMessage) {
  EXPECT_NE(run_program({}).status, 0);
  EXPECT_NE(run_program({"run", "nowhere.toml"}).err.find("No such file"), std::string::npos);
  EXPECT_EQ(run_program({"schema"}).status, 0);
}

}  // namespace trunnion
