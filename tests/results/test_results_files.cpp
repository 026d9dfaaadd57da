#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <fstream>

#include "support/h5py.h"
#include "support/paths.h"
#include "support/sample_record.h"
#include "support/xdmf_check.h"
#include "trunnion/base/error.h"
#include "trunnion/results/atomic_file.h"
#include "trunnion/results/csv.h"
#include "trunnion/results/hdf5_file.h"
#include "trunnion/results/record_json.h"
#include "trunnion/results/results_reader.h"
#include "trunnion/results/results_writer.h"

namespace trunnion {
namespace {

using testing::fresh_folder;
using testing::run_python;

TEST(ResultsFile, OpensWithH5pyInThreeLines) {
  const auto folder = fresh_folder("results-h5py");
  const RunRecord record = testing::sample_record();
  write_results(record, folder);
  const auto elsewhere = fresh_folder("results-h5py-elsewhere");  // links must not depend on the working folder
  const std::string printed = run_python(elsewhere, R"(
import h5py
f = h5py.File("../results-h5py/results.h5")
u = f["scenes/static/bodies/beam/displacement"][0]
print(u.shape, repr(u[:, 1].max()), [s.decode() for s in f["scenes/modes/labels"][:]])
print(f["scenes/modes/bodies/beam/fields/stress"].shape, f["scenes/modes/bodies/beam/fields/stress"].attrs["unit"].decode())
print(f["quantities/tip_deflection"][()], f["quantities/fatigue_life"][()], f["quantities/fatigue_life"].attrs["reason"].decode())
print(f["scenes/static/bodies/beam/mesh/cells/hex20"].shape[1], f["scenes/static/bodies/beam/displacement"].is_virtual)
)");
  const Index nodes = record.scenes[0].bodies[0].mesh->num_nodes();
  EXPECT_NE(printed.find(fmt::format("({}, 3) 0.001", nodes)), std::string::npos) << printed;
  EXPECT_NE(printed.find("['mode 1, 103 Hz', 'mode 2, 412 Hz', 'mode 3, 927 Hz']"), std::string::npos) << printed;
  EXPECT_NE(printed.find(fmt::format("(3, {}, 6) Pa", nodes)), std::string::npos) << printed;
  EXPECT_NE(printed.find("0.001 nan no fatigue stage in the model"), std::string::npos) << printed;
  EXPECT_NE(printed.find("20 True"), std::string::npos) << printed;
}

TEST(ResultsFile, XdmfAgreesWithTheArraysItNames) {
  const auto folder = fresh_folder("results-xdmf");
  RunRecord record = testing::sample_record();
  record.scenes.push_back(testing::moving_scene());
  write_results(record, folder);
  const std::string printed = testing::check_xdmf(folder);
  EXPECT_NE(printed.find("['displacement', 'von Mises stress', 'stress xx', 'stress yy'"), std::string::npos)
      << printed;
  EXPECT_NE(printed.find("modes: mode 3, 927 Hz"), std::string::npos) << printed;
  EXPECT_NE(printed.find("states 5"), std::string::npos) << printed;  // two load cases, then three modes
  EXPECT_NE(printed.find("over time 12"), std::string::npos) << printed;
}

TEST(ResultsFile, ARunWithoutFieldsWritesNoXdmf) {
  const auto folder = fresh_folder("results-no-fields");
  RunRecord record = testing::sample_record();
  record.scenes.clear();
  write_results(record, folder);
  EXPECT_TRUE(std::filesystem::exists(folder / "results.h5"));
  EXPECT_FALSE(std::filesystem::exists(folder / "results.xdmf"));
}

TEST(ResultsFile, HostileNamesStayNames) {
  const auto folder = fresh_folder("results-hostile");
  const RunRecord record = testing::hostile_record();
  write_results(record, folder);
  testing::check_xdmf(folder);
  const RunRecord read = read_run_record(folder);
  EXPECT_EQ(read.model_name, record.model_name);
  EXPECT_EQ(read.scenes[0].bodies[0].name, record.scenes[0].bodies[0].name);
  EXPECT_EQ(read.scenes[0].frames[1].label, record.scenes[0].frames[1].label);
}

TEST(ResultsFile, ReadsBackWhatWasWritten) {
  const auto folder = fresh_folder("results-read");
  RunRecord record = testing::sample_record();
  record.scenes.push_back(testing::moving_scene());
  write_results(record, folder);
  const RunRecord read = read_run_record(folder);
  EXPECT_EQ(record_json(read), record_json(record));
  ASSERT_EQ(read.scenes.size(), record.scenes.size());
  for (std::size_t s = 0; s < record.scenes.size(); ++s) {
    const Scene& was = record.scenes[s];
    const Scene& is = read.scenes[s];
    EXPECT_EQ(is.kind, was.kind);
    ASSERT_EQ(is.frames.size(), was.frames.size());
    for (std::size_t b = 0; b < was.bodies.size(); ++b) {
      EXPECT_EQ(is.bodies[b].mesh->x, was.bodies[b].mesh->x);
      EXPECT_EQ(is.bodies[b].mesh->blocks[0].nodes, was.bodies[b].mesh->blocks[0].nodes);
      for (std::size_t f = 0; f < was.frames.size(); ++f) {
        const BodyFrame& before = was.frames[f].bodies[b];
        const BodyFrame& after = is.frames[f].bodies[b];
        EXPECT_EQ(after.rotation, before.rotation);
        EXPECT_EQ(after.translation, before.translation);
        ASSERT_EQ(after.fields.size(), before.fields.size());
        EXPECT_EQ(after.fields.back().values, before.fields.back().values);
        EXPECT_EQ(after.fields.back().name, before.fields.back().name);
        // Displacement is stored as x - X: adding and taking off the position costs its last bits.
        if (before.displacement.size() != 0) {
          EXPECT_LE((after.displacement - before.displacement).cwiseAbs().maxCoeff(), 1e-15);
        }
      }
    }
  }
}

TEST(ResultsFile, SymbolsComeBackWhereTheyStood) {
  const auto folder = fresh_folder("results-symbols");
  const Scene scene = testing::moving_scene();
  RunRecord record = testing::moving_record();
  write_results(record, folder);
  const Scene back = read_run_record(folder).scenes.front();
  ASSERT_EQ(back.symbols.size(), scene.symbols.size());
  for (std::size_t k = 0; k < scene.symbols.size(); ++k) {
    EXPECT_EQ(back.symbols[k].name, scene.symbols[k].name);
    EXPECT_EQ(back.symbols[k].role, scene.symbols[k].role);
    EXPECT_EQ(back.symbols[k].per_length, scene.symbols[k].per_length);
    EXPECT_EQ(back.symbols[k].mesh->x, scene.symbols[k].mesh->x);
    EXPECT_EQ(back.symbols[k].mesh->blocks.front().nodes, scene.symbols[k].mesh->blocks.front().nodes);
    for (std::size_t f = 0; f < scene.frames.size(); ++f) {
      EXPECT_EQ(back.frames[f].symbols[k].axes, scene.frames[f].symbols[k].axes);
      EXPECT_EQ(back.frames[f].symbols[k].point, scene.frames[f].symbols[k].point);
    }
  }
}

TEST(ResultsFile, SegmentsOfALongRunReadAsOneArray) {
  const auto folder = fresh_folder("results-segments");
  Scene scene = testing::moving_scene();
  const std::vector<Frame> frames = std::move(scene.frames);
  scene.frames.clear();
  ResultsWriter writer(folder);
  writer.replace_earlier();
  writer.add_scene(scene);
  for (std::size_t k = 0; k < 12; k += 4) writer.add_frames(scene, std::span(frames).subspan(k, 4));
  const std::string printed = run_python(folder, R"(
import h5py, numpy as np
f = h5py.File("results.h5")
d = f["scenes/turn/bodies/rod/displacement"]
p = f["scenes/turn/bodies/rod/translation"][:]
print(d.shape[0], len(d.virtual_sources()), np.allclose(d[:, 0, :], p), repr(f["scenes/turn/values"][11]))
)");
  EXPECT_NE(printed.find("12 3 True 0.011"), std::string::npos) << printed;
}

// A run that is killed leaves what its last complete segment held; a half-written one is never seen.
TEST(ResultsFile, StaysReadableWhenTheRunDiesBetweenSegments) {
  const auto folder = fresh_folder("results-killed");
  Scene scene = testing::moving_scene();
  {
    ResultsWriter writer(folder);
    writer.replace_earlier();
    writer.add_scene(scene);
    std::ofstream(folder / "segments" / ".0003.h5.99.tmp") << "half a segment";
  }
  EXPECT_EQ(read_run_record(folder).scenes.at(0).frames.size(), 12u);
  // A lost segment reads as NaN, and the rest stays.
  std::filesystem::remove(folder / "segments" / "0002.h5");
  const std::string printed = run_python(folder, R"(
import h5py, numpy as np
f = h5py.File("results.h5")
print(np.isnan(f["scenes/turn/bodies/rod/displacement"][:]).all(), f["scenes/turn/bodies/rod/mesh/nodes"].shape[1])
)");
  EXPECT_NE(printed.find("True 3"), std::string::npos) << printed;
}

TEST(ResultsFile, ASceneThatGrowsTakesThePlaceOfItselfAndOldFilesGo) {
  const auto folder = fresh_folder("results-growing");
  ResultsWriter writer(folder);
  writer.replace_earlier();
  Scene scene = testing::moving_scene();
  scene.over = "position";
  const std::vector<Frame> frames = scene.frames;
  for (std::size_t k = 1; k <= frames.size(); ++k) {
    scene.frames.assign(frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(k));
    for (SceneBody& body : scene.bodies) body.mesh = std::make_shared<const Mesh>(*body.mesh);  // made anew each time
    writer.put_scene(scene);
    const RunRecord read = read_run_record(folder);
    ASSERT_EQ(read.scenes.size(), 1U);
    ASSERT_EQ(read.scenes[0].frames.size(), k);
    EXPECT_EQ(read.scenes[0].frames.back().label, frames[k - 1].label);
    EXPECT_EQ(read.scenes[0].over, "position");
  }
  const auto segments = std::filesystem::directory_iterator(folder / "segments");
  EXPECT_EQ(std::distance(begin(segments), end(segments)), 4);  // meshes and frames, and those just replaced
}

TEST(ResultsFile, ANewRunRemovesTheOldOne) {
  const auto folder = fresh_folder("results-again");
  write_results(testing::sample_record(), folder);
  RunRecord small;
  small.scenes = {testing::moving_scene()};
  write_results(small, folder);
  EXPECT_EQ(read_run_record(folder).scenes.size(), 1u);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / "segments"), {}), 2);
}

