#include "fuzz_target.h"
#include "trunnion/base/error.h"
#include "trunnion/results/matrix_market.h"

using namespace trunnion;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    parse_matrix_market({reinterpret_cast<const char*>(data), size}, "fuzz.mtx");
  } catch (const InputError&) {  // refused with a message: as it should be
  }
  return 0;
}

std::vector<std::string> fuzz_seeds() {
  return {"%%MatrixMarket matrix array real symmetric\n% a note\n2 2\n1\n2\n5\n",
          "%%MatrixMarket matrix coordinate integer skew-symmetric\n3 3 2\n2 1 2\n3 1 -4\n",
          "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 3 2e-3\n2 1 +1\n"};
}
