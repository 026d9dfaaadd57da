// A segment of results beside an index that is sound.
#include "fuzz_target.h"
#include "on_disk.h"
#include "support/sample_record.h"
#include "trunnion/base/error.h"
#include "trunnion/results/results_reader.h"
#include "trunnion/results/results_writer.h"

using namespace trunnion;

namespace {

/// Results in the folder above that of `file`, which is their first segment.
void write_results_around(const fuzz::OnDisk& file) {
  write_results(testing::sample_record(), file.path().parent_path().parent_path());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::OnDisk file("run/segments/0001.h5");
  [[maybe_unused]] static const bool written = (write_results_around(file), true);
  const std::string_view text = fuzz::text_of(data, size);
  for (const std::string_view part : {text, fuzz::without_seal(text)}) try {
      file.hold(part);
      read_run_record(file.path().parent_path().parent_path());
    } catch (const InputError&) {  // refused with a message: as it should be
    }
  return 0;
}

std::vector<std::string> fuzz_seeds() {
  const fuzz::OnDisk file("seed/segments/0001.h5");
  write_results_around(file);
  return {file.text()};
}
