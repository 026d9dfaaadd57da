#pragma once
// support/slider_crank.h -- a slider-crank with an elastic rod at constant crank speed, and two equations of the rod in
// the frame of its ends with sine modes s_k = sin(k pi x/l).
// Linear, ends at a constant distance:
//   q_k'' + (w_k^2 - phi'^2) q_k = -(c1_k a_y + c2_k phi''),  c1 = 2 (1 - (-1)^k)/(k pi),  c2 = -2 l (-1)^k/(k pi)
// phi the rod's angle from kinematics, a_y the acceleration of the crank pin across the rod.
// Inextensible: Lagrange's equations of the points r(x) = P + (x - u) e + w n and of the slider, u = 1/2 int_0^x w'^2
// the shortening that bending brings; the axial force acts through it, with the inertia of the shortening itself.

#include <vector>

#include "trunnion/solvers/transient.h"

namespace trunnion::testing {

struct SliderCrank {
  double speed = 150;                   ///< [rad/s]
  double crank = 0.15, rod = 0.30;      ///< [m]
  double side = 0.006;                  ///< of the square rod [m]
  double young = 2e11, density = 7870;  ///< [Pa], [kg/m^3]
  double rod_mass() const { return density * side * side * rod; }
  double angular_frequency(int k) const;  ///< w_k of the pinned rod [rad/s]
  double euler_load() const;              ///< [N]
  /// What shear and rotary inertia change of the first mode: (pi/l)^2 I/A (1 + E/(kappa G)), square section, nu = 0.3.
  double shear_and_rotary_inertia() const;
  /// How far generalized-alpha with this step is off after the time for a vibration at w_1, over its amplitude.
  double phase_error(double rho, double step, double time) const;
};

/// Rigid crank, `rod` with interfaces "big", "small", "mid" (its frame at the big end, x along it), slider of half its
/// mass. Body 1 is the rod. Markers: index 0 to 2 are big, small, mid.
Mechanism slider_crank(const SliderCrank& data, const ReducedBody& rod);

/// Distance of the middle from the line between the ends, in the plane, over the rod's length.
double mid_deflection(const SliderCrank& data, const Mechanism& mechanism, const State& state);

/// Seven modes of the equations above by Runge-Kutta steps of 20 microseconds from a straight rod; values at the times,
/// over the rod's length. `ratio`: factors on w_k, the last one serves the rest.
std::vector<double> rod_equation(const SliderCrank& data, const std::vector<double>& times,
                                 const std::vector<double>& ratio, bool inextensible);

struct Deflections {
  std::vector<double> t, computed, reference;
  double peak = 0;   ///< of the reference
  double found = 0;  ///< peak that was computed
  double worst = 0;  ///< deviation over the peak
  /// What was computed at 90, 180 ... 540 degrees, of runs over two turns.
  std::vector<double> at_quarters() const;
  TransientReport report;
};
struct SliderCrankRun {
  double turns = 2;
  double step = 2.8e-5;          ///< [s]
  double rho = 0.8;              ///< of generalized-alpha
  std::vector<double> ratio{1};  ///< of rod_equation
  bool inextensible = false;     ///< of rod_equation
};
/// A run from a straight rod against the equation.
Deflections run_slider_crank(const SliderCrank& data, const ReducedBody& rod, const SliderCrankRun& run);

}  // namespace trunnion::testing
