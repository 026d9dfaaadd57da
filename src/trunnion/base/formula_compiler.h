#pragma once
// base/formula_compiler.h -- text of an expression to postfix code; used by Formula only.
//   sum := product { (+|-) product }      product := signed { (*|/) signed }      signed := [-] signed | power
//   power := primary [ ^ signed ]         primary := number [unit] | ${name} | name | function ( sum {, sum} ) | ( sum
//   )

#include <span>
#include <string_view>
#include <vector>

#include "trunnion/base/formula.h"

namespace trunnion {

constexpr std::size_t kFormulaStack = 64;     ///< deepest evaluation stack
constexpr std::size_t kFormulaVariables = 8;  ///< most variables

struct CompiledFormula {
  std::vector<Formula::Instruction> code;
  Dimension dimension;
  double offset = 0;
};

bool is_binary(Formula::Code code);

/// Runs the code on SI numbers.
double evaluate_formula_code(std::span<const Formula::Instruction> code, std::span<const double> variables);

CompiledFormula compile_formula(std::string_view text, const std::vector<FormulaVariable>& variables,
                                const ParameterLookup& parameters);

}  // namespace trunnion
