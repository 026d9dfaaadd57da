#include "trunnion/base/formula_compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string>

#include "trunnion/base/error.h"
#include "trunnion/base/formula_functions.h"
#include "trunnion/base/nearest_name.h"

namespace trunnion {
namespace {

using Code = Formula::Code;
constexpr Dimension kAngle{.angle = 1};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) {
  const auto u = static_cast<unsigned char>(c);
  return (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || u == '_' || u == '%' || u >= 0x80;
}

/// A radian more or less is no error in a sum (crank angle + pi/2) unless it tells a frequency from a speed.
bool can_add(const Dimension& a, const Dimension& b) {
  if (a == b) return true;
  const Dimension bare = without_angle(a);
  const bool rate = bare == power(Dimension{.time = 1}, bare.time) && bare.time != 0;
  return bare == without_angle(b) && !rate;
}

class Compiler {
 public:
  Compiler(std::string_view text, const std::vector<FormulaVariable>& variables, const ParameterLookup& parameters)
      : text_(text), variables_(variables), parameters_(parameters) {}

  CompiledFormula compile() {
    if (text_.size() > 4000) throw InputError("an expression is longer than 4000 letters");
    if (variables_.size() > kFormulaVariables) throw InputError("an expression has too many variables");
    const Piece all = sum();
    skip_space();
    if (at_ < text_.size()) unexpected();
    check_stack();
    return {std::move(code_), all.dimension, all.offset};
  }

 private:
  struct Piece {
    Dimension dimension;
    double offset = 0;  // of a lone degC or degF
  };

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format(
        "'{}': {}", text_.size() > 80 ? std::string(text_.substr(0, 77)) + "..." : std::string(text_), what));
  }
  [[noreturn]] void unexpected() const {
    if (at_ >= text_.size()) fail("the expression ends too early");
    if (text_[at_] == ',') fail("',' was not expected; write decimals with a point and no thousands separator");
    if (is_digit(text_[at_]))
      fail("two numbers stand side by side; write thousands without a space: 3500 N, not 3 500 N");
    fail(fmt::format("'{}' was not expected at letter {}", text_.substr(at_, 12), at_ + 1));
  }
  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  bool take(char c) {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void no_offset(const Piece& piece) const {
    if (piece.offset != 0) fail("degC and degF may only stand alone; in an expression use K");
  }

  void push(double value) { code_.push_back({Code::constant, value, 0}); }
  bool constant_at(std::size_t from_end) const {
    return code_.size() >= from_end && code_[code_.size() - from_end].code == Code::constant;
  }
  /// Appends the operation; operations on constants are carried out at once.
  void emit(Code code) {
    const std::size_t operands = is_binary(code) ? 2 : 1;
    const bool foldable = constant_at(1) && (operands == 1 || constant_at(2));
    code_.push_back({code});
    if (!foldable) return;
    const double value = evaluate_constant(operands + 1);
    code_.resize(code_.size() - operands - 1);
    push(value);
  }
  double evaluate_constant(std::size_t count) const;

  Piece add(const Piece& a, const Piece& b, Code code, const char* verb) {
    no_offset(a);
    no_offset(b);
    if (!can_add(a.dimension, b.dimension))
      fail(fmt::format("cannot {} {} and {}", verb, trunnion::text(a.dimension), trunnion::text(b.dimension)));
    emit(code);
    return {a.dimension.angle != 0 ? a.dimension : b.dimension};
  }

  Piece sum() {
    if (++depth_ > 40) fail("brackets are nested too deep (more than 40)");
    Piece left = product();
    for (;;) {
      if (take('+'))
        left = add(left, product(), Code::add, "add");
      else if (take('-'))
        left = add(left, product(), Code::subtract, "subtract");
      else
        break;
    }
    --depth_;
    return left;
  }

  Piece product() {
    Piece left = signed_power();
    for (;;) {
      const bool multiply = take('*');
      if (!multiply && !take('/')) return left;
      const Piece right = signed_power();
      no_offset(left);
      no_offset(right);
      emit(multiply ? Code::multiply : Code::divide);
      left = {multiply ? left.dimension * right.dimension : left.dimension / right.dimension};
    }
  }

  Piece signed_power() {
    bool negative = false;
    int signs = 0;
    for (;; ++signs) {
      if (take('-'))
        negative = !negative;
      else if (!take('+'))
        break;
      if (signs > 3) fail("too many signs in a row");
    }
    Piece piece = raised();
    if (negative) emit(Code::negate);
    return piece;
  }

  Piece raised() {
    const Piece base = primary();
    if (!take('^')) return base;
    no_offset(base);
    if (++depth_ > 40) fail("powers are nested too deep");
    const Piece exponent = signed_power();
    --depth_;
    if (!(exponent.dimension == Dimension{})) fail("an exponent must be a pure number");
    Dimension dimension = base.dimension;
    if (!(dimension == Dimension{})) {
      if (!constant_at(1)) fail("the exponent of a value with a unit must be constant");
      const double e = code_.back().value;
      if (!(std::abs(e) <= 12)) fail("the exponent of a value with a unit is beyond 12");
      dimension = power(dimension, e);
    }
    emit(Code::power);
    return {dimension};
  }

  Piece primary() {
    skip_space();
    if (at_ >= text_.size()) unexpected();
    const char c = text_[at_];
    if (take('(')) {
      const Piece inner = sum();
      if (!take(')')) fail("a bracket is not closed");
      return inner;
    }
    if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) return literal();
    if (text_.substr(at_).starts_with("${")) return parameter();
    if (is_letter(c)) return named();
    unexpected();
  }

