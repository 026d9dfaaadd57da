#pragma once
// base/quantity.h -- physical values: an SI number with its dimension, and the kinds of quantity a model file asks for.

#include <string>
#include <string_view>

#include "trunnion/base/dimension.h"
#include "trunnion/base/units.h"

namespace trunnion {

struct PhysicalQuantity {
  double value = 0;  ///< in SI, without the offset
  Dimension dimension;
  double offset = 0;  ///< to add where an absolute temperature is meant: "20 degC" = 20 (+ 273.15) K
};

/// What a key of the model file holds. The dimension alone is not enough: temperatures and their differences, moments
/// and energies share one.
enum class Kind {
  number,
  angle,
  frequency,
  rotation_speed,
  angular_acceleration,
  length,
  area,
  volume,
  second_moment_of_area,
  time,
  velocity,
  acceleration,
  mass,
  density,
  inertia,
  force,
  moment,
  pressure,
  stiffness,
  rotational_stiffness,
  damping,
  rotational_damping,
  energy,
  power,
  viscosity,
  flow,
  temperature,
  temperature_change,
  thermal_expansion,
  compliance,
  pressure_coefficient,
  point_stiffness,  ///< of a point contact: force over approach^1.5
  inverse_velocity
};

struct KindInfo {
  Kind kind;
  std::string_view name;      ///< "rotation speed"
  std::string_view si;        ///< "rad/s"
  std::string_view display;   ///< what people read: "rpm"
  std::string_view accepted;  ///< examples for messages: "rpm, rad/s, deg/s"
  Dimension dimension;
};
const KindInfo& info(Kind kind);

/// The SI value when `quantity` is of this kind; throws InputError naming the accepted units otherwise. Radians may be
/// left out or be too many (m/s from rad/s times m) except where the kind is an angle, a speed or a frequency.
double as_kind(const PhysicalQuantity& quantity, Kind kind);

/// "42 mm": four significant digits in the display unit; micrometers and kilonewtons where these read better.
std::string display_text(double value, Kind kind);
/// "0.042 m": shortest text that reads back to exactly this value.
std::string exact_text(double value, Kind kind);
double to_display(double value, Kind kind);

}  // namespace trunnion
