#pragma once
// report/display_units.h -- SI numbers as people read them: mm, MPa, rpm; three digits, thin spaces, a true minus.
// The table behind it goes into the page too, where a menu switches to inch, psi, lbf.

#include <string>
#include <vector>

namespace trunnion {

/// displayed = SI * factor
struct DisplayUnit {
  std::string unit;
  double factor = 1;
};

/// The usual unit for numbers up to `magnitude` (absolute, SI) of SI unit `si`; an unknown unit is shown as it is.
DisplayUnit display_unit(const std::string& si, double magnitude);

std::string format_number(double value, int digits = 3);  ///< "3 309", "−0.0123", "2.1 × 10⁻⁹"
std::string format_value(double value, const std::string& si, int digits = 3);  ///< "19.2 mm"
/// A column of numbers with as many decimals as four digits of its largest need; a wide spread keeps digits instead.
std::vector<std::string> format_column(const std::vector<double>& values);
std::string format_duration(double seconds);  ///< "0.41 s", "9 min 4 s"

/// [[si unit, [[from magnitude, unit, factor], ...] metric, [...] inch-pound], ...] for the page's script.
std::string unit_table_json();

}  // namespace trunnion