/// A disk that is full after `bytes`: the system refuses to let any file grow beyond.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST(ResultsFile, AFullDiskIsSaidAndLeavesWhatWasComplete) {
  const auto folder = fresh_folder("results-full-disk");
  const RunRecord record = testing::sample_record();
  ResultsWriter writer(folder);
  writer.replace_earlier();
  Scene mesh_only = record.scenes[0];
  mesh_only.frames.clear();
  writer.add_scene(mesh_only);
  {
    const FullDisk full(50'000);
    EXPECT_THROW(writer.add_frames(mesh_only, record.scenes[0].frames), InputError);
    EXPECT_THROW(write_file(folder / "large.txt", std::string(100'000, 'x')), InputError);
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder / "segments"), {}), 1);
  EXPECT_FALSE(std::filesystem::exists(folder / "large.txt"));
  const RunRecord read = read_run_record(folder);
  EXPECT_EQ(read.scenes.at(0).bodies.at(0).mesh->num_nodes(), mesh_only.bodies[0].mesh->num_nodes());
}

TEST(ResultsFile, DamagedFilesGetASentence) {
  const auto folder = fresh_folder("results-damaged");
  std::ofstream(folder / "results.h5") << "no HDF5 at all";
  EXPECT_THROW(read_run_record(folder), InputError);
  EXPECT_THROW(read_run_record(folder / "missing.h5"), InputError);
}

TEST(Scene, FieldsThatDoNotFitTheMeshAreRefused) {
  Scene scene = testing::moving_scene();
  scene.frames[3].bodies[1].fields[0].values.conservativeResize(1, 5);
  EXPECT_THROW(validate(scene), InputError);
  scene = testing::moving_scene();
  scene.frames[2].bodies.pop_back();
  EXPECT_THROW(validate(scene), InputError);
}

TEST(Csv, QuotesSeparatorsAndDefusesFormulas) {
  Table table;
  table.columns = {{"name, kind", "", true}, {"force", "N", false}};
  table.rows = {{{std::string("=1+1"), {}}, {1.5, {}}}, {{std::string("say \"hi\", ok"), {}}, {{}, {}}}};
  EXPECT_EQ(table_csv(table), "\"name, kind\",force [N]\n'=1+1,1.5\n\"say \"\"hi\"\", ok\",\n");
}

TEST(Csv, SeriesOfDifferentLengthStandSideBySide) {
  Curve curve;
  curve.x = {"t", "s", false};
  curve.y = {"force", "N", false};
  curve.series = {{"a", VectorXd::LinSpaced(2, 0, 1), VectorXd::Ones(2), false, false},
                  {"b", VectorXd::LinSpaced(1, 3, 3), VectorXd::Ones(1), false, false}};
  EXPECT_EQ(curve_csv(curve), "t [s],a [N],t [s],b [N]\n0,1,3,1\n1,1,,\n");
  const auto folder = fresh_folder("csv");
  EXPECT_EQ(write_csv(testing::sample_record(), folder),
            (std::vector<std::string>{"table-1.csv", "curve-1.csv", "quantities.csv"}));
}

}  // namespace
}  // namespace trunnion
