#include "trunnion/base/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

struct Row {
  Kind kind;
  std::string_view name, si, display, accepted;
};

constexpr std::array kRows{
    Row{Kind::number, "number", "1", "1", "a bare number or an expression"},
    Row{Kind::angle, "angle", "rad", "deg", "deg, rad, mrad, rev"},
    Row{Kind::frequency, "frequency", "Hz", "Hz", "Hz, kHz, 1/s"},
    Row{Kind::rotation_speed, "rotation speed", "rad/s", "rpm", "rpm, rad/s, deg/s, rev/s"},
    Row{Kind::angular_acceleration, "angular acceleration", "rad/s^2", "rad/s^2", "rad/s^2, deg/s^2, rpm/s"},
    Row{Kind::length, "length", "m", "mm", "mm, m, um, in"},
    Row{Kind::area, "area", "m^2", "mm^2", "mm^2, m^2, in^2"},
    Row{Kind::volume, "volume", "m^3", "mm^3", "mm^3, m^3, l"},
    Row{Kind::second_moment_of_area, "second moment of area", "m^4", "mm^4", "mm^4, m^4"},
    Row{Kind::time, "time", "s", "s", "s, ms, min"},
    Row{Kind::velocity, "velocity", "m/s", "m/s", "m/s, mm/s, km/h"},
    Row{Kind::acceleration, "acceleration", "m/s^2", "m/s^2", "m/s^2, mm/s^2"},
    Row{Kind::mass, "mass", "kg", "kg", "kg, g, t, lb"},
    Row{Kind::density, "density", "kg/m^3", "kg/m^3", "kg/m^3, g/cm^3, t/mm^3"},
    Row{Kind::inertia, "moment of inertia", "kg m^2", "kg m^2", "kg m^2, kg mm^2, g mm^2"},
    Row{Kind::force, "force", "N", "N", "N, kN, lbf"},
    Row{Kind::moment, "moment", "N m", "N m", "Nm, kNm, N mm, lbf.in"},
    Row{Kind::pressure, "pressure or stress", "Pa", "MPa", "MPa, Pa, GPa, bar, psi"},
    Row{Kind::stiffness, "stiffness", "N/m", "N/mm", "N/mm, N/m, kN/mm"},
    Row{Kind::rotational_stiffness, "rotational stiffness", "N m/rad", "N m/rad", "Nm/rad, Nm/deg, kNm/rad"},
    Row{Kind::damping, "damping", "N s/m", "N s/m", "N s/m, Ns/mm"},
    Row{Kind::rotational_damping, "rotational damping", "N m s/rad", "N m s/rad", "N m s/rad, Nms/rad"},
    Row{Kind::energy, "energy", "J", "J", "J, kJ, N m"},
    Row{Kind::power, "power", "W", "W", "W, kW, hp"},
    Row{Kind::viscosity, "dynamic viscosity", "Pa s", "mPa s", "mPa.s, Pa.s, cP"},
    Row{Kind::flow, "volume flow", "m^3/s", "l/min", "l/min, m^3/s"},
    Row{Kind::temperature, "temperature", "K", "degC", "degC, K, degF"},
    Row{Kind::temperature_change, "temperature difference", "K", "K", "K, degC (as a difference)"},
    Row{Kind::thermal_expansion, "thermal expansion", "1/K", "1/K", "1/K, um/(m.K)"},
    Row{Kind::compliance, "compliance", "m/N", "mm/N", "mm/N, m/N, um/N"},
    Row{Kind::pressure_coefficient, "pressure coefficient", "1/Pa", "1/GPa", "1/GPa, 1/Pa, mm^2/N"},
    Row{Kind::point_stiffness, "stiffness of a point contact", "N/m^1.5", "N/mm^1.5", "N/mm^1.5, N/m^1.5"},
    Row{Kind::inverse_velocity, "time per length", "s/m", "s/m", "s/m, s/mm"},
};

std::vector<KindInfo> build_table() {
  std::vector<KindInfo> table;
  for (const Row& row : kRows)
    table.push_back({row.kind, row.name, row.si, row.display, row.accepted, parse_unit(row.si).dimension});
  return table;
}

/// Kinds for which a radian makes the difference between right and wrong by 2 pi.
bool angle_matters(Kind kind) {
  return kind == Kind::angle || kind == Kind::frequency || kind == Kind::rotation_speed ||
         kind == Kind::angular_acceleration || kind == Kind::number;
}

}  // namespace

const KindInfo& info(Kind kind) {
  static const std::vector<KindInfo> table = build_table();
  return *std::find_if(table.begin(), table.end(), [&](const KindInfo& row) { return row.kind == kind; });
}

double as_kind(const PhysicalQuantity& quantity, Kind kind) {
  const KindInfo& wanted = info(kind);
  const bool fits = angle_matters(kind) ? quantity.dimension == wanted.dimension
                                        : without_angle(quantity.dimension) == without_angle(wanted.dimension);
  if (fits) return kind == Kind::temperature ? quantity.value + quantity.offset : quantity.value;

  if (quantity.dimension == Dimension{})
    throw InputError(fmt::format("a {} is wanted but {:.6g} has no unit; write it with one of: {}", wanted.name,
                                 quantity.value, wanted.accepted));
  std::string hint;
  if (kind == Kind::rotation_speed && quantity.dimension == info(Kind::frequency).dimension)
    hint = " (turns per second are rev/s)";
  if (kind == Kind::frequency && quantity.dimension == info(Kind::rotation_speed).dimension)
    hint = " (a rotation speed is no frequency: divide by 1 rev for turns per second)";
  throw InputError(fmt::format("a {} is wanted but the value has the unit {}; accepted: {}{}", wanted.name,
                               text(quantity.dimension), wanted.accepted, hint));
}

double to_display(double value, Kind kind) {
  const Unit unit = parse_unit(info(kind).display);
  return (value - unit.offset) / unit.factor;
}

std::string display_text(double value, Kind kind) {
  if (kind == Kind::number) return fmt::format("{:.4g}", value);
  const double size = std::abs(value);
  if (kind == Kind::length && size > 0 && size < 1e-5) return fmt::format("{:.4g} um", 1e6 * value);
  if (kind == Kind::force && size >= 1e4) return fmt::format("{:.4g} kN", 1e-3 * value);
  return fmt::format("{:.4g} {}", to_display(value, kind), info(kind).display);
}

std::string exact_text(double value, Kind kind) {
  if (kind == Kind::number) return fmt::format("{}", value);
  return fmt::format("{} {}", value, info(kind).si);
}

}  // namespace trunnion
