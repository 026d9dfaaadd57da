#pragma once
// tests/run/timoshenko.h -- the clamped beam of Timoshenko, solved to rounding: what the cantilever is compared with.
//   w' = phi + V/(kappa G A),  phi' = M/(E I),  V' = -rho A omega^2 w,  M' = -V - rho I omega^2 phi

namespace trunnion::testing {

struct SquareBeam {
  double length = 1, side = 0.02;                       ///< [m]
  double young = 210e9, poisson = 0.3, density = 7850;  ///< [Pa], -, [kg/m^3]
};

double tip_deflection(const SquareBeam& beam, double load);  ///< [m], load [N]
double first_frequency(const SquareBeam& beam);              ///< [Hz]

}  // namespace trunnion::testing
