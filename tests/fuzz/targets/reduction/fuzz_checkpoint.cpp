#include "fuzz_target.h"
#include "on_disk.h"
#include "support/mechanisms.h"
#include "trunnion/base/error.h"
#include "trunnion/results/checkpoint.h"

using namespace trunnion;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::OnDisk file("run.h5");
  static const Mechanism mechanism = testing::pendulum();
  const std::string_view text = fuzz::text_of(data, size);
  for (const std::string_view part : {text, fuzz::without_seal(text)}) try {
      read_checkpoint(file.hold(part), mechanism, "hash");
    } catch (const InputError&) {  // refused with a message: as it should be
    }
  return 0;
}

std::vector<std::string> fuzz_seeds() {
  const fuzz::OnDisk file("seed.h5");
  const Mechanism mechanism = testing::pendulum();
  Checkpoint kept;
  kept.input_hash = "hash";
  kept.state = testing::consistent_state(mechanism);
  record_state(mechanism, kept.state, StageKind::transient, kept.record);
  kept.record.snapshots.push_back({kept.state.t, kept.state.x});
  write_checkpoint(kept, file.path());
  return {file.text()};
}
