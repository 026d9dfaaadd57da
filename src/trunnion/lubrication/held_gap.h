#pragma once
// lubrication/held_gap.h -- what a film does with gaps that get too small, or negative.
//   film computed with  h_f = h for h >= h_c,  h_c/2 (1 + exp(2 (h - h_c)/h_c)) below      (theory/lubrication.md,
//   Eq. 11.1): slope continuous, never below h_c/2
//   contact of smooth faces  p_c = P ((h_c - h)/h_c)^2 down to h = 0, straight on below: P where faces touch (Eq. 11.2)
// Rough faces carry by their asperities instead.

namespace trunnion {

struct HeldGap {
  double value = 0, slope = 1, curvature = 0;
};
HeldGap held_gap(double h, double guard);

struct GuardPressure {
  double value = 0, slope = 0;  ///< [Pa], [Pa/m]
};
GuardPressure guard_pressure(double h, double guard, double touching);

}  // namespace trunnion
