#pragma once
// mesh/gmsh_elements.h -- Gmsh's element numbers and its node order.

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "trunnion/mesh/cell_type.h"

namespace trunnion {

struct GmshElement {
  int number;  ///< Gmsh's element type
  std::string_view name;
  int dimension;
  int num_nodes;
  std::optional<CellType> type;  ///< ours; empty: not supported. May have fewer nodes than Gmsh's (hex27 -> hex20)
  std::span<const int> order;    ///< our node i is Gmsh's node order[i]; empty: the same order
};

const GmshElement* gmsh_element(long number);  ///< nullptr: not known
const GmshElement& gmsh_element(CellType type);

}  // namespace trunnion
