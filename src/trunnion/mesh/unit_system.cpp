#include <fmt/format.h>

#include "trunnion/base/error.h"
#include "trunnion/mesh/mesh_file.h"

namespace trunnion {
namespace {

constexpr double pound_force = 4.4482216152605;  // [N], exact
constexpr double inch = 0.0254, foot = 0.3048;   // [m], exact

/// The mass follows from F = m a with the second as unit of time.
UnitSystem system(double length, double force) { return {length, force / length, force}; }

}  // namespace

UnitSystem unit_system(const std::string& length_unit) {
  if (length_unit == "m") return system(1, 1);
  if (length_unit == "mm") return system(1e-3, 1);            // t, N, MPa
  if (length_unit == "cm") return system(1e-2, 1);            // 100 kg, N, N/cm^2
  if (length_unit == "um") return system(1e-6, 1e-6);         // kg, uN, MPa
  if (length_unit == "in") return system(inch, pound_force);  // lbf s^2/in, lbf, psi
  if (length_unit == "ft") return system(foot, pound_force);  // slug, lbf, lbf/ft^2
  throw InputError(fmt::format("mesh unit '{}' is not known; allowed are m, mm, cm, um, in, ft", length_unit));
}

}  // namespace trunnion
