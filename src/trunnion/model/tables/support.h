#pragma once
// model/tables/support.h -- [[support]]: what holds a body, and prescribed displacements.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "trunnion/model/table_schema.h"

namespace trunnion {

struct SupportInput {
  std::string body;  ///< empty: the only one
  std::string on;    ///< set, surface or interface
  std::vector<std::string> fixed;
  std::array<std::optional<double>, 6> prescribed;  ///< x y z [m], rx ry rz [rad]
  std::string load_case;                            ///< in which the values act, zero in others; empty: every case
  SourceLocation where;
};

/// The six components in the order of every array of six: x y z rx ry rz.
const std::vector<std::string>& component_names();

TableSchema<SupportInput> support_table();

}  // namespace trunnion
