#pragma once
// model/set_option.h -- --set NAME=value changes a parameter, --set table.0.key=value any value of the model file.

#include <string>
#include <vector>

#include "trunnion/model/value.h"

namespace trunnion {

struct SetOption {
  std::string name;  ///< "load" or "stage.1.modes"
  std::string text;
};

/// Splits "name=value"; throws InputError citing --set.
SetOption parse_set_option(const std::string& argument);

/// Writes the option into the tree. Parameters, list items and tables on the way must exist; a new key is allowed here
/// and refused later, with the nearest name, when its table does not know it.
void apply(const SetOption& option, Value& model);

}  // namespace trunnion
