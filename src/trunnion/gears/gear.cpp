#include "trunnion/gears/gear.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

using std::numbers::pi;

void require(bool holds, const Gear& gear, const std::string& problem) {
  if (!holds) throw InputError(fmt::format("gear '{}': {}", gear.name, problem));
}

void check_sizes(const Gear& gear) {
  require(gear.teeth >= 5, gear, fmt::format("teeth = {}, must be at least 5", gear.teeth));
  require(gear.normal_module > 0, gear, fmt::format("module = {} m, must be > 0", gear.normal_module));
  require(gear.pressure_angle > 0 && gear.pressure_angle < 0.25 * pi, gear,
          fmt::format("pressure_angle = {:.4g} degree, must lie between 0 and 45", gear.pressure_angle * 180 / pi));
  require(std::abs(gear.helix_angle) < 0.3 * pi, gear,
          fmt::format("helix_angle = {:.4g} degree, must lie between -54 and 54", gear.helix_angle * 180 / pi));
  require(gear.addendum > 0 && gear.dedendum > 0, gear, "addendum and dedendum must be > 0");
  require(gear.width > 0, gear, fmt::format("width = {} m, must be > 0", gear.width));
  require(gear.root_radius >= 0, gear, fmt::format("root_radius = {} m, must not be negative", gear.root_radius));
  require(!gear.internal || gear.root == RootForm::fillet, gear,
          "an internal gear is not cut by a rack: give root = \"fillet\" and its root_radius");
}

}  // namespace

double involute(double angle) { return std::tan(angle) - angle; }

double inverse_involute(double value) {
  // Newton from the right of a convex function: tan x - x > x^3/3.
  double angle = std::min(std::cbrt(3 * value), 0.49 * pi);
  for (int k = 0; k < 60 && angle > 0; ++k) {
    const double slope = std::tan(angle) * std::tan(angle), step = (involute(angle) - value) / slope;
    angle -= step;
    if (std::abs(step) <= 1e-15 * angle) break;
  }
  return angle;
}

GearGeometry gear_geometry(const Gear& gear) {
  check_sizes(gear);
  GearGeometry g;
  g.sign = gear.internal ? -1 : 1;
  g.module = gear.normal_module / std::cos(gear.helix_angle);
  g.pressure_angle = std::atan(std::tan(gear.pressure_angle) / std::cos(gear.helix_angle));
  g.reference = 0.5 * gear.teeth * g.module;
  g.base = g.reference * std::cos(g.pressure_angle);
  const double shift = gear.profile_shift * gear.normal_module;
  g.tip = g.reference + g.sign * (shift + gear.addendum);
  g.root = g.reference + g.sign * (shift - gear.dedendum);
  const double thickness = 0.5 * pi * g.module + 2 * shift * std::tan(g.pressure_angle) - gear.thinning;
  g.half_angle = 0.5 * thickness / g.reference;
  g.base_angle = g.half_angle + g.sign * involute(g.pressure_angle);
  g.tooth_angle = 2 * pi / gear.teeth;
  g.base_helix = std::asin(std::sin(gear.helix_angle) * std::cos(gear.pressure_angle));

  require(thickness > 0 && thickness < pi * g.module, gear,
          fmt::format("its teeth would be {:.4g} mm thick on a pitch of {:.4g} mm: profile_shift or thinning is off",
                      1e3 * thickness, 1e3 * pi * g.module));
  require(g.tip > g.base, gear,
          fmt::format("its tip radius {:.4g} mm lies inside the base circle {:.4g} mm: there is no involute",
                      1e3 * g.tip, 1e3 * g.base));
  require(g.root > 0, gear, "its dedendum reaches the center");
  g.tip_tangent = tangent_length(g, g.tip);
  require(half_angle(g, g.tip) > 0, gear,
          fmt::format("its teeth are pointed below the tip radius {:.4g} mm: take less addendum or profile_shift",
                      1e3 * g.tip));
  require(half_angle(g, std::max(gear.internal ? g.root : g.base, g.base)) < 0.5 * g.tooth_angle, gear,
          "its spaces close before the root: take less dedendum or profile_shift");
  require(gear.internal ? gear.hub_radius > g.root : gear.hub_radius > 0 && gear.hub_radius < g.root, gear,
          fmt::format("it is held at the radius {:.4g} mm, which must lie {} its root radius {:.4g} mm",
                      1e3 * gear.hub_radius, gear.internal ? "outside" : "between 0 and", 1e3 * g.root));
  return g;
}

