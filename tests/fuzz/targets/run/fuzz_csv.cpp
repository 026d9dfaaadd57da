#include "fuzz_target.h"
#include "on_disk.h"
#include "trunnion/base/error.h"
#include "trunnion/run/csv_curve.h"

using namespace trunnion;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::OnDisk file("fuzz.csv");
  try {
    const CsvCurve curve =
        read_csv_curve(file.hold(fuzz::text_of(data, size)), Kind::angle, {Kind::force, Kind::pressure});
    if (!curve.x.allFinite() || !curve.y.allFinite()) std::abort();  // a curve that was taken has numbers only
  } catch (const InputError&) {                                      // refused with a message: as it should be
  }
  return 0;
}

std::vector<std::string> fuzz_seeds() {
  return {"angle [degree],force [N]\n0,1\n90, 2.5e3\n180,-4\n", "angle [rad] , p [MPa]\r\n0,0\r\n\r\n1.5,+12\r\n"};
}