  Piece literal() {
    double value = 0;
    const auto [end, status] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (status == std::errc::result_out_of_range) fail("a number is too large or too small to be stored");
    at_ = static_cast<std::size_t>(end - text_.data());
    const std::size_t begin = skip_to_unit();
    if (begin == std::string_view::npos) {
      push(value);
      return {};
    }
    const std::size_t finish = end_of_unit(begin);
    const Unit unit = parse_unit(text_.substr(begin, finish - begin));
    at_ = finish;
    push(value * unit.factor);
    return {unit.dimension, unit.offset};
  }

  /// Where the unit after a number begins, or npos. "50 1/s" is a number and a unit too.
  std::size_t skip_to_unit() const {
    std::size_t p = at_;
    while (p < text_.size() && text_[p] == ' ') ++p;
    if (p >= text_.size()) return std::string_view::npos;
    if (is_letter(text_[p])) return is_variable_or_call(p) ? std::string_view::npos : p;
    const bool reciprocal = p > at_ && text_[p] == '1' && p + 2 < text_.size() && text_[p + 1] == '/';
    return reciprocal && (is_letter(text_[p + 2]) || text_[p + 2] == '(') ? p : std::string_view::npos;
  }

  std::size_t end_of_name(std::size_t p) const {
    while (p < text_.size() && is_letter(text_[p])) ++p;
    return p;
  }
  bool is_variable(std::string_view name) const {
    return name == "pi" || std::any_of(variables_.begin(), variables_.end(), [&](auto& v) { return v.name == name; });
  }
  bool is_variable_or_call(std::size_t p) const {
    const std::string_view name = identifier(p);
    std::size_t after = p + name.size();
    while (after < text_.size() && text_[after] == ' ') ++after;
    return is_variable(name) || (formula_functions().contains(name) && after < text_.size() && text_[after] == '(');
  }
  std::string_view identifier(std::size_t p) const {
    std::size_t end = p;
    while (end < text_.size() && (is_letter(text_[end]) || (end > p && is_digit(text_[end])))) ++end;
    return text_.substr(p, end - p);
  }
  bool is_unit_name(std::size_t p) const {
    Unit unit;
    return p < text_.size() && is_letter(text_[p]) && !is_variable_or_call(p) &&
           find_unit_name(text_.substr(p, end_of_name(p) - p), unit);
  }

  /// The unit runs on over / . * and blanks as long as unit names follow; "3 mm * time" ends before the *.
  std::size_t end_of_unit(std::size_t p) const {
    std::size_t end = text_[p] == '1' ? p + 1 : end_of_factor(p);
    for (;;) {
      std::size_t next = end;
      while (next < text_.size() && text_[next] == ' ') ++next;
      bool separated = next > end;
      if (next < text_.size() && (text_[next] == '/' || text_[next] == '.' || text_[next] == '*')) {
        ++next;
        separated = true;
      } else if (text_.substr(next).starts_with("\xC2\xB7")) {
        next += 2;
        separated = true;
      }
      while (next < text_.size() && text_[next] == ' ') ++next;
      if (!separated || !(is_unit_name(next) || is_unit_bracket(next))) return end;
      end = end_of_factor(next);
    }
  }
  std::size_t end_of_factor(std::size_t p) const {
    if (text_[p] == '(')
      p = std::min(text_.find(')', p), text_.size() - 1) + 1;
    else
      p = end_of_name(p);
    const bool caret = p < text_.size() && text_[p] == '^';
    if (caret) ++p;
    if (caret && p < text_.size() && text_[p] == '(') return std::min(text_.find(')', p), text_.size() - 1) + 1;
    if (p + 1 < text_.size() && text_[p] == '-' && is_digit(text_[p + 1]) && (caret || !is_space_before(p))) ++p;
    while (p < text_.size() &&
           (is_digit(text_[p]) || (text_[p] == '.' && p + 1 < text_.size() && is_digit(text_[p + 1]))))
      ++p;
    return p;
  }
  bool is_space_before(std::size_t p) const { return p > 0 && text_[p - 1] == ' '; }
  /// "(m.K)" in "W/(m.K)": only unit names, dots, slashes and powers inside.
  bool is_unit_bracket(std::size_t p) const {
    if (p >= text_.size() || text_[p] != '(') return false;
    const std::size_t close = text_.find(')', p);
    if (close == std::string_view::npos) return false;
    bool after_name = false;
    for (std::size_t i = p + 1; i < close; ++i) {
      if (is_letter(text_[i])) {
        if (!is_unit_name(i)) return false;
        i = end_of_name(i) - 1;
        after_name = true;
      } else if (std::string_view("./*^- ").find(text_[i]) == std::string_view::npos &&
                 !(is_digit(text_[i]) && after_name)) {
        return false;
      }
    }
    return after_name;
  }

