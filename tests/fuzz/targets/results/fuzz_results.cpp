#include "fuzz_target.h"
#include "on_disk.h"
#include "support/sample_record.h"
#include "trunnion/base/error.h"
#include "trunnion/results/results_reader.h"
#include "trunnion/results/results_writer.h"

using namespace trunnion;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::OnDisk file("results.h5");
  const std::string_view text = fuzz::text_of(data, size);
  for (const std::string_view part : {text, fuzz::without_seal(text)}) try {
      read_run_record(file.hold(part));
    } catch (const InputError&) {  // refused with a message: as it should be
    }
  return 0;
}

std::vector<std::string> fuzz_seeds() {
  const fuzz::OnDisk file("seed/results.h5");
  write_results(testing::sample_record(), file.path().parent_path());
  return {file.text()};
}
