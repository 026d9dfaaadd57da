// The files that a sweep finds in the folder of a case when it goes on: case.json, a line of dashes, summary.json.
#include "fuzz_target.h"
#include "on_disk.h"
#include "trunnion/base/error.h"
#include "trunnion/run/sweep_case.h"

using namespace trunnion;

namespace {
constexpr std::string_view between = "\n----\n";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::OnDisk outcome("case/case.json"), summary("case/summary.json");
  const std::string_view text = fuzz::text_of(data, size);
  const std::size_t cut = std::min(text.find(between), text.size());
  outcome.hold(text.substr(0, cut));
  summary.hold(text.substr(std::min(cut + between.size(), text.size())));
  PlannedCase one;
  one.folder = outcome.path().parent_path();
  one.key = "0123";
  std::string damage;
  earlier_outcome(one, &damage);
  try {
    case_quantities(summary.path());
  } catch (const InputError&) {  // refused with a message: as it should be
  }
  return 0;
}

std::vector<std::string> fuzz_seeds() {
  return {R"({ "case": "01", "key": "0123", "status": "done", "message": "", "wall_s": 1.25 }
----
{ "status": "done", "quantities": { "sink": -0.5, "frequency": null }, "reasons": { "frequency": "not run" } }
)",
          R"({ "case": "02", "key": "0123", "status": "failed", "message": "no answer", "wall_s": 0 }
----
)"};
}
