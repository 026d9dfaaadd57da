#include "fuzz_target.h"
#include "trunnion/base/error.h"
#include "trunnion/mesh/readers.h"
#include "trunnion/mesh/shapes.h"
#include "trunnion/mesh/writers.h"

using namespace trunnion;

namespace {

template <class T>
void put(std::string& out, T value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// One tetrahedron in binary 4.1.
std::string binary_mesh() {
  std::string s = "$MeshFormat\n4.1 1 8\n";
  put(s, 1);
  s += "\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 \"body\"\n$EndPhysicalNames\n$Entities\n";
  for (const std::uint64_t n : {0, 0, 0, 1}) put(s, n);
  put(s, 1);
  for (int i = 0; i < 6; ++i) put(s, double(i / 3));
  put(s, std::uint64_t(1));
  put(s, 1);
  put(s, std::uint64_t(0));
  s += "\n$EndEntities\n$Nodes\n";
  for (const std::uint64_t n : {1, 4, 1, 4}) put(s, n);
  for (const int n : {3, 1, 0}) put(s, n);
  put(s, std::uint64_t(4));
  for (const std::uint64_t n : {1, 2, 3, 4}) put(s, n);
  for (int n = 0; n < 4; ++n)
    for (int i = 0; i < 3; ++i) put(s, n == i + 1 ? 1.0 : 0.0);
  s += "\n$EndNodes\n$Elements\n";
  for (const std::uint64_t n : {1, 1, 1, 1}) put(s, n);
  for (const int n : {3, 1, 4}) put(s, n);
  for (const std::uint64_t n : {1, 1, 1, 2, 3, 4}) put(s, n);
  return s + "\n$EndElements\n";
}

const char* const text_mesh = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$PhysicalNames
2
2 2 "base"
3 1 "body"
$EndPhysicalNames
$Entities
1 0 1 1
1 0 0 0 0
1 0 0 0 1 1 0 1 2 1 1
1 0 0 0 1 1 1 1 1 1 1
$EndEntities
$Nodes
1 4 1 4
3 1 1 4
1
2
3
4
0 0 0 0 0 0
1 0 0 1 0 0
0 1 0 0 1 0
0 0 1 0 0 1
$EndNodes
$Elements
2 2 1 2
2 1 2 1
1 1 2 3
3 1 4 1
2 1 2 3 4
$EndElements
$NodeData
1
$EndNodeData
)";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    parse_gmsh({reinterpret_cast<const char*>(data), size}, "fuzz.msh", {});
  } catch (const InputError&) {  // refused with a message: as it should be
  }
  return 0;
}

std::vector<std::string> fuzz_seeds() {
  std::vector<std::string> seeds = {binary_mesh(), text_mesh};
  for (const CellType type : {CellType::tet10, CellType::hex20, CellType::wedge15}) {
    MeshFile file;
    file.mesh = box_mesh({.divisions = {2, 1, 1}, .element = type});
    file.mesh.element_sets["some"] = {ElementId{0}};
    file.mesh.element_sets["all"] = {ElementId{0}, ElementId{1}};
    seeds.push_back(gmsh_text(file));
  }
  return seeds;
}
