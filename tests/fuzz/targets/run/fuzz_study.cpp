#include "fuzz_target.h"
#include "on_disk.h"
#include "trunnion/base/error.h"
#include "trunnion/run/study.h"

using namespace trunnion;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::OnDisk file("fuzz.toml");
  try {
    read_study(file.hold(fuzz::text_of(data, size)));
  } catch (const InputError&) {  // refused with a message: as it should be
  }
  return 0;
}

std::vector<std::string> fuzz_seeds() {
  return {R"([study]
title = "Hanging block"
model = "block.toml"
design = "grid"
vary = [ { parameter = "mass", from = "1 kg", to = "8 kg", count = 8 },
         { parameter = "stiffness", values = ["100 N/m", "200 N/m"] } ]
quantities = ["sink"]
plot = ["sink"]
)",
          R"([study]
model = "conrod.toml"
verb = "reduce"
parameter = "mesh_size"
values = ["6 mm", "4 mm"]
each = true
case = [ { name = "a", set = ["band=1 kHz"] }, { name = "b", set = [] } ]
)",
          R"([study]
model = "block.toml"
design = "latin-hypercube"
samples = 10
seed = 3
vary = [ { parameter = "mass", from = "1 kg", to = "2 kg" } ]
)"};
}
