#pragma once
// lubrication/oil.h -- viscosity and density of the oil in a film.
//   Roelands: eta = eta_0 exp{ (ln eta_0 + 9.67) [(1 + p/196 MPa)^Z - 1] },  Z so that d ln eta/dp = alpha at p = 0
//   density over that at p = 0: exp(p/K)                                          (theory/lubrication.md, Eq. 8.1, 8.2)
//   grade: log10 log10(nu + 0.7) = A - B log10 T through nu at 40 and 100 C (ASTM D341), the latter from the viscosity
//   index (ASTM D2270); T in kelvin, nu in mm^2/s.

#include <string>

#include "trunnion/math/types.h"

namespace trunnion {

struct Oil {
  double viscosity = 0;             ///< eta_0 [Pa s]
  double pressure_coefficient = 0;  ///< alpha [1/Pa]; 0: viscosity does not depend on pressure
  double bulk_modulus = 0;          ///< K [Pa]; 0: incompressible
  double density = 850;             ///< [kg/m^3], for Reynolds' number
  bool constant() const { return pressure_coefficient == 0 && bulk_modulus == 0; }
};

/// Throws InputError naming `name` and the first impossible entry.
void validate(const Oil& oil, const std::string& name);

/// At pressure p >= 0 (less counts as 0), with derivatives by p.
struct OilState {
  double viscosity = 0, d_viscosity = 0;
  double density = 1, d_density = 0;  ///< over that at p = 0
};
OilState oil_at(const Oil& oil, double p);

/// A mineral or synthetic oil by its grade.
struct OilGrade {
  double grade = 46;            ///< ISO VG: kinematic viscosity at 40 C [mm^2/s]
  double viscosity_index = 95;  ///< ASTM D2270
  double density_15 = 870;      ///< at 15 C [kg/m^3]
};
double kinematic_viscosity_100(const OilGrade& oil);                  ///< at 100 C [mm^2/s]
double kinematic_viscosity(const OilGrade& oil, double temperature);  ///< at a temperature [K] [mm^2/s]
double density_at(const OilGrade& oil, double temperature);           ///< [kg/m^3]; expands by 6.5e-4 per kelvin
Oil oil_of_grade(const OilGrade& oil, double temperature);            ///< [K]

/// ASTM D2270 from the viscosities at 40 and 100 C [mm^2/s].
double viscosity_index(double nu_40, double nu_100);

}  // namespace trunnion
