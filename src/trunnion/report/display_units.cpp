#include "trunnion/report/display_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>

namespace trunnion {
namespace {

struct Step {
  double from;  ///< smallest magnitude [SI] this unit is used for
  std::string unit;
  double factor;
};

struct UnitRow {
  std::string si;
  double usual;  ///< magnitude that stands for zero and unknown sizes
  std::vector<Step> metric, inch;
};

const std::vector<UnitRow>& unit_rows() {
  constexpr double inch = 0.0254, pound_force = 4.4482216152605, pound = 0.45359237, degree = 180 / std::numbers::pi,
                   gallon = 231 * inch * inch * inch;
  constexpr double psi = pound_force / (inch * inch);
  static const std::vector<UnitRow> rows{
      {"m",
       1e-3,
       {{0, "nm", 1e9}, {1e-7, "µm", 1e6}, {1e-5, "mm", 1e3}, {10, "m", 1}},
       {{0, "µin", 1e6 / inch}, {inch / 1e3, "in", 1 / inch}}},
      {"m^2", 1e-4, {{0, "mm²", 1e6}, {1, "m²", 1}}, {{0, "in²", 1 / (inch * inch)}}},
      {"Pa",
       1e6,
       {{0, "Pa", 1}, {1e3, "kPa", 1e-3}, {1e5, "MPa", 1e-6}, {1e10, "GPa", 1e-9}},
       {{0, "psi", 1 / psi}, {1e8, "ksi", 1e-3 / psi}}},
      {"N", 1, {{0, "µN", 1e6}, {1e-3, "mN", 1e3}, {0.1, "N", 1}, {1e4, "kN", 1e-3}}, {{0, "lbf", 1 / pound_force}}},
      {"N m", 1, {{0, "N m", 1}, {1e4, "kN m", 1e-3}}, {{0, "lbf in", 1 / (pound_force * inch)}}},
      {"N/m", 1e6, {{0, "N/m", 1}, {1e4, "N/mm", 1e-3}}, {{0, "lbf/in", inch / pound_force}}},
      {"s", 1, {{0, "µs", 1e6}, {1e-3, "ms", 1e3}, {1, "s", 1}}, {{0, "ms", 1e3}, {1, "s", 1}}},
      {"Hz", 100, {{0, "Hz", 1}, {1e4, "kHz", 1e-3}}, {{0, "Hz", 1}, {1e4, "kHz", 1e-3}}},
      {"rad", 1, {{0, "°", degree}}, {{0, "°", degree}}},
      {"rad/s", 1, {{0, "rpm", degree / 6}}, {{0, "rpm", degree / 6}}},
      {"kg", 1, {{0, "g", 1e3}, {0.1, "kg", 1}}, {{0, "lb", 1 / pound}}},
      {"J", 1, {{0, "mJ", 1e3}, {0.1, "J", 1}, {1e4, "kJ", 1e-3}}, {{0, "lbf in", 1 / (pound_force * inch)}}},
      {"W", 1, {{0, "W", 1}, {1e3, "kW", 1e-3}}, {{0, "W", 1}, {1e3, "kW", 1e-3}}},
      {"Pa s", 1e-2, {{0, "mPa s", 1e3}}, {{0, "mPa s", 1e3}}},
      {"m/s", 1, {{0, "mm/s", 1e3}, {0.1, "m/s", 1}}, {{0, "in/s", 1 / inch}}},
      {"m/s^2", 1, {{0, "m/s²", 1}}, {{0, "in/s²", 1 / inch}}},
      {"rad/s^2", 1, {{0, "rad/s²", 1}}, {{0, "rad/s²", 1}}},
      {"m^3", 1e-6, {{0, "mm³", 1e9}, {1e-6, "cm³", 1e6}, {1e-2, "m³", 1}}, {{0, "in³", 1 / (inch * inch * inch)}}},
      {"m^3/s",
       1e-6,
       {{0, "mm³/s", 1e9}, {1e-7, "cm³/s", 1e6}, {1e-5, "l/min", 6e4}},
       {{0, "in³/s", 1 / (inch * inch * inch)}, {1e-4, "gal/min", 60 / gallon}}},
      {"N s/m", 1, {{0, "N s/m", 1}, {1e4, "N s/mm", 1e-3}}, {{0, "lbf s/in", inch / pound_force}}},
      {"N m/rad",
       1,
       {{0, "N m/rad", 1}, {1e4, "kN m/rad", 1e-3}, {1e7, "MN m/rad", 1e-6}},
       {{0, "lbf in/rad", 1 / (pound_force * inch)}}},
      {"N m s/rad", 1, {{0, "N m s/rad", 1}}, {{0, "lbf in s/rad", 1 / (pound_force * inch)}}},
      {"W/m^2", 1e6, {{0, "W/m²", 1}, {1e3, "kW/m²", 1e-3}, {1e6, "W/mm²", 1e-6}}, {{0, "W/in²", inch * inch}}},
      {"J/m^2", 1, {{0, "J/m²", 1}, {1e4, "mJ/mm²", 1e-3}}, {{0, "lbf in/in²", inch / pound_force}}},
      {"kg m^2", 1, {{0, "kg mm²", 1e6}, {1e-2, "kg m²", 1}}, {{0, "lb in²", 1 / (pound * inch * inch)}}},
  };
  return rows;
}

std::string superscript(int value) {
  static const char* const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = value < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(value))) text += digits[c - '0'];
  return text;
}

