#include "fuzz_target.h"
#include "on_disk.h"
#include "support/box_beam.h"
#include "trunnion/base/error.h"
#include "trunnion/reduction/reduce.h"
#include "trunnion/results/reduced_body_file.h"

using namespace trunnion;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::OnDisk file("body.h5");
  const std::string_view text = fuzz::text_of(data, size);
  for (const std::string_view part : {text, fuzz::without_seal(text)}) try {
      read_reduced_body(file.hold(part));
    } catch (const InputError&) {  // refused with a message: as it should be
    }
  return 0;
}

std::vector<std::string> fuzz_seeds() {
  const fuzz::OnDisk file("seed.h5");
  testing::BoxBeam beam;
  beam.divisions = {2, 1, 1};
  ReductionOptions options;
  options.name = "beam";
  options.quality.lines = 10;
  write_reduced_body(reduce(testing::box_beam(beam), options), file.path());
  return {file.text()};
}
