#include "../../../model/models.h"
#include "fuzz_target.h"
#include "trunnion/base/error.h"
#include "trunnion/model/model.h"

using namespace trunnion;

std::vector<std::string> fuzz_seeds() { return {testing::beam_model(), testing::model_with_everything()}; }

/// Any text is either a model, whose resolved form is a model again, or refused with a message.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string resolved;
  try {
    resolved = parse_model(std::string(reinterpret_cast<const char*>(data), size), "fuzz.toml").resolved;
  } catch (const InputError&) {
    return 0;
  }
  parse_model(resolved, "resolved.toml");
  return 0;
}
