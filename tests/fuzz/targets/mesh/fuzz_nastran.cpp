#include "fuzz_target.h"
#include "trunnion/base/error.h"
#include "trunnion/mesh/readers.h"
#include "trunnion/mesh/shapes.h"
#include "trunnion/mesh/writers.h"

using namespace trunnion;

namespace {

const char* const deck = R"(SOL 103
CEND
$HMSET        1        1 "bolts"
SET 1 = 1, 3, 5 THRU 8,
 EXCEPT 7
BEGIN BULK
GRID,1,,0.,0.,0.
GRID,2,,1.,0.,0.
GRID,3,,1.,1.,0.
GRID,4,,0.,1.,0.
GRID           5              0.      0.      1.
GRID           6              1.      0.      1.
GRID*                  7                              1.              1.*G
*G                    1.
GRID,8,5,1.,90.,1.
GRID,100,6,.5,.5,2.
CHEXA          1      10       1       2       3       4       5       6+
+              7       8
CTETRA,2,10,1,2,3,5
CBAR,3,11,1,7,0.,0.,1.
CQUAD4,4,12,1,2,3,4
PSOLID,10,3
PBAR,11,3,.02,4.-5,1.-5,3.-5
PBARL,13,3,,BAR,,,,,
,.1,.2
PSHELL,12,3,.01
MAT1,3,2.1+11,,0.3,7850.,1.2-5
CORD2C,5,0,0.,0.,0.,0.,0.,1.
,1.,0.,0.
CORD2R,6,5,0.,0.,0.,0.,0.,1.
,1.,0.,0.
RBE2,20,100,123456,5,THRU,8
RBE3,21,,100,123456,1.,123,1,2
,2.,123,3,4
CONM2,30,100,0,2.5,.1,0.,0.,
,1.,.1,2.,.2,.3,3.
CELAS2,40,1000.,1,3
PELAS,7,50.
CELAS1,41,7,1,4,2,4
PBUSH,8,K,100.,200.,300.,1.,2.,3.
CBUSH,42,8,1,2,0.,1.,0.
CBUSH,43,8,1,,,,,6
SET1,3,1,THRU,4
SET3,4,ELEM,1,2
PARAM,WTMASS,1.
SPC1,1,123,4
INCLUDE 'more.bdf'
ENDDATA
)";

std::string_view included(const std::string& path) {
  if (path == "more.bdf") return "GRID,200,,1.\n";
  throw InputError({path}, "cannot be read");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    parse_nastran({reinterpret_cast<const char*>(data), size}, "fuzz.bdf", {}, included);
  } catch (const InputError&) {  // refused with a message: as it should be
  }
  return 0;
}

std::vector<std::string> fuzz_seeds() {
  std::vector<std::string> seeds = {deck};
  for (const CellType type : {CellType::tet10, CellType::hex20, CellType::wedge15}) {
    MeshFile file;
    file.mesh = box_mesh({.divisions = {2, 1, 1}, .element = type});
    seeds.push_back(nastran_text(file));
  }
  return seeds;
}
