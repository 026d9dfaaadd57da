// Computations that cannot go on, on the program itself: a message that names what and where, status 1, files that
// open.

#include <fmt/format.h>

#include <fstream>

#include "faults.h"
#include "model/models.h"
#include "support/h5py.h"
#include "support/paths.h"

namespace trunnion::testing {
namespace {

namespace fs = std::filesystem;

/// A stone of 2 kg at 1 m; what acts on it, and how long it is watched, follows.
const std::string stone = R"toml([model]
name = "stone"
[[rigid_body]]
name = "stone"
mass = "2 kg"
inertia = ["0.1 kg.m^2", "0.1 kg.m^2", "0.1 kg.m^2"]
place = { position = ["0 m", "0 m", "1 m"] }
[[marker]]
name = "origin"
body = "ground"
[[measure]]
name = "height"
kind = "way"
between = ["stone", "origin"]
)toml";

std::string stage(const std::string& more) { return "[[stage]]\nname = \"run\"\n" + more; }

ProgramResult run_text(const fs::path& folder, const std::string& text, const std::string& prefix = "") {
  std::ofstream(folder / "model.toml") << text;
  return run_program({"run", folder / "model.toml", "--out", folder / "out", "--threads", "1"}, prefix);
}

/// Its results can be read, and the last stage says why it has no answer.
void expect_failed_record(const fs::path& out, const std::string& part) {
  expect_whole_files(out);
  const std::string said = run_python(
      out, "import json\ns = json.load(open('summary.json'))['stages'][-1]\nprint(s['status'], s['message'])");
  EXPECT_EQ(said.rfind("failed", 0), 0U) << said;
  EXPECT_NE(said.find(part), std::string::npos) << said;
}

TEST(OutOfMemory, IsPredictedBeforeAllocationAndToldWithBothNumbers) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the address sanitizer takes more address space than any limit leaves";
#endif
  const fs::path folder = fresh_folder("out-of-memory");
  std::string text = beam_model();
  text.replace(text.find("divisions = [10, 1, 1]"), 22, "divisions = [20, 20, 20]");
  // Some 33 000 nodes: their factor takes about 1 GB, all before it less.
  const auto result = run_text(folder, text, "ulimit -v 1100000;");
  expect_refused(result, {"factorisation of", "unknowns needs about", "GB of memory are free"});
  expect_failed_record(folder / "out", "needs about");
}

TEST(OutOfMemory, IsPredictedForModesAndForCurvesOfARunInTime) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the address sanitizer takes more address space than any limit leaves";
#endif
  const fs::path folder = fresh_folder("out-of-memory-of-others");
  std::string modes = beam_model();
  modes.replace(modes.find("divisions = [10, 1, 1]"), 22, "divisions = [200, 2, 2]");
  modes = modes.substr(0, modes.find("[[stage]]"));
  modes += "[[stage]]\ntype = \"fe-modes\"\nmodes = 6000\n";
  expect_refused(run_text(folder, modes, "ulimit -v 1100000;"),
                 {"the search for 6003 modes of", "needs about", "fewer modes"});
  const std::string curves = stone + stage("type = \"transient\"\nduration = \"1 s\"\nsamples = 1000000\n");
  expect_refused(run_text(folder, curves, "ulimit -v 400000;"), {"1000000 samples of", "needs about", "'samples'"});
  expect_failed_record(folder / "out", "samples of");
}

ProgramResult reduce_text(const fs::path& folder, const std::string& text, const std::string& prefix) {
  std::ofstream(folder / "model.toml") << text;
  return run_program({"reduce", folder / "model.toml", "--out", folder / "out", "--threads", "1"},
                     prefix + own_cache(folder / "cache"));
}

TEST(OutOfMemory, IsPredictedForResponsesAndContactModes) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the address sanitizer takes more address space than any limit leaves";
#endif
  const fs::path folder = fresh_folder("out-of-memory-of-reductions");
  std::string block = beam_model();
  block = block.substr(0, block.find("[[support]]"));
  block.replace(block.find("interface = ["), 13, "reduction = { band = \"1 kHz\", lines = 4000000 }\ninterface = [");
  expect_refused(reduce_text(folder, block, "ulimit -v 1300000;"),
                 {"the response of", "frequencies needs about", "fewer lines"});
  std::string fit = read_file(source_dir() / "tests" / "faults" / "models" / "hub-on-shaft.toml");
  const auto put = [&](const std::string& from, const std::string& to) {
    for (auto at = fit.find(from); at != std::string::npos; at = fit.find(from, at + to.size()))
      fit.replace(at, from.size(), to);
  };
  put("around = 8", "around = 16");
  put("along = 6", "along = 12");
  put("along = 4", "along = 8");
  put("modes = 6", "modes = 400");
  // All products of two of 419 motions at 512 points.
  expect_refused(
      reduce_text(folder, fit, "ulimit -v 900000;"),
      {"contact modes of 512 points along 419 motions needs about", "GB of memory are free", "coarser mesh"});
}

