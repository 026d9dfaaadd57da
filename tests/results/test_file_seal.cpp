#include "trunnion/results/file_seal.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "support/h5py.h"
#include "support/paths.h"
#include "support/run_program.h"
#include "support/sample_record.h"
#include "trunnion/base/error.h"
#include "trunnion/results/atomic_file.h"
#include "trunnion/results/results_reader.h"
#include "trunnion/results/results_writer.h"
#include "trunnion/results/trial_read.h"
#include "trunnion/results/whole_hdf5.h"

namespace trunnion {
namespace {

namespace fs = std::filesystem;

fs::path sealed_file(const std::string& folder) {
  const fs::path file = testing::fresh_folder(folder) / "numbers.h5";
  write_whole_hdf5(file, [](Hdf5File& out) { out.write("x", 3.5); });
  return file;
}

TEST(FileSeal, AnyChangedByteBreaksIt) {
  const fs::path file = sealed_file("seal-bytes");
  const std::string sound = testing::read_file(file);
  EXPECT_EQ(check_seal(file), Seal::sound);
  for (std::size_t at = 0; at < sound.size() - seal_of("").size(); at += 37) {
    std::string changed = sound;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    std::ofstream(file, std::ios::binary | std::ios::trunc) << changed;
    EXPECT_EQ(check_seal(file), Seal::broken) << at;
    EXPECT_THROW(Hdf5File(file, Hdf5File::Mode::read), InputError);
  }
}

TEST(FileSeal, IsNoHindranceToOtherProgramsAndGoesWhenTheyChangeTheFile) {
  const fs::path file = sealed_file("seal-others");
  EXPECT_EQ(testing::run_python(file.parent_path(),
                                "import h5py\n"
                                "print(h5py.File('numbers.h5')['x'][()])\n"
                                "with h5py.File('numbers.h5', 'a') as f: f['y'] = [1.0, 2.0]\n"),
            "3.5\n");
  EXPECT_EQ(check_seal(file), Seal::none);
  EXPECT_EQ(Hdf5File(file, Hdf5File::Mode::read).read_doubles("y").values, (std::vector<double>{1, 2}));
}

TEST(Hdf5File, AnArrayThatClaimsMoreThanTheFileHoldsIsRefusedBeforeMemoryIsTaken) {
  const fs::path folder = testing::fresh_folder("huge-array");
  testing::run_python(
      folder, "import h5py\nwith h5py.File('huge.h5', 'w') as f: f.create_dataset('x', (10**14,), dtype='f8')\n");
  try {
    Hdf5File(folder / "huge.h5", Hdf5File::Mode::read).read_doubles("x");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("'x' claims 1e+14 entries"), std::string::npos) << error.what();
  }
}

TEST(TrialRead, ACrashOfTheLibraryOnAFileOfOthersIsAnErrorAndAFailureIsLeftToTheReader) {
  const fs::path file = testing::fresh_folder("trial-read") / "foreign.h5";
  std::ofstream(file) << "of another program";
  EXPECT_THROW(try_reading(file, [] { std::raise(SIGSEGV); }), InputError);
  EXPECT_NO_THROW(try_reading(file, [] { throw InputError("no such array"); }));
  const fs::path ours = sealed_file("trial-ours");
  EXPECT_NO_THROW(try_reading(ours, [] { std::raise(SIGSEGV); })) << "a sealed file needs no trial";
}

TEST(TrialRead, AFileThatTheLibraryDoesNotComeBackFromIsRefusedWithinTheTimeItsSizeIsWorth) {
  const fs::path file = testing::fresh_folder("trial-hangs") / "foreign.h5";
  std::ofstream(file) << "of another program";
  EXPECT_EQ(reading_patience(file), 5u);  // fuzzed inputs have ten seconds
  fs::resize_file(file, 2'000'000'000);   // takes no room on the disk
  EXPECT_EQ(reading_patience(file), 205u);
  try {
    read_in_child(
        file, [] { ::pause(); }, 1);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("still busy with it after 1 s"), std::string::npos) << error.what();
  }
}

// The index is sealed, so that nothing but the segments tells that another program was here.
TEST(TrialRead, ASegmentWithoutItsSealIsReadInAChildProcessFirst) {
  const fs::path folder = testing::fresh_folder("segment-changed");
  write_results(testing::moving_record(), folder);
  ASSERT_EQ(check_seal(folder / "results.h5"), Seal::sound);
  const auto children = [] {
    rusage used{};
    ::getrusage(RUSAGE_CHILDREN, &used);
    return used.ru_minflt;
  };
  const auto before = children();
  const std::size_t scenes = read_run_record(folder).scenes.size();
  EXPECT_EQ(children(), before);
  for (const auto& entry : fs::directory_iterator(folder / "segments")) {
    const std::string text = testing::read_file(entry.path());
    std::ofstream(entry.path(), std::ios::binary) << text.substr(0, text.rfind("\ntrunnion-crc32 "));
  }
  EXPECT_EQ(read_run_record(folder).scenes.size(), scenes);
  EXPECT_GT(children(), before);
}

TEST(Leftovers, OfKilledProgramsAreClearedAway) {
  const fs::path folder = testing::fresh_folder("leftovers");
  const fs::path ours = temporary_name(folder / "a.h5"), gone = folder / ".a.h5.999999999.tmp", user = folder / "b.tmp";
  for (const fs::path& file : {ours, gone, user}) std::ofstream(file) << "half";
  remove_leftovers(folder, Writers::others);
  EXPECT_TRUE(fs::exists(ours));
  EXPECT_FALSE(fs::exists(gone));
  remove_leftovers(folder, Writers::none);
  EXPECT_FALSE(fs::exists(ours));
  EXPECT_TRUE(fs::exists(user)) << "not one of ours";
}

}  // namespace
}  // namespace trunnion
