#pragma once
// The gears of Vijayakar, Busby and Houser, with what they leave open settled: 20 teeth of diametral pitch 10 per inch.

#include <numbers>

#include "trunnion/gears/gear.h"

namespace trunnion::testing {

constexpr double inch = 0.0254;                      // [m]
constexpr double pound = 4.4482216152605;            // [N]
constexpr double pound_inch = pound * inch;          // [N m]
constexpr double psi = pound / (inch * inch);        // [Pa]
constexpr double degree = std::numbers::pi / 180.0;  // [rad]

inline Gear reference_gear(const std::string& name = "gear") {
  Gear gear;
  gear.name = name;
  gear.teeth = 20;
  gear.normal_module = 0.1 * inch;
  gear.pressure_angle = 20 * degree;
  gear.addendum = 0.075 * inch;
  gear.dedendum = 0.14 * inch;
  gear.root = RootForm::fillet;
  gear.root_radius = 0.03 * inch;
  gear.width = inch;
  gear.hub_radius = 0.5 * inch;
  return gear;
}

/// Full-depth gear of module 4 mm, cut by a rack with a tip radius of 0.38 modules.
inline Gear standard_gear(int teeth, double shift = 0) {
  Gear gear;
  gear.name = "standard";
  gear.teeth = teeth;
  gear.normal_module = 4e-3;
  gear.pressure_angle = 20 * degree;
  gear.profile_shift = shift;
  gear.addendum = 4e-3;
  gear.dedendum = 5e-3;
  gear.root_radius = 0.38 * 4e-3;
  gear.width = 20e-3;
  gear.hub_radius = 4e-3;
  return gear;
}

/// A ring of module 4 mm with teeth inside.
inline Gear ring_gear(int teeth) {
  Gear gear = standard_gear(teeth);
  gear.name = "ring";
  gear.internal = true;
  gear.root = RootForm::fillet;
  gear.root_radius = 0.8e-3;
  gear.addendum = 3.2e-3;
  gear.hub_radius = 2e-3 * teeth + 15e-3;
  return gear;
}

}  // namespace trunnion::testing
