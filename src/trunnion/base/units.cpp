#include "trunnion/base/units.h"

#include <fmt/format.h>
#include <udunits2.h>

#include <charconv>
#include <cmath>
#include <map>
#include <mutex>
#include <numbers>
#include <string>
#include <vector>

#include "trunnion/base/error.h"
#include "trunnion/base/nearest_name.h"

namespace trunnion {
namespace {

using std::numbers::pi;
constexpr Dimension kAngle{.angle = 1};
constexpr Dimension kForce{.length = 1, .mass = 1, .time = -2};
constexpr Dimension kMoment{.length = 2, .mass = 1, .time = -2};
constexpr Dimension kPressure{.length = -1, .mass = 1, .time = -2};
constexpr Dimension kImpulse{.length = 1, .mass = 1, .time = -1};

/// Names that UDUNITS lacks, or that it knows without telling angles from pure numbers.
const std::map<std::string, Unit, std::less<>>& own_names() {
  static const std::map<std::string, Unit, std::less<>> names{
      {"rad", {1, 0, kAngle}},
      {"mrad", {1e-3, 0, kAngle}},
      {"deg", {pi / 180, 0, kAngle}},
      {"degree", {pi / 180, 0, kAngle}},
      {"degrees", {pi / 180, 0, kAngle}},
      {"°", {pi / 180, 0, kAngle}},
      {"arcmin", {pi / 10800, 0, kAngle}},
      {"arcsec", {pi / 648000, 0, kAngle}},
      {"rev", {2 * pi, 0, kAngle}},
      {"r", {2 * pi, 0, kAngle}},
      {"turn", {2 * pi, 0, kAngle}},
      {"rpm", {pi / 30, 0, kAngle / Dimension{.time = 1}}},
      {"RPM", {pi / 30, 0, kAngle / Dimension{.time = 1}}},
      {"rps", {2 * pi, 0, kAngle / Dimension{.time = 1}}},
      {"krpm", {1000 * pi / 30, 0, kAngle / Dimension{.time = 1}}},
      {"Nm", {1, 0, kMoment}},
      {"Nmm", {1e-3, 0, kMoment}},
      {"Ncm", {1e-2, 0, kMoment}},
      {"kNm", {1e3, 0, kMoment}},
      {"kNmm", {1, 0, kMoment}},
      {"MNm", {1e6, 0, kMoment}},
      {"Ns", {1, 0, kImpulse}},
      {"kNs", {1e3, 0, kImpulse}},
      {"Nms", {1, 0, kMoment * Dimension{.time = 1}}},
      {"Pas", {1, 0, kPressure * Dimension{.time = 1}}},
      {"cP", {1e-3, 0, kPressure * Dimension{.time = 1}}},
      {"ksi", {6894757.293168361, 0, kPressure}},
      {"micron", {1e-6, 0, {.length = 1}}},
      {"kp", {9.80665, 0, kForce}},
  };
  return names;
}

/// What most people write; for "did you mean" only.
const std::vector<std::string>& common_names() {
  static const std::vector<std::string> names{
      "m",   "mm",  "um",   "cm",  "km",  "in",  "ft",     "kg",     "g",   "t",  "lb",     "s",    "ms",  "us",
      "min", "h",   "Hz",   "kHz", "N",   "kN",  "MN",     "mN",     "lbf", "Nm", "kNm",    "Nmm",  "Pa",  "kPa",
      "MPa", "GPa", "bar",  "psi", "ksi", "J",   "kJ",     "W",      "kW",  "K",  "degC",   "degF", "mPa", "cP",
      "rad", "deg", "mrad", "rev", "rpm", "rad", "arcmin", "degree", "cSt", "hp", "percent"};
  return names;
}

struct Reduction {
  Unit unit;
  bool mechanical = true;  // false where amperes, candelas, moles or dates are in it
};

Reduction reduce(const ut_unit* unit);

ut_status visit_basic(const ut_unit* unit, void* arg) {
  auto& out = *static_cast<Reduction*>(arg);
  const char* symbol = ut_get_symbol(unit, UT_ASCII);
  const std::string name = symbol ? symbol : "";
  Dimension& d = out.unit.dimension;
  if (name == "m")
    d.length = 1;
  else if (name == "kg")
    d.mass = 1;
  else if (name == "s")
    d.time = 1;
  else if (name == "K")
    d.temperature = 1;
  else if (name == "rad")
    d.angle = 1;
  else
    out.mechanical = false;
  return UT_SUCCESS;
}

ut_status visit_product(const ut_unit*, int count, const ut_unit* const* basics, const int* powers, void* arg) {
  auto& out = *static_cast<Reduction*>(arg);
  for (int i = 0; i < count; ++i) {
    const Reduction basic = reduce(basics[i]);
    out.mechanical &= basic.mechanical;
    out.unit.dimension = out.unit.dimension * power(basic.unit.dimension, powers[i]);
  }
  return UT_SUCCESS;
}

ut_status visit_galilean(const ut_unit*, double scale, const ut_unit* underlying, double origin, void* arg) {
  auto& out = *static_cast<Reduction*>(arg);
  out = reduce(underlying);
  out.unit.offset += scale * origin;  // SI = scale * (x + origin): UDUNITS counts the origin in this unit
  out.unit.factor *= scale;
  return UT_SUCCESS;
}

ut_status visit_timestamp(const ut_unit*, const ut_unit*, double, void* arg) {
  static_cast<Reduction*>(arg)->mechanical = false;
  return UT_SUCCESS;
}

ut_status visit_logarithmic(const ut_unit*, double, const ut_unit*, void* arg) {
  static_cast<Reduction*>(arg)->mechanical = false;
  return UT_SUCCESS;
}

Reduction reduce(const ut_unit* unit) {
  const ut_visitor visitor{visit_basic, visit_product, visit_galilean, visit_timestamp, visit_logarithmic};
  Reduction out;
  ut_accept_visitor(unit, &visitor, &out);
  return out;
}

ut_system* udunits_system() {
  ut_set_error_message_handler(ut_ignore);
  static ut_system* system = ut_read_xml(nullptr);
  if (!system) throw Error("the units database of UDUNITS cannot be read; install the package libudunits2-0");
  return system;
}

/// UDUNITS keeps global state, hence one lock; answers are remembered because model files repeat a few names.
bool find_in_udunits(const std::string& name, Unit& unit) {
  static std::mutex mutex;
  static std::map<std::string, Reduction> known;
  const std::scoped_lock lock(mutex);
  auto found = known.find(name);
  if (found == known.end()) {
    ut_unit* parsed = ut_parse(udunits_system(), name.c_str(), UT_UTF8);
    if (!parsed) return false;
    found = known.emplace(name, reduce(parsed)).first;
    ut_free(parsed);
  }
  unit = found->second.unit;
  return found->second.mechanical;
}

bool is_letter(char c) {
  const auto u = static_cast<unsigned char>(c);
  return (u >= 'a' && u <= 'z') || (u >= 'A' && u <= 'Z') || u == '_' || u == '%' || u >= 0x80;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr std::string_view kMiddleDot = "\xC2\xB7";

/// unit := factor { ('/' | '.' | '*' | ' ' | middle dot) factor };  factor := name [power] | '(' unit ')' [power] | '1'
class UnitParser {
 public:
  explicit UnitParser(std::string_view text) : text_(text) {}

  Unit parse() {
    const Unit unit = product(0);
    if (at_ < text_.size()) fail(fmt::format("'{}' was not expected", text_.substr(at_)));
    return unit;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw InputError(fmt::format("unit '{}': {}", text_, what)); }
  void skip_space() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool at_factor() const { return at_ < text_.size() && (is_letter(text_[at_]) || text_[at_] == '('); }

  Unit product(int depth) {
    if (depth > 20) fail("brackets are nested too deep");
    skip_space();
    Unit result = factor(depth);
    bool divided = false;
    for (;;) {
      const std::size_t before = at_;
      skip_space();
      bool divide = false;
      if (text_.substr(at_).starts_with(kMiddleDot))
        at_ += kMiddleDot.size();
      else if (take('/'))
        divide = true;
      else if (!take('.') && !take('*') && !(at_ > before && at_factor()))
        return result;
      if (divided && !divide) fail("a product after '/' can be read two ways; put brackets, e.g. W/(m.K)");
      divided |= divide;
      skip_space();
      const Unit next = factor(depth);
      result.factor = divide ? result.factor / next.factor : result.factor * next.factor;
      result.dimension = divide ? result.dimension / next.dimension : result.dimension * next.dimension;
      result.offset = 0;  // "W/degC" means per kelvin
    }
  }

  Unit factor(int depth) {
    Unit unit;
    if (take('(')) {
      unit = product(depth + 1);
      skip_space();
      if (!take(')')) fail("a bracket is not closed");
    } else if (take('1')) {
      if (at_ < text_.size() && (is_digit(text_[at_]) || is_letter(text_[at_])))
        fail("a number stands inside the unit");
      return unit;
    } else {
      unit = named();
    }
    const double exponent = this->exponent();
    if (exponent == 1) return unit;
    return {std::pow(unit.factor, exponent), 0, power(unit.dimension, exponent)};
  }

  Unit named() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_letter(text_[at_]) && !text_.substr(at_).starts_with(kMiddleDot)) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (name.empty())
      fail(at_ < text_.size() ? fmt::format("a unit name was expected at '{}'", text_.substr(at_))
                              : std::string("it ends too early"));
    Unit unit;
    if (!find_unit_name(name, unit))
      fail(fmt::format("'{}' is not a unit of mechanics{}", name, name_hint(name, common_names())));
    return unit;
  }

