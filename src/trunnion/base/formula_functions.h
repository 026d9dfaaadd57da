#pragma once
// base/formula_functions.h -- the functions that an expression may call, and what each does to dimensions.

#include <map>
#include <string>

#include "trunnion/base/formula.h"

namespace trunnion {

enum class FunctionRule { angle_to_number, number_to_angle, pair_to_angle, number_to_number, keep, root, forget, same };

struct FormulaFunction {
  Formula::Code code;
  FunctionRule rule;
  int least = 1, most = 1;  ///< arguments
};

const std::map<std::string, FormulaFunction, std::less<>>& formula_functions();

}  // namespace trunnion
