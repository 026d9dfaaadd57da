#include "trunnion/base/formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/base/formula_compiler.h"

namespace trunnion {
namespace {

using Code = Formula::Code;

struct Slope {
  double value, dx, dy = 0;  // f, df/dx, df/dy
};

Slope apply(Code code, double x) {
  switch (code) {
    case Code::negate:
      return {-x, -1};
    case Code::sin:
      return {std::sin(x), std::cos(x)};
    case Code::cos:
      return {std::cos(x), -std::sin(x)};
    case Code::tan:
      return {std::tan(x), 1 + std::tan(x) * std::tan(x)};
    case Code::asin:
      return {std::asin(x), 1 / std::sqrt(1 - x * x)};
    case Code::acos:
      return {std::acos(x), -1 / std::sqrt(1 - x * x)};
    case Code::atan:
      return {std::atan(x), 1 / (1 + x * x)};
    case Code::sinh:
      return {std::sinh(x), std::cosh(x)};
    case Code::cosh:
      return {std::cosh(x), std::sinh(x)};
    case Code::tanh:
      return {std::tanh(x), 1 - std::tanh(x) * std::tanh(x)};
    case Code::exp:
      return {std::exp(x), std::exp(x)};
    case Code::log:
      return {std::log(x), 1 / x};
    case Code::sqrt:
      return {std::sqrt(x), 0.5 / std::sqrt(x)};
    case Code::abs:
      return {std::abs(x), x < 0 ? -1.0 : 1.0};
    case Code::sign:
      return {x > 0 ? 1.0 : (x < 0 ? -1.0 : 0.0), 0};
    case Code::step:
      return {x < 0 ? 0.0 : 1.0, 0};
    case Code::smooth: {  // from 0 to 1 between x = 0 and 1 with two continuous derivatives
      const double u = std::clamp(x, 0.0, 1.0);
      return {u * u * u * (10 + u * (6 * u - 15)), 30 * u * u * (1 - u) * (1 - u)};
    }
    default:
      break;
  }
  assert(false);
  return {0, 0};
}

Slope apply(Code code, double x, double y) {
  switch (code) {
    case Code::add:
      return {x + y, 1, 1};
    case Code::subtract:
      return {x - y, 1, -1};
    case Code::multiply:
      return {x * y, y, x};
    case Code::divide:
      return {x / y, 1 / y, -x / (y * y)};
    case Code::power: {
      const double value = std::pow(x, y);
      return {value, y == 0 ? 0 : y * std::pow(x, y - 1), x > 0 ? value * std::log(x) : 0};
    }
    case Code::atan2:
      return {std::atan2(x, y), y / (x * x + y * y), -x / (x * x + y * y)};
    case Code::min:
      return x <= y ? Slope{x, 1, 0} : Slope{y, 0, 1};
    case Code::max:
      return x >= y ? Slope{x, 1, 0} : Slope{y, 0, 1};
    case Code::mod:
      return {x - y * std::floor(x / y), 1, -std::floor(x / y)};
    default:
      break;
  }
  assert(false);
  return {0, 0, 0};
}

bool is_jump(Code code) { return code == Code::sign || code == Code::step || code == Code::mod; }
bool is_kink(Code code) { return code == Code::abs || code == Code::min || code == Code::max; }

// What changes its sign where f(x) or f(x, y) switches; mod jumps at every multiple of y.
double switch_value(Code code, double x, double y) {
  if (code == Code::min || code == Code::max) return x - y;
  return code == Code::mod ? std::sin(std::numbers::pi * x / y) : x;
}

}  // namespace

Formula::Formula(std::string_view text, std::vector<FormulaVariable> variables, const ParameterLookup& parameters)
    : text_(text), variables_(std::move(variables)) {
  CompiledFormula compiled = compile_formula(text_, variables_, parameters);
  code_ = std::move(compiled.code);
  dimension_ = compiled.dimension;
  offset_ = compiled.offset;
}

bool Formula::is_constant() const { return code_.size() == 1 && code_[0].code == Code::constant; }

PhysicalQuantity Formula::constant() const {
  assert(is_constant());
  return {code_[0].value, dimension_, offset_};
}

double evaluate_formula_code(std::span<const Formula::Instruction> code, std::span<const double> variables) {
  std::array<double, kFormulaStack> stack;
  std::size_t top = 0;
  for (const Formula::Instruction& i : code) {
    if (i.code == Code::constant)
      stack[top++] = i.value;
    else if (i.code == Code::variable)
      stack[top++] = variables[i.index];
    else if (is_binary(i.code)) {
      --top;
      stack[top - 1] = apply(i.code, stack[top - 1], stack[top]).value;
    } else
      stack[top - 1] = apply(i.code, stack[top - 1]).value;
  }
  return stack[0];
}

double Formula::operator()(std::span<const double> variables) const {
  assert(variables.size() == variables_.size());
  return evaluate_formula_code(code_, variables);
}

ValueAndGradient Formula::with_gradient(std::span<const double> variables) const {
  assert(variables.size() == variables_.size());
  const std::size_t n = variables.size();
  std::array<double, kFormulaStack> stack;
  std::array<std::array<double, kFormulaVariables>, kFormulaStack> slope;
  std::size_t top = 0;
  for (const Instruction& i : code_) {
    if (i.code == Code::constant || i.code == Code::variable) {
      slope[top].fill(0);
      if (i.code == Code::variable) slope[top][i.index] = 1;
      stack[top++] = i.code == Code::variable ? variables[i.index] : i.value;
    } else if (is_binary(i.code)) {
      --top;
      const Slope s = apply(i.code, stack[top - 1], stack[top]);
      stack[top - 1] = s.value;
      for (std::size_t k = 0; k < n; ++k)  // a zero slope stays zero even where the other factor is infinite
        slope[top - 1][k] =
            (slope[top - 1][k] == 0 ? 0 : s.dx * slope[top - 1][k]) + (slope[top][k] == 0 ? 0 : s.dy * slope[top][k]);
    } else {
      const Slope s = apply(i.code, stack[top - 1]);
      stack[top - 1] = s.value;
      for (std::size_t k = 0; k < n; ++k) slope[top - 1][k] = slope[top - 1][k] == 0 ? 0 : s.dx * slope[top - 1][k];
    }
  }
  return {stack[0], {slope[0].begin(), slope[0].begin() + static_cast<std::ptrdiff_t>(n)}};
}

bool Formula::has_switches() const {
  return std::any_of(code_.begin(), code_.end(),
                     [](const Instruction& i) { return is_jump(i.code) || is_kink(i.code); });
}

FormulaSwitches Formula::switches(std::span<const double> variables) const {
  FormulaSwitches found;
  std::array<double, kFormulaStack> stack;
  std::size_t top = 0;
  for (const Instruction& i : code_) {
    if (i.code == Code::constant || i.code == Code::variable) {
      stack[top++] = i.code == Code::variable ? variables[i.index] : i.value;
      continue;
    }
    const bool pair = is_binary(i.code);
    if (pair) --top;
    const double x = stack[top - 1], y = pair ? stack[top] : 0;
    if (is_jump(i.code)) found.jumps.push_back(switch_value(i.code, x, y));
    if (is_kink(i.code)) found.kinks.push_back(switch_value(i.code, x, y));
    stack[top - 1] = pair ? apply(i.code, x, y).value : apply(i.code, x).value;
  }
  return found;
}

PhysicalQuantity evaluate_quantity(std::string_view text, const ParameterLookup& parameters) {
  const PhysicalQuantity quantity = Formula(text, {}, parameters).constant();
  if (!std::isfinite(quantity.value))
    throw InputError(fmt::format("'{}' is not a finite number; look for a division by zero or an overflow", text));
  return quantity;
}

double parse_quantity(std::string_view text, Kind kind, const ParameterLookup& parameters) {
  const PhysicalQuantity quantity = evaluate_quantity(text, parameters);
  try {
    return as_kind(quantity, kind);
  } catch (const InputError& error) {
    throw InputError(fmt::format("'{}': {}", text, error.what()));
  }
}

}  // namespace trunnion
