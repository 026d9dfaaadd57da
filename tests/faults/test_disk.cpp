// Faults of the disk, on the program itself: a message, a status other than 0, files that open, and a run that goes on
// once the fault is gone.

#include <fmt/format.h>

#include <fstream>
#include <random>

#include "faults.h"
#include "model/models.h"
#include "support/paths.h"

namespace trunnion::testing {
namespace {

namespace fs = std::filesystem;

FaultCase beam(const fs::path& folder, const std::string& verb) {
  std::ofstream(folder / "beam.toml") << beam_model();
  return {"beam", verb, folder / "beam.toml", {}};
}

long bytes_below(const fs::path& folder) {
  long bytes = 0;
  for (const auto& [name, text] : contents(folder)) bytes += static_cast<long>(text.size());
  return bytes;
}

// Full at some byte, early and late: each time no half file stays, and with room again the run ends as if nothing had
// been.
TEST(FullDisk, IsToldLeavesWholeFilesAndTheRunCanBeRepeated) {
  const fs::path folder = fresh_folder("full-disk");
  std::mt19937 dice{1};
  for (const char* verb : {"run", "reduce"}) {
    const FaultCase one = beam(folder, verb);
    const fs::path whole = folder / verb;
    const std::string cache = own_cache(whole / "cache");
    ASSERT_EQ(run_program(arguments_of(one, whole), cache).status, 0);
    const long all = bytes_below(whole);
    for (const double share : {0.0, 0.3, 0.8}) {
      const fs::path out = folder / fmt::format("{}-{}", verb, share);
      const long room = static_cast<long>(share * static_cast<double>(all)) + static_cast<long>(dice() % 2000);
      const auto full = run_program(arguments_of(one, out), own_cache(out / "cache") + " " + full_disk(out, room));
      expect_refused(full, {"No space left on device"});
      expect_whole_files(out);
      EXPECT_EQ(run_program(arguments_of(one, out), own_cache(out / "cache")).status, 0);
      expect_same_end(one, whole, out);
    }
  }
}

TEST(FullDisk, DuringARunInTimeKeepsWhatWasSavedAndTheRestartGoesOn) {
  const fs::path folder = fresh_folder("full-disk-transient"), whole = folder / "whole", out = folder / "out";
  FaultCase one = saving_run(0.5);
  ASSERT_EQ(run_program(arguments_of(one, whole)).status, 0);
  const auto full = run_program(arguments_of(one, out), full_disk(out, bytes_below(whole) / 2));
  expect_refused(full, {"No space left on device"});
  expect_whole_files(out);
  ASSERT_TRUE(fs::exists(out / "checkpoints" / "run.h5")) << "nothing had been saved before the disk was full";
  one.options.emplace_back("--restart");
  const auto rest = run_program(arguments_of(one, out));
  EXPECT_EQ(rest.status, 0) << rest.err;
  EXPECT_NE(read_file(out / "run.log").find("'run' goes on from"), std::string::npos);
  expect_same_end(one, whole, out);
}

TEST(ReadOnlyFolder, IsToldAndNothingInItChanges) {
  const fs::path folder = fresh_folder("read-only");
  for (const char* verb : {"run", "reduce"}) {
    const FaultCase one = beam(folder, verb);
    const fs::path out = folder / verb;
    const auto fresh = run_program(arguments_of(one, out), read_only(out));
    expect_refused(fresh, {"Read-only file system", verb});
    EXPECT_FALSE(fs::exists(out));
    ASSERT_EQ(run_program(arguments_of(one, out)).status, 0);
    const auto before = contents(out);
    expect_refused(run_program(arguments_of(one, out), read_only(out)), {"Read-only file system"});
    EXPECT_EQ(contents(out), before);
  }
  const FaultCase body = beam(folder, "reduce");
  expect_refused(
      run_program(arguments_of(body, folder / "kept"), own_cache(folder / "cache") + " " + read_only(folder / "cache")),
      {"Read-only file system", "cache"});
}

// A checkpoint that cannot be opened, is something else, or is only half there. What the earlier run left stays as it
// is, the message says how to go on, and that way works.
TEST(UnreadableRestartFile, IsNamedKeepsTheResultsAndARunWithoutItWorks) {
  const fs::path folder = fresh_folder("unreadable-restart"), out = folder / "out";
  const FaultCase one = saving_run(0.1);
  FaultCase again = one;
  again.options.emplace_back("--restart");
  ASSERT_EQ(run_program(arguments_of(one, out)).status, 0);
  const fs::path checkpoint = out / "checkpoints" / "run.h5";
  const std::string sound = read_file(checkpoint);
  const auto refused = [&](const std::string& prefix) {
    const auto before = contents(out);
    expect_refused(run_program(arguments_of(again, out), prefix), {"run.h5", "run without --restart"});
    EXPECT_EQ(contents(out), before);
  };
  refused(unreadable(checkpoint));
  for (const std::string& text : {std::string("no HDF5 at all"), std::string(), sound.substr(0, sound.size() / 2)}) {
    std::ofstream(checkpoint, std::ios::binary | std::ios::trunc) << text;
    refused("");
  }
  fs::remove(checkpoint);
  fs::create_directory(checkpoint);
  refused("");
  fs::remove(checkpoint);
  EXPECT_EQ(run_program(arguments_of(one, out)).status, 0);
}

// Bits that turned over: whoever reads the file says that it is damaged; a damaged file of the cache is made anew.
TEST(CorruptedHdf5, IsRefusedByEveryReaderAndReplacedInTheCache) {
  const fs::path folder = fresh_folder("corrupted"), out = folder / "out", cache = folder / "cache";
  const FaultCase one = saving_run(0.1), reduction = beam(folder, "reduce");
  FaultCase again = one;
  again.options.emplace_back("--restart");
  ASSERT_EQ(run_program(arguments_of(one, out)).status, 0);
  ASSERT_EQ(run_program(arguments_of(reduction, folder / "body"), own_cache(cache)).status, 0);
  std::mt19937 dice{7};
  const auto damage = [&](const fs::path& file) {
    std::string text = read_file(file);
    for (int k = 0; k < 3; ++k) text[dice() % text.size()] ^= static_cast<char>(1 + dice() % 255);
    std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
  };
  const auto refused = [&](const fs::path& file, const std::vector<std::string>& arguments) {
    const std::string sound = read_file(file);
    for (int k = 0; k < 3; ++k) {
      damage(file);
      expect_refused(run_program(arguments), {file.filename().string(), "damaged"});
      std::ofstream(file, std::ios::binary | std::ios::trunc) << sound;
    }
  };
  const fs::path body = folder / "body" / "beam.h5";
  refused(out / "results.h5", {"report", out, "--out", folder / "page.html"});
  refused(out / "segments" / "0001.h5", {"report", out, "--out", folder / "page.html"});
  refused(out / "checkpoints" / "run.h5", arguments_of(again, out));
  refused(body, {"info", body});
  refused(body, {"export", body, "--out", folder / "linear"});
  EXPECT_FALSE(fs::exists(folder / "page.html"));

  for (const auto& entry : fs::directory_iterator(cache / "reduced")) damage(entry.path());
  EXPECT_EQ(run_program(arguments_of(reduction, folder / "anew"), own_cache(cache)).status, 0);
  expect_same_end(reduction, folder / "body", folder / "anew");
}

}  // namespace
}  // namespace trunnion::testing
