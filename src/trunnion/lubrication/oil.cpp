#include "trunnion/lubrication/oil.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

constexpr double roelands_pressure = 196.2e6;  // [Pa]
constexpr double roelands_log = 9.67;          // -ln of the viscosity all oils share at the far end
constexpr double celsius = 273.15;
constexpr double expansion = 6.5e-4;  // of volume [1/K]

/// Reference oils of ASTM D2270 with index 0 (L) and 100 (H) at 40 C, quadratic in the viscosity at 100 C.
struct ReferenceOils {
  double from;     ///< viscosity at 100 C [mm^2/s]
  double a, b, c;  ///< L
  double d, e, f;  ///< H
};
constexpr std::array<ReferenceOils, 16> reference_oils{{{2.0, 1.14673, 1.7576, -0.109, 0.84155, 1.5521, -0.077},
                                                        {3.8, 3.38095, -15.4952, 33.196, 0.78571, 1.7929, -0.183},
                                                        {4.4, 2.5000, -7.2143, 13.812, 0.82143, 1.5679, 0.119},
                                                        {5.0, 0.10100, 16.6350, -45.469, 0.04985, 9.1613, -18.557},
                                                        {6.4, 3.35714, -23.5643, 78.466, 0.22619, 7.7369, -16.656},
                                                        {7.0, 0.01191, 21.4750, -72.870, 0.79762, -0.7321, 14.610},
                                                        {7.7, 0.41858, 16.1558, -56.040, 0.05794, 10.5156, -28.240},
                                                        {9.0, 0.88779, 7.5527, -16.600, 0.26665, 6.7015, -10.810},
                                                        {12, 0.76720, 10.7972, -38.180, 0.20073, 8.4658, -22.490},
                                                        {15, 0.97305, 5.3135, -2.200, 0.28889, 5.9741, -4.930},
                                                        {18, 0.97256, 5.2500, -0.980, 0.24504, 7.4160, -16.730},
                                                        {22, 0.91413, 7.4759, -21.820, 0.20323, 9.1267, -34.230},
                                                        {28, 0.87031, 9.7157, -50.770, 0.18411, 10.1015, -46.750},
                                                        {40, 0.84703, 12.6752, -133.310, 0.17029, 11.4866, -80.620},
                                                        {55, 0.85921, 11.1009, -83.190, 0.17130, 11.3680, -76.940},
                                                        {70, 0.83531, 14.6731, -216.246, 0.16841, 11.8493, -96.947}}};

double walther(double nu) { return std::log10(std::log10(nu + 0.7)); }

}  // namespace

void validate(const Oil& oil, const std::string& name) {
  const auto refuse = [&](const char* key, double value, const char* unit, const char* must) {
    throw InputError(fmt::format("bearing '{}': {} = {} {}, must be {}", name, key, value, unit, must));
  };
  if (!(oil.viscosity > 0)) refuse("viscosity", oil.viscosity, "Pa s", "> 0");
  if (!(oil.pressure_coefficient >= 0)) refuse("pressure_coefficient", oil.pressure_coefficient, "1/Pa", ">= 0");
  if (!(oil.bulk_modulus >= 0)) refuse("bulk_modulus", oil.bulk_modulus, "Pa", ">= 0");
  if (!(oil.density > 0)) refuse("density", oil.density, "kg/m^3", "> 0");
}

OilState oil_at(const Oil& oil, double p) {
  OilState out;
  out.viscosity = oil.viscosity;
  if (oil.constant() || p <= 0) return out;
  if (oil.pressure_coefficient > 0) {
    const double span = std::log(oil.viscosity) + roelands_log;
    const double Z = oil.pressure_coefficient * roelands_pressure / span;
    const double ratio = 1 + p / roelands_pressure, power = std::pow(ratio, Z);
    out.viscosity = oil.viscosity * std::exp(span * (power - 1));
    out.d_viscosity = out.viscosity * span * Z * power / (ratio * roelands_pressure);
  }
  if (oil.bulk_modulus > 0) {
    out.density = std::exp(p / oil.bulk_modulus);
    out.d_density = out.density / oil.bulk_modulus;
  }
  return out;
}

double viscosity_index(double nu_40, double nu_100) {
  const double Y = nu_100;
  const auto& k = *(std::upper_bound(reference_oils.begin() + 1, reference_oils.end(), Y,
                                     [](double y, const ReferenceOils& r) { return y < r.from; }) -
                    1);
  const double L = (k.a * Y + k.b) * Y + k.c, H = (k.d * Y + k.e) * Y + k.f;
  if (nu_40 >= H) return 100 * (L - nu_40) / (L - H);
  const double N = std::log10(H / nu_40) / std::log10(Y);
  return 100 + (std::pow(10, N) - 1) / 0.00715;
}

double kinematic_viscosity_100(const OilGrade& oil) {
  if (!(oil.grade >= 10 && oil.grade <= 3200))
    throw InputError(fmt::format("oil grade ISO VG {}: known are 10 to 3200 (mm^2/s at 40 C)", oil.grade));
  if (!(oil.viscosity_index >= 0 && oil.viscosity_index <= 300))
    throw InputError(
        fmt::format("viscosity index {}: known are 0 to 300 (mineral oils: about 95)", oil.viscosity_index));
  double low = 2, high = oil.grade;  // the index grows with the viscosity at 100 C
  for (int k = 0; k < 100; ++k) {
    const double middle = 0.5 * (low + high);
    (viscosity_index(oil.grade, middle) < oil.viscosity_index ? low : high) = middle;
  }
  return low;
}

double kinematic_viscosity(const OilGrade& oil, double temperature) {
  if (!(temperature > 200 && temperature < 500))
    throw InputError(
        fmt::format("oil temperature {} K: the law between 40 and 100 C is used from 200 to 500 K", temperature));
  const double cold = std::log10(40 + celsius), hot = std::log10(100 + celsius);
  const double at_40 = walther(oil.grade), at_100 = walther(kinematic_viscosity_100(oil));
  const double here = at_40 + (at_100 - at_40) * (std::log10(temperature) - cold) / (hot - cold);
  return std::pow(10, std::pow(10, here)) - 0.7;
}

double density_at(const OilGrade& oil, double temperature) {
  return oil.density_15 * (1 - expansion * (temperature - (15 + celsius)));
}

Oil oil_of_grade(const OilGrade& grade, double temperature) {
  Oil oil;
  oil.density = density_at(grade, temperature);
  oil.viscosity = 1e-6 * kinematic_viscosity(grade, temperature) * oil.density;
  return oil;
}

}  // namespace trunnion