TEST(OutOfMemory, IsPredictedForLinearSystemsOfMechanisms) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the address sanitizer takes more address space than any limit leaves";
#endif
  const fs::path folder = fresh_folder("out-of-memory-of-linear-systems");
  std::string many = "[model]\nname = \"many\"\n";
  for (int k = 0; k < 500; ++k)
    many += fmt::format(
        "[[rigid_body]]\nname = \"b{}\"\nmass = \"1 kg\"\ninertia = [\"1 kg.m^2\", \"1 kg.m^2\", \"1 kg.m^2\"]\n", k);
  many += stage("type = \"modes\"\nmodes = 3\n");
  expect_refused(run_text(folder, many, "ulimit -v 900000;"),
                 {"the linear system of 3000 coordinates needs about", "fewer bodies"});
  expect_failed_record(folder / "out", "needs about");
}

TEST(OutOfMemory, IsPredictedForOilFilms) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the address sanitizer takes more address space than any limit leaves";
#endif
  const fs::path folder = fresh_folder("out-of-memory-of-films");
  const auto run = [&](const std::vector<std::string>& set, const std::string& prefix) {
    std::vector<std::string> arguments{"run",       source_dir() / "examples" / "journal-ehd" / "journal-ehd.toml",
                                       "--out",     folder / "out",
                                       "--threads", "1",
                                       "--stages",  "standing load",
                                       "--set",     "mesh_size=9 mm"};
    for (const std::string& one : set) arguments.insert(arguments.end(), {"--set", one});
    return run_program(arguments, prefix);
  };
  EXPECT_EQ(run({}, "").status, 0);  // the reduced rod is in the cache from here on: its memory does not count
  expect_refused(run({"elastic=false", "grid=660", "rows=300"}, "ulimit -v 900000;"),
                 {"the factor of an oil film of", "nodes needs about", "fewer across"});
  expect_failed_record(folder / "out", "needs about");
  expect_refused(run({"grid=4000", "rows=25"}, "ulimit -v 1100000;"),
                 {"the derivative of a film of", "motions of its faces needs about", "fewer nodes"});
  expect_failed_record(folder / "out", "needs about");
}

TEST(NanFromATable, IsRefusedWithItsFileAndLine) {
  const fs::path folder = fresh_folder("nan-table");
  for (const char* value : {"nan", "inf", "1e999", "-inf", "NaN(3)", ""}) {
    std::ofstream(folder / "push.csv") << "time [s],force [N]\n0,1\n0.5," << value << "\n1,2\n";
    const auto result = run_text(folder, stone + R"toml([[load]]
name = "push"
on = "stone"
direction = [0, 0, 1]
table = "push.csv"
over = "time"
)toml" + stage("type = \"transient\"\nduration = \"1 s\"\n"));
    expect_refused(result, {"push.csv:3"});
    EXPECT_FALSE(fs::exists(folder / "out" / "summary.json"));
  }
}

