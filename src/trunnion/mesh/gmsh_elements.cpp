#include "trunnion/mesh/gmsh_elements.h"

#include <algorithm>
#include <cassert>

namespace trunnion {
namespace {

constexpr std::array gmsh_tet10_order = {0, 1, 2, 3, 4, 5, 6, 7, 9, 8};
constexpr std::array gmsh_hex20_order = {0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 13, 9, 16, 18, 19, 17, 10, 12, 14, 15};
constexpr std::array gmsh_wedge15_order = {0, 1, 2, 3, 4, 5, 6, 9, 7, 12, 14, 13, 8, 10, 11};

using enum CellType;
constexpr std::optional<CellType> unsupported;

// The complete second-order types (with nodes inside faces and cells) follow the serendipity ones, so that a search by
// CellType finds the latter.
constexpr std::array gmsh_elements = {
    GmshElement{1, "line2", 1, 2, line2, {}},
    GmshElement{8, "line3", 1, 3, unsupported, {}},
    GmshElement{2, "tri3", 2, 3, tri3, {}},
    GmshElement{9, "tri6", 2, 6, tri6, {}},
    GmshElement{3, "quad4", 2, 4, quad4, {}},
    GmshElement{16, "quad8", 2, 8, quad8, {}},
    GmshElement{4, "tet4", 3, 4, tet4, {}},
    GmshElement{11, "tet10", 3, 10, tet10, gmsh_tet10_order},
    GmshElement{5, "hex8", 3, 8, hex8, {}},
    GmshElement{17, "hex20", 3, 20, hex20, gmsh_hex20_order},
    GmshElement{6, "wedge6", 3, 6, wedge6, {}},
    GmshElement{18, "wedge15", 3, 15, wedge15, gmsh_wedge15_order},
    GmshElement{10, "quad9", 2, 9, quad8, {}},
    GmshElement{12, "hex27", 3, 27, hex20, gmsh_hex20_order},
    GmshElement{13, "wedge18", 3, 18, wedge15, gmsh_wedge15_order},
    GmshElement{15, "point", 0, 1, unsupported, {}},
    GmshElement{7, "pyramid5", 3, 5, unsupported, {}},
    GmshElement{14, "pyramid14", 3, 14, unsupported, {}},
    GmshElement{19, "pyramid13", 3, 13, unsupported, {}},
    GmshElement{20, "tri9", 2, 9, unsupported, {}},
    GmshElement{21, "tri10", 2, 10, unsupported, {}},
    GmshElement{22, "tri12", 2, 12, unsupported, {}},
    GmshElement{23, "tri15", 2, 15, unsupported, {}},
    GmshElement{26, "line4", 1, 4, unsupported, {}},
    GmshElement{27, "line5", 1, 5, unsupported, {}},
    GmshElement{28, "line6", 1, 6, unsupported, {}},
    GmshElement{29, "tet20", 3, 20, unsupported, {}},
    GmshElement{30, "tet35", 3, 35, unsupported, {}},
    GmshElement{36, "quad16", 2, 16, unsupported, {}},
    GmshElement{37, "quad25", 2, 25, unsupported, {}},
    GmshElement{90, "wedge40", 3, 40, unsupported, {}},
    GmshElement{92, "hex64", 3, 64, unsupported, {}},
};

}  // namespace

const GmshElement* gmsh_element(long number) {
  const auto* found =
      std::find_if(gmsh_elements.begin(), gmsh_elements.end(), [&](const auto& e) { return e.number == number; });
  return found == gmsh_elements.end() ? nullptr : found;
}

const GmshElement& gmsh_element(CellType type) {
  const auto* found =
      std::find_if(gmsh_elements.begin(), gmsh_elements.end(), [&](const auto& e) { return e.type == type; });
  assert(found != gmsh_elements.end());
  return *found;
}

}  // namespace trunnion
