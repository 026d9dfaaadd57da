#pragma once
// base/dimension.h -- exponents of the base dimensions: [x] = m^a kg^b s^c K^d rad^e.
// The angle is a dimension of its own so that 50 Hz (1/s) is never taken for 50 rad/s. Exponents may be fractions: a
// power-law stiffness has N/m^1.5.

#include <array>
#include <string>

namespace trunnion {

struct Dimension {
  double length = 0, mass = 0, time = 0, temperature = 0, angle = 0;

  std::array<double, 5> exponents() const { return {length, mass, time, temperature, angle}; }
};

Dimension operator*(const Dimension& a, const Dimension& b);
Dimension operator/(const Dimension& a, const Dimension& b);
Dimension power(const Dimension& a, double exponent);
bool operator==(const Dimension& a, const Dimension& b);  ///< up to rounding of fractional exponents
Dimension without_angle(const Dimension& a);

/// "kg m/s^2"; "1" for a pure number.
std::string text(const Dimension& dimension);

}  // namespace trunnion
