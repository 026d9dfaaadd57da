#pragma once
// model/tables/output.h -- [[output]]: a number the user wants in summary.json and report, under a name of his choice.

#include <optional>
#include <string>

#include "trunnion/model/table_schema.h"

namespace trunnion {

enum class OutputQuantity {
  displacement,
  rotation,
  von_mises,
  stress,
  reaction,
  reaction_moment,
  strain_energy,
  frequency,
  mass,
  curve  ///< recorded by a stage of the mechanism
};
/// Over the nodes of a set or the instants of a curve; largest: by magnitude, sign kept.
/// repeat: how far the last two cycles differ, root mean square over the range [%].
enum class OutputTake { mean, max, min, largest, last, repeat };

struct OutputInput {
  std::string name;
  OutputQuantity quantity = OutputQuantity::displacement;
  std::string stage;      ///< empty: the only one that knows this quantity
  std::string load_case;  ///< empty: the only one
  std::string on;         ///< set, surface, interface; empty: the whole body; name of a curve
  std::string component;  ///< x y z, magnitude; stress: xx yy zz xy yz zx
  std::optional<OutputTake> take;
  std::optional<PhysicalQuantity> at;  ///< a curve there: an instant, or a value of what a sweep varies
  bool last_cycle = false;             ///< of a curve: only the last cycle of the stage
  int mode = 1;                        ///< counts from 1
  bool elastic = true;                 ///< modes are counted without the rigid ones
  bool optional = false;               ///< a curve that need not be recorded
  std::optional<PhysicalQuantity> expected;
  double within = 0;  ///< allowed relative deviation from `expected`
  std::string label;  ///< in the report
  SourceLocation where;
};

Kind kind_of(OutputQuantity quantity);
std::string_view name(OutputQuantity quantity);
TableSchema<OutputInput> output_table();

}  // namespace trunnion