/// Thin no-break spaces between thousands; true minus.
std::string grouped(const std::string& plain) {
  const bool negative = plain.front() == '-';
  const std::size_t begin = negative ? 1 : 0;
  const std::size_t end = std::min(plain.find('.'), plain.size());
  std::string out = negative ? "−" : "";
  for (std::size_t k = begin; k < plain.size(); ++k) {
    if (k > begin && k < end && (end - k) % 3 == 0) out += "\u202F";
    out += plain[k];
  }
  return out;
}

}  // namespace

DisplayUnit display_unit(const std::string& si, double magnitude) {
  for (const UnitRow& row : unit_rows()) {
    if (row.si != si) continue;
    const double size = std::isfinite(magnitude) && magnitude != 0 ? std::abs(magnitude) : row.usual;
    DisplayUnit best{row.metric.front().unit, row.metric.front().factor};
    for (const Step& step : row.metric)
      if (size >= step.from) best = {step.unit, step.factor};
    return best;
  }
  return {si, 1};
}

std::string format_number(double value, int digits) {
  if (std::isnan(value)) return "–";
  if (std::isinf(value)) return value > 0 ? "∞" : "−∞";
  if (value == 0) return "0";
  const double size = std::abs(value);
  if (size < 1e15 && value == std::round(value) && size < std::pow(10.0, digits + 3))
    return grouped(fmt::format("{:.0f}", value));
  if (size < 1e-3 || size >= 1e7) {
    auto exponent = static_cast<int>(std::floor(std::log10(size)));
    double mantissa = value / std::pow(10.0, exponent);
    if (std::abs(mantissa) >= 10 - 0.5 * std::pow(10.0, 2 - digits)) mantissa = std::copysign(1.0, value), ++exponent;
    const std::string text = mantissa == std::round(mantissa) ? fmt::format("{:.0f}", mantissa)
                                                              : fmt::format("{:.{}f}", mantissa, digits - 2);
    return (text == "1" ? "" : grouped(text) + " × ") + "10" + superscript(exponent);
  }
  const int decimals = std::max(0, digits - 1 - static_cast<int>(std::floor(std::log10(size * (1 + 1e-12)))));
  return grouped(fmt::format("{:.{}f}", value, decimals));
}

std::string format_value(double value, const std::string& si, int digits) {
  const DisplayUnit unit = display_unit(si, value);
  std::string number = format_number(value * unit.factor, digits);
  if (unit.unit.empty()) return number;
  return number + (unit.unit == "°" ? "" : "\u202F") + unit.unit;
}

std::vector<std::string> format_column(const std::vector<double>& values) {
  double top = 0, low = std::numeric_limits<double>::infinity(), gap = 1;
  bool whole = true;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    whole &= value == std::round(value);
    top = std::max(top, std::abs(value));
    if (value != 0) low = std::min(low, std::abs(value));
    if (value > 0.99 && value < 1) gap = std::min(gap, 1 - value);
  }
  const bool digits = whole || top == 0 || top >= 1e7 || low < 1e-3 * top || low < 1e-3;
  // Shares close to one (FRAC) get the digits that tell them from it.
  const int crowded = gap < 1 ? std::min(8, 1 + static_cast<int>(std::ceil(-std::log10(gap)))) : 0;
  const int decimals =
      digits ? 0 : std::max({0, crowded, 3 - static_cast<int>(std::floor(std::log10(top * (1 + 1e-12))))});
  std::vector<std::string> out;
  out.reserve(values.size());
  for (const double value : values)
    out.push_back(digits || !std::isfinite(value) ? format_number(value, 4)
                                                  : grouped(fmt::format("{:.{}f}", value, decimals)));
  return out;
}

std::string format_duration(double seconds) {
  if (seconds < 1) return format_number(seconds, 2) + "\u202Fs";
  if (seconds < 60) return format_number(seconds, 3) + "\u202Fs";
  const long whole = std::lround(seconds);
  if (whole < 3600) return fmt::format("{}\u202Fmin {}\u202Fs", whole / 60, whole % 60);
  return fmt::format("{}\u202Fh {}\u202Fmin", whole / 3600, whole % 3600 / 60);
}

std::string unit_table_json() {
  const auto steps = [](const std::vector<Step>& list) {
    nlohmann::json out = nlohmann::json::array();
    for (const Step& step : list) out.push_back({step.from, step.unit, step.factor});
    return out;
  };
  nlohmann::json table = nlohmann::json::array();
  for (const UnitRow& row : unit_rows()) table.push_back({row.si, row.usual, steps(row.metric), steps(row.inch)});
  return table.dump();
}

}  // namespace trunnion
