#include "trunnion/mesh/abaqus_elements.h"

#include <array>
#include <cassert>
#include <string_view>

namespace trunnion {
namespace {

struct ElementRow {
  std::string_view name;
  CellType type;
  std::optional<PlaneKind> plane;
};

using enum CellType;
constexpr std::array element_rows = {
    ElementRow{"C3D4", tet4, {}},
    ElementRow{"C3D6", wedge6, {}},
    ElementRow{"C3D8", hex8, {}},
    ElementRow{"C3D10", tet10, {}},
    ElementRow{"C3D15", wedge15, {}},
    ElementRow{"C3D20", hex20, {}},
    ElementRow{"CPS3", tri3, PlaneKind::stress},
    ElementRow{"CPS4", quad4, PlaneKind::stress},
    ElementRow{"CPS6", tri6, PlaneKind::stress},
    ElementRow{"CPS8", quad8, PlaneKind::stress},
    ElementRow{"CPE3", tri3, PlaneKind::strain},
    ElementRow{"CPE4", quad4, PlaneKind::strain},
    ElementRow{"CPE6", tri6, PlaneKind::strain},
    ElementRow{"CPE8", quad8, PlaneKind::strain},
    ElementRow{"B31", line2, {}},
};

}  // namespace

std::optional<AbaqusElement> abaqus_element(const std::string& name) {
  const std::size_t digits_end = name.find_last_of("0123456789") + 1;  // npos + 1 = 0: no digit at all
  const std::string base = name.substr(0, digits_end), variant = name.substr(digits_end);
  if (variant.find_first_not_of("RHIMST") != std::string::npos || variant.size() > 3) return std::nullopt;
  for (const ElementRow& row : element_rows)
    if (row.name == base) return AbaqusElement{row.type, row.plane, variant};
  return std::nullopt;
}

std::string variant_differences(const AbaqusElement& element) {
  const bool incompatible = element.type == hex8 || element.type == quad4;
  std::string words;
  for (const char letter : element.variant) {
    const char* word = letter == 'R'
                           ? incompatible ? "integrated in full, with incompatible modes" : "integrated in full"
                       : letter == 'H' ? "displacements are the only unknowns"
                       : letter == 'I' ? incompatible ? "" : "without improved stresses at surfaces"
                       : letter == 'M' ? "in its standard form"
                       : letter == 'S' ? "without improved stresses at surfaces"
                                       : "without temperature as an unknown";
    if (*word != 0) words += (words.empty() ? "" : ", ") + std::string(word);
  }
  return words;
}

bool looks_like_continuum(const std::string& name) {
  for (const char* unusual : {"C3D5", "C3D8P", "C3D10P", "C3D20P", "C3D27", "C3D13", "C3D18"})
    if (name.starts_with(unusual)) return false;  // known to Abaqus: listed as left out
  return name.starts_with("C3D") || name.starts_with("CPS") || name.starts_with("CPE");
}

const char* allowed_abaqus_elements() {
  return "C3D4, C3D6, C3D8, C3D10, C3D15, C3D20, CPS3/4/6/8, CPE3/4/6/8 (also with R, H, I, M) and B31";
}

std::string abaqus_name(CellType type, PlaneKind plane) {
  for (const ElementRow& row : element_rows)
    if (row.type == type && (!row.plane || *row.plane == plane)) return std::string(row.name);
  assert(false);
  return {};
}

}  // namespace trunnion