// Of motions, springs, dampers, interferences and gears' tables; numbers of the model file itself.
TEST(NanFromATable, IsRefusedWhateverTheTableIsOf) {
  const fs::path folder = fresh_folder("nan-tables"), models = source_dir() / "tests" / "faults" / "models";
  const auto expect_line = [&](const std::string& name, const std::string& rows, const std::string& text) {
    std::ofstream(folder / name) << rows << "\n";
    expect_refused(run_text(folder, text), {name + ":3", "finite"});
    EXPECT_FALSE(fs::exists(folder / "out" / "summary.json")) << name;
  };
  const std::string run = stage("type = \"transient\"\nduration = \"1 s\"\n");
  expect_line("way.csv", "time [s],way [mm]\n0,0\n1,nan", stone + R"toml([[joint]]
name = "guide"
type = "prismatic"
between = ["stone", "origin"]
[[motion]]
name = "drive"
between = ["stone", "origin"]
table = "way.csv"
)toml" + run);
  const std::string spring = stone + R"toml([[force]]
name = "spring"
type = "spring"
between = ["stone", "origin"]
)toml";
  expect_line("spring.csv", "elongation [mm],force [N]\n0,0\n1,inf", spring + "table = \"spring.csv\"\n" + run);
  expect_line("damper.csv", "rate [m/s],force [N]\n0,0\n1,-nan",
              spring + "stiffness = \"1 N/mm\"\ndamping_table = \"damper.csv\"\n" + run);
  std::string fit = read_file(models / "hub-on-shaft.toml"), gears = read_file(models / "gears.toml");
  fit.replace(fit.find("interference = \"0.025 mm\""), 25, "interference_table = \"seat.csv\"");
  expect_line("seat.csv", "x [mm],y [mm],z [mm],interference [um]\n0,0,0,20\n1,0,0,nan", fit);
  gears.erase(gears.find("friction = 0.06\n"), 16);
  gears.replace(gears.find("fidelity = \"full\""), 17, "fidelity = \"tabulated\"\ntable = \"mesh.csv\"");
  expect_line("mesh.csv", "position,stiffness [N/um],error [um]\n-0.5,400,0\n0.5,400,nan", gears);
  std::string heavy = stone + run, soft = beam_model();
  heavy.replace(heavy.find("\"2 kg\""), 6, "\"nan kg\"");
  expect_refused(run_text(folder, heavy), {"model.toml:", "mass"});
  soft.replace(soft.find("poisson = 0.3"), 13, "poisson = nan");
  expect_refused(run_text(folder, soft), {"model.toml:", "poisson"});
}

TEST(NanFromAFormula, EndsTheStageAndNamesTheForceAndTheTime) {
  const std::string push = R"toml([[load]]
name = "push"
on = "stone"
direction = [0, 0, 1]
size = "1 N*sqrt((0.25 s - time)/1 s)"
)toml";
  for (const char* integrator : {"generalized-alpha", "ida"}) {
    const fs::path folder = fresh_folder(fmt::format("nan-formula-{}", integrator));
    const auto result = run_text(
        folder, stone + push +
                    stage(fmt::format("type = \"transient\"\nintegrator = \"{}\"\nduration = \"1 s\"\n", integrator)));
    expect_refused(result, {"push", "0.2", "not a finite number"});
    expect_failed_record(folder / "out", "push");
  }
  const fs::path folder = fresh_folder("nan-formula-static");
  std::string text = stone + push + stage("type = \"static\"\n");
  text.replace(text.find("(0.25 s - time)/1 s"), 19, "(-1 m - height)/1 m");
  expect_refused(run_text(folder, text), {"push", "not a finite number"});
  expect_failed_record(folder / "out", "push");
}

// z'' = 100 z^5 leaves to infinity in finite time: no step is small enough.
TEST(IntegratorAtMinimumStep, EndsTheStageWithTheTimeAndTheCulprit) {
  for (const char* integrator : {"generalized-alpha", "ida"}) {
    const fs::path folder = fresh_folder(fmt::format("minimum-step-{}", integrator));
    const auto result = run_text(folder, stone + R"toml([[load]]
name = "runaway"
on = "stone"
direction = [0, 0, 1]
size = "200 N*(height/1 m)^5"
)toml" + stage(fmt::format("type = \"transient\"\nintegrator = \"{}\"\nduration = \"10 s\"\n", integrator)));
    expect_refused(result, {"t = 0.121", "runaway"});
    expect_failed_record(folder / "out", "runaway");
  }
}

TEST(SingularSystem, OfAPartWithoutSupportIsNamedWithWhatToDo) {
  const fs::path folder = fresh_folder("singular-fe");
  std::string text = beam_model();
  const auto support = text.find("[[support]]");
  text.erase(support, text.find("[[load]]") - support);
  expect_refused(run_text(folder, text), {"beam", "support"});
}

TEST(SingularSystem, OfAMechanismWithoutEquilibriumNamesTheBody) {
  const fs::path folder = fresh_folder("singular-static");
  const auto result = run_text(folder, stone + R"toml([[load]]
name = "push"
on = "stone"
direction = [0, 0, 1]
size = "1 N"
)toml" + stage("type = \"static\"\n"));
  expect_refused(result, {"stone"});
  expect_failed_record(folder / "out", "stone");
}

TEST(SingularSystem, OfABodyWithoutMassIsRefusedBeforeTheRun) {
  const fs::path folder = fresh_folder("singular-mass");
  std::string text = stone + stage("type = \"transient\"\nduration = \"1 s\"\n");
  text.replace(text.find("\"2 kg\""), 6, "\"0 kg\"");
  expect_refused(run_text(folder, text), {"model.toml:", "mass"});
}

}  // namespace
}  // namespace trunnion::testing
