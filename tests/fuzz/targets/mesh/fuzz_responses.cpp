#include "fuzz_target.h"
#include "trunnion/base/error.h"
#include "trunnion/mesh/nodal_responses.h"

using namespace trunnion;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const char* name : {"fuzz.frd", "fuzz.dat", "fuzz.pch"}) try {
      parse_responses({reinterpret_cast<const char*>(data), size}, name);
    } catch (const InputError&) {  // refused with a message: as it should be
    }
  return 0;
}

std::vector<std::string> fuzz_seeds() {
  return {
      "  100CL  101 1.00000E+00\n -4  DISP        4    1\n -5  D1          1    2    1    0\n"
      " -1         1 1.00000E+00-2.00000E-03 0.00000E+00\n -1         2 0.00000E+00 2.00000E-03 1.00000E+00\n -3\n",
      " displacements (vx,vy,vz) for set NALL and time  0.1000000E+01\n\n         1  1.0E+00  2.0E+00  3.0E+00\n",
      "$TITLE   = X                                                                   1\n"
      "$DISPLACEMENTS                                                                 2\n"
      "$REAL OUTPUT                                                                   3\n"
      "         1       G      1.000000E+00      2.000000-101      3.000000E+00       4\n"
      "-CONT-                  0.000000E+00      0.000000E+00      0.000000E+00       5\n"};
}