double half_angle(const GearGeometry& g, double radius) {
  return g.base_angle - g.sign * involute(std::acos(std::min(1.0, g.base / radius)));
}

double tangent_length(const GearGeometry& g, double radius) {
  return std::sqrt(std::max(0.0, radius * radius - g.base * g.base));
}

double radius_at(const GearGeometry& g, double tangent) { return std::hypot(g.base, tangent); }

double arc_length(const GearGeometry& g, double tangent) { return 0.5 * tangent * tangent / g.base; }

double tangent_at_arc(const GearGeometry& g, double arc) { return std::sqrt(std::max(0.0, 2 * g.base * arc)); }

FlankPoint flank_point(const GearGeometry& g, double tangent) {
  const double at = g.base_angle - g.sign * tangent / g.base;  // where the tangent leaves the base circle
  const Vector2d radial(std::cos(at), std::sin(at)), along(-radial.y(), radial.x());
  return {g.base * radial + g.sign * tangent * along, along};
}

double flank_deviation(const Gear& gear, const GearGeometry& g, double lowest_tangent, double tangent, double across,
                       int tooth) {
  const FlankModification& f = gear.flank;
  double taken = 4 * f.crowning * across * across + f.lead_slope * across;
  const auto relief = [&](double amount, double start, double end) {
    if (amount == 0) return 0.0;
    const double share = (tangent - start) / (end - start);
    return share > 0 ? amount * std::pow(share, f.relief_power) : 0.0;
  };
  taken += relief(f.tip_relief, tangent_length(g, f.tip_relief_start), g.tip_tangent);
  taken += relief(f.root_relief, tangent_length(g, f.root_relief_start), lowest_tangent);
  if (!f.pitch_deviation.empty()) {
    const int round = (tooth % gear.teeth + gear.teeth) % gear.teeth;
    taken += f.pitch_deviation[std::size_t(round) % f.pitch_deviation.size()];
  }
  return taken;
}

void check_reliefs(const Gear& gear, const GearGeometry& g, double lowest_tangent) {
  const double lowest = radius_at(g, lowest_tangent), rounding = 1e-9 * g.reference;
  const auto check = [&](const char* key, double amount, double start, bool whole_at_tip) {
    if (amount == 0) return;
    // A relief over the whole involute may begin at its far end, never at the end where it is largest.
    const double above = g.sign * (start - lowest), below = g.sign * (g.tip - start);
    const bool inside = whole_at_tip ? above > rounding && below >= -rounding : above >= -rounding && below > rounding;
    require(inside, gear,
            fmt::format("{} = {:.4g} mm, but its involute goes from the radius {:.4g} mm to the tip at {:.4g} mm. Give "
                        "the radius from the axis at which the relief begins, between the two",
                        key, 1e3 * start, 1e3 * lowest, 1e3 * g.tip));
  };
  check("tip_relief_start", gear.flank.tip_relief, gear.flank.tip_relief_start, false);
  check("root_relief_start", gear.flank.root_relief, gear.flank.root_relief_start, true);
}

int deviation_period(const Gear& gear) {
  const auto count = int(gear.flank.pitch_deviation.size());
  if (count == 0) return 1;
  return gear.teeth % count == 0 ? count : gear.teeth;
}

double span_measurement(const Gear& gear, int teeth) {
  const GearGeometry g = gear_geometry(gear);
  return gear.normal_module * std::cos(gear.pressure_angle) *
             (pi * (teeth - 0.5) + gear.teeth * involute(g.pressure_angle)) +
         2 * gear.profile_shift * gear.normal_module * std::sin(gear.pressure_angle) -
         gear.thinning * std::cos(g.pressure_angle) * std::cos(g.base_helix);
}

}  // namespace trunnion