  /// "^2", "^-1.5", "^(3/2)", or digits that follow the name at once: "mm2", "s-1".
  double exponent() {
    const bool caret = take('^');
    const bool bracket = caret && take('(');
    const bool digits_follow =
        at_ < text_.size() &&
        (is_digit(text_[at_]) || (text_[at_] == '-' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1])));
    if (!digits_follow) {
      if (caret) fail("an exponent was expected after '^'");
      return 1;
    }
    double value = number();
    if (bracket) {
      if (take('/')) value /= number();
      if (!take(')')) fail("the bracket of an exponent is not closed");
    }
    if (!(std::abs(value) <= 12)) fail("an exponent is beyond 12");
    return value;
  }

  double number() {
    const std::size_t begin = at_;
    take('-');
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    if (at_ + 1 < text_.size() && text_[at_] == '.' && is_digit(text_[at_ + 1])) {  // "m^2.s" has no decimal point
      ++at_;
      while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    }
    double value = 0;
    const auto [end, status] = std::from_chars(text_.data() + begin, text_.data() + at_, value);
    if (status != std::errc() || end != text_.data() + at_) fail("an exponent is not a number");
    return value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

bool find_unit_name(std::string_view name, Unit& unit) {
  if (const auto own = own_names().find(name); own != own_names().end()) {
    unit = own->second;
    return true;
  }
  return find_in_udunits(std::string(name), unit);
}

Unit parse_unit(std::string_view text) {
  if (text.size() > 200) throw InputError("a unit has more than 200 letters");
  return UnitParser(text).parse();
}

}  // namespace trunnion