  Piece parameter() {
    const std::size_t close = text_.find('}', at_);
    if (close == std::string_view::npos) fail("'${' without '}'");
    const std::string_view name = text_.substr(at_ + 2, close - at_ - 2);
    at_ = close + 1;
    if (!parameters_) fail("no parameters can be used here");
    const PhysicalQuantity quantity = parameters_(name);
    push(quantity.value);
    return {quantity.dimension, quantity.offset};
  }

  Piece named() {
    const std::string_view name = identifier(at_);
    const std::size_t begin = at_;
    at_ += name.size();
    if (name == "pi") {
      push(std::numbers::pi);
      return {};
    }
    for (std::size_t i = 0; i < variables_.size(); ++i)
      if (variables_[i].name == name) {
        code_.push_back({Code::variable, 0, static_cast<int>(i)});
        return {variables_[i].dimension};
      }
    const auto function = formula_functions().find(name);
    if (function != formula_functions().end() && take('(')) return call(name, function->second);
    at_ = begin;
    std::vector<std::string> known{"pi"};
    for (const auto& v : variables_) known.push_back(v.name);
    for (const auto& f : formula_functions()) known.push_back(f.first);
    Unit unit;
    if (name.empty()) unexpected();
    if (find_unit_name(name, unit)) fail(fmt::format("the unit '{}' needs a number before it, as in 1 {}", name, name));
    fail(fmt::format("'{}' is not known here; parameters are written ${{name}}{}", name, name_hint(name, known)));
  }

  Piece call(std::string_view name, const FormulaFunction& function) {
    Piece first;
    int count = 0;
    do {
      const Piece next = sum();
      no_offset(next);
      ++count;
      if (count == 1)
        first = next;
      else if (function.rule == FunctionRule::same)
        first = add(first, next, function.code, "compare");
      else if (!can_add(first.dimension, next.dimension))
        fail(fmt::format("the arguments of {} have the units {} and {}", name, trunnion::text(first.dimension),
                         trunnion::text(next.dimension)));
    } while (take(','));
    if (!take(')')) fail(fmt::format("the bracket of {} is not closed", name));
    if (count < function.least || count > function.most)
      fail(fmt::format("{} takes {}{} argument{}, not {}", name, function.least,
                       function.most > function.least ? " or more" : "", function.most > 1 ? "s" : "", count));
    return result_of(name, function, first.dimension);
  }

  Piece result_of(std::string_view name, const FormulaFunction& function, const Dimension& argument) {
    const bool number = argument == Dimension{};
    if (function.rule != FunctionRule::same) emit(function.code);
    switch (function.rule) {
      case FunctionRule::angle_to_number:
        if (!number && !(argument == kAngle))
          fail(fmt::format("{} of {}: an angle is wanted", name, trunnion::text(argument)));
        return {};
      case FunctionRule::number_to_angle:
      case FunctionRule::number_to_number:
        if (!number) fail(fmt::format("{} of {}: a pure number is wanted", name, trunnion::text(argument)));
        return {function.rule == FunctionRule::number_to_angle ? kAngle : Dimension{}};
      case FunctionRule::pair_to_angle:
        return {kAngle};
      case FunctionRule::root:
        return {power(argument, 0.5)};
      case FunctionRule::forget:
        return {};
      case FunctionRule::keep:
      case FunctionRule::same:
        return {argument};
    }
    return {argument};
  }

  void check_stack() const {
    std::size_t depth = 0, deepest = 0;
    for (const auto& i : code_) {
      if (i.code == Code::constant || i.code == Code::variable)
        ++depth;
      else if (is_binary(i.code))
        --depth;
      deepest = std::max(deepest, depth);
    }
    if (deepest > kFormulaStack) fail("the expression is too involved; use parameters for its parts");
  }

  std::string_view text_;
  const std::vector<FormulaVariable>& variables_;
  const ParameterLookup& parameters_;
  std::vector<Formula::Instruction> code_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

double Compiler::evaluate_constant(std::size_t count) const {
  const std::span<const Formula::Instruction> tail(code_.data() + code_.size() - count, count);
  return evaluate_formula_code(tail, {});
}

}  // namespace

bool is_binary(Code code) {
  switch (code) {
    case Code::add:
    case Code::subtract:
    case Code::multiply:
    case Code::divide:
    case Code::power:
    case Code::atan2:
    case Code::min:
    case Code::max:
    case Code::mod:
      return true;
    default:
      return false;
  }
}

CompiledFormula compile_formula(std::string_view text, const std::vector<FormulaVariable>& variables,
                                const ParameterLookup& parameters) {
  return Compiler(text, variables, parameters).compile();
}

}  // namespace trunnion
