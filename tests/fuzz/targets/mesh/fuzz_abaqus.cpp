#include "fuzz_target.h"
#include "trunnion/base/error.h"
#include "trunnion/mesh/readers.h"
#include "trunnion/mesh/shapes.h"
#include "trunnion/mesh/writers.h"

using namespace trunnion;

namespace {

const char* const deck = R"(** everything the reader knows
*HEADING
*PART, NAME=Cube
*NODE, NSET=Nall
1, 0, 0, 0
2, 1, 0, 0
3, 1, 1, 0
4, 0, 1, 0
5, 0, 0, 1
6, 1, 0, 1
7, 1, 1, 1
8, 0, 1, 1
*ELEMENT, TYPE=C3D8R, ELSET=Eall
1, 1,2,3,4,
5,6,7,8
*SURFACE, NAME=top, TYPE=ELEMENT
Eall, S2
*SURFACE, NAME=skin
Eall
*SOLID SECTION, ELSET=Eall, MATERIAL=M
*END PART
*ASSEMBLY, NAME=A
*INSTANCE, NAME=One, PART=cube
*END INSTANCE
*INSTANCE, NAME=Two, PART=Cube
1., 0., 0.
0., 0., 0., 0., 0., 1., 90.
*END INSTANCE
*NODE
1, 9, 9, 9
*NSET, NSET=corner, INSTANCE=Two, GENERATE
2, 4, 1
*NSET, NSET=ref
1
*NSET, NSET=mixed
One.7, Two.Nall, corner
*ELSET, ELSET=_s, INTERNAL, INSTANCE=Two
1
*SURFACE, NAME=side
_s, S4
*SURFACE, NAME=n, TYPE=NODE
mixed, 2.0
*COUPLING, CONSTRAINT NAME=c, REF NODE=ref, SURFACE=Two.top
*KINEMATIC
1, 3
*COUPLING, CONSTRAINT NAME=d, REF NODE=1, SURFACE=n
*DISTRIBUTING
*RIGID BODY, NSET=mixed, REF NODE=ref
*ELEMENT, TYPE=MASS, ELSET=mass
1, 1
*MASS, ELSET=mass
2.
*ELEMENT, TYPE=ROTARYI, ELSET=rot
2, 1
*ROTARY INERTIA, ELSET=rot
1., 2., 3., 0., 0., 0.
*ELEMENT, TYPE=SPRING2, ELSET=s2
3, One.1, Two.3
*SPRING, ELSET=s2
1, 1
50.
*ELEMENT, TYPE=SPRINGA, ELSET=sa
4, 1, One.2
*SPRING, ELSET=sa

50.
*END ASSEMBLY
*MATERIAL, NAME=M
*ELASTIC
210e3, 0.3
*DENSITY
7.85e-9
*EXPANSION
1.2e-5
*STEP
*STATIC
*END STEP
)";

const char* const plane = R"(*NODE, SYSTEM=C
1, 0, 0
2, 1, 0
3, 1, 90
*NODE
10, 0, 0, 5
11, 1, 0, 5
*ELEMENT, TYPE=CPE3, ELSET=E
1, 1, 2, 3
*ELEMENT, TYPE=B31, ELSET=B
2, 10, 11
*ELEMENT, TYPE=S4R
3, 1, 2, 3, 10
*MATERIAL, NAME=M
*ELASTIC, TYPE=ISO
1, .3
*SOLID SECTION, ELSET=E, MATERIAL=M
2.
*BEAM SECTION, ELSET=B, MATERIAL=M, SECTION=RECT
.1, .2
0, 1, 0
*INCLUDE, INPUT=more.inp
)";

std::string_view included(const std::string& path) {
  if (path == "more.inp") return "*NSET, NSET=n\n1, 2\n";
  throw InputError({path}, "cannot be read");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    parse_abaqus({reinterpret_cast<const char*>(data), size}, "fuzz.inp", {}, included);
  } catch (const InputError&) {  // refused with a message: as it should be
  }
  return 0;
}

std::vector<std::string> fuzz_seeds() {
  std::vector<std::string> seeds = {deck, plane};
  for (const CellType type : {CellType::tet10, CellType::wedge15}) {
    MeshFile file;
    file.mesh = box_mesh({.divisions = {2, 1, 1}, .element = type});
    seeds.push_back(abaqus_text(file));
  }
  return seeds;
}
