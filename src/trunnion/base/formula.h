#pragma once
// base/formula.h -- expressions on physical quantities, checked for dimension when they are compiled, fast afterwards.
//   "42 mm"    "2*${length}/3"    "sqrt(${a}^2 + ${b}^2)"    "${amplitude}*sin(${speed}*time)"
// Operators + - * / ^, functions sin cos tan asin acos atan atan2 sinh cosh tanh exp log sqrt abs min max sign step
// smooth mod, the constant pi, numbers with units, parameters ${name}, and the variables the caller declares.
// Parameters are values, never pasted text. A number binds its unit tightest: 6 N/2 mm = 3 N/mm.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "trunnion/base/quantity.h"

namespace trunnion {

/// The value of ${name}; throws InputError when there is none.
using ParameterLookup = std::function<PhysicalQuantity(std::string_view name)>;

struct FormulaVariable {
  std::string name;
  Dimension dimension;
};

struct ValueAndGradient {
  double value = 0;
  std::vector<double> gradient;  ///< d value / d variable, in the order of declaration
};

/// Numbers that change their sign where an expression switches: where it has a kink (abs, min, max), or jumps (sign,
/// step, mod).
struct FormulaSwitches {
  std::vector<double> kinks, jumps;
};

/// A compiled expression: postfix code on SI numbers. Immutable; may be evaluated from many threads.
class Formula {
 public:
  /// Throws InputError with the place in the text when it cannot be read or adds apples to pears.
  Formula(std::string_view text, std::vector<FormulaVariable> variables = {}, const ParameterLookup& parameters = {});

  double operator()(std::span<const double> variables) const;
  ValueAndGradient with_gradient(std::span<const double> variables) const;  ///< exact derivatives (dual numbers)

  FormulaSwitches switches(std::span<const double> variables) const;
  bool has_switches() const;

  const Dimension& dimension() const { return dimension_; }
  bool is_constant() const;
  PhysicalQuantity constant() const;  ///< value of an expression without variables
  const std::string& text() const { return text_; }

  enum class Code {
    constant,
    variable,
    add,
    subtract,
    multiply,
    divide,
    negate,
    power,
    sin,
    cos,
    tan,
    asin,
    acos,
    atan,
    atan2,
    sinh,
    cosh,
    tanh,
    exp,
    log,
    sqrt,
    abs,
    min,
    max,
    sign,
    step,
    smooth,
    mod
  };
  struct Instruction {
    Code code;
    double value = 0;  ///< constant
    int index = 0;     ///< variable
  };
  std::span<const Instruction> code() const { return code_; }  ///< postfix, for evaluation with other number types

 private:
  std::string text_;
  std::vector<FormulaVariable> variables_;
  std::vector<Instruction> code_;
  Dimension dimension_;
  double offset_ = 0;
};

/// Evaluates an expression without variables.
PhysicalQuantity evaluate_quantity(std::string_view text, const ParameterLookup& parameters = {});

/// SI value of `text`, which must be of this kind: parse_quantity("42 mm", Kind::length) == 0.042.
double parse_quantity(std::string_view text, Kind kind, const ParameterLookup& parameters = {});

}  // namespace trunnion
