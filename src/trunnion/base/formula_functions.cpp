#include "trunnion/base/formula_functions.h"

namespace trunnion {

const std::map<std::string, FormulaFunction, std::less<>>& formula_functions() {
  using Code = Formula::Code;
  static const std::map<std::string, FormulaFunction, std::less<>> table{
      {"sin", {Code::sin, FunctionRule::angle_to_number}},
      {"cos", {Code::cos, FunctionRule::angle_to_number}},
      {"tan", {Code::tan, FunctionRule::angle_to_number}},
      {"asin", {Code::asin, FunctionRule::number_to_angle}},
      {"acos", {Code::acos, FunctionRule::number_to_angle}},
      {"atan", {Code::atan, FunctionRule::number_to_angle}},
      {"atan2", {Code::atan2, FunctionRule::pair_to_angle, 2, 2}},
      {"sinh", {Code::sinh, FunctionRule::number_to_number}},
      {"cosh", {Code::cosh, FunctionRule::number_to_number}},
      {"tanh", {Code::tanh, FunctionRule::number_to_number}},
      {"exp", {Code::exp, FunctionRule::number_to_number}},
      {"log", {Code::log, FunctionRule::number_to_number}},
      {"sqrt", {Code::sqrt, FunctionRule::root}},
      {"abs", {Code::abs, FunctionRule::keep}},
      {"sign", {Code::sign, FunctionRule::forget}},
      {"step", {Code::step, FunctionRule::forget}},
      {"smooth", {Code::smooth, FunctionRule::number_to_number}},
      {"min", {Code::min, FunctionRule::same, 2, 20}},
      {"max", {Code::max, FunctionRule::same, 2, 20}},
      {"mod", {Code::mod, FunctionRule::same, 2, 2}}};
  return table;
}

}  // namespace trunnion
