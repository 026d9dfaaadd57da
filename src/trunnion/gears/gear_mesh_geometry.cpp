#include "trunnion/gears/gear_mesh_geometry.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

using std::numbers::pi;

void check_pair(const Gear& driver, const Gear& driven, const GearGeometry& one, const GearGeometry& two, double a) {
  const std::string who = fmt::format("gears '{}' and '{}' cannot mesh: ", driver.name, driven.name);
  if (driver.internal)
    throw InputError(
        who +
        "positions are counted along the flanks of the external gear. Give the external gear first, and say that the "
        "ring drives");
  if (std::abs(one.base_pitch() - two.base_pitch()) > 1e-9 * one.base_pitch())
    throw InputError(
        fmt::format("{}their base pitches differ ({:.6g} and {:.6g} mm). Module and pressure angle must "
                    "be the same",
                    who, 1e3 * one.base_pitch(), 1e3 * two.base_pitch()));
  const double together = driver.helix_angle + (driven.internal ? -1 : 1) * driven.helix_angle;
  if (std::abs(together) > 1e-9)
    throw InputError(fmt::format("{}helix angles are {:.4g} and {:.4g} degree; on parallel axes they must be {}", who,
                                 driver.helix_angle * 180 / pi, driven.helix_angle * 180 / pi,
                                 driven.internal ? "the same" : "opposite"));
  if (driven.internal && driven.teeth <= driver.teeth)
    throw InputError(fmt::format("{}the internal gear has {} teeth, it needs more than the {} of its mate", who,
                                 driven.teeth, driver.teeth));
  const double least = two.base + two.sign * one.base;
  if (!(a > least))
    throw InputError(fmt::format("{}center_distance = {:.6g} mm, but their base circles ask for more than {:.6g} mm",
                                 who, 1e3 * a, 1e3 * least));
}

/// Widths of tooth and space on the pitch circles must leave room.
double backlash(const GearMeshGeometry& mesh, const GearGeometry& one, const GearGeometry& two) {
  const double pitch = one.tooth_angle * mesh.driver_pitch;
  const double first = 2 * mesh.driver_pitch * half_angle(one, mesh.driver_pitch);
  const double second = 2 * mesh.driven_pitch * half_angle(two, mesh.driven_pitch);
  return pitch - first - second;
}

/// Room between the tips of a gear and its ring where their tip circles cross, out of mesh: an angle at the ring's
/// center that must not be negative.                                                             (theory/gears.md,
/// Eq. 5.6)
double tip_room(const GearMeshGeometry& mesh, const GearGeometry& one, const GearGeometry& two) {
  const double a = mesh.center_distance, r1 = one.tip, r2 = two.tip;
  const double crossing = (r2 * r2 - r1 * r1 - a * a) / (2 * a * r1);
  if (std::abs(crossing) >= 1) return pi;  // the circles do not cross
  const auto inv_tip = [](const GearGeometry& g) { return involute(std::acos(std::min(1.0, g.base / g.tip))); };
  const double inv_w = involute(mesh.working_angle);
  const double turn_1 = std::acos(crossing) + inv_tip(one) - inv_w;
  const double turn_2 = std::acos((a * a + r2 * r2 - r1 * r1) / (2 * a * r2));
  return turn_1 * one.base / two.base + inv_w - inv_tip(two) - turn_2 + 0.5 * mesh.backlash / mesh.driven_pitch;
}

/// Way over which both teeth have involute [m]: it ends where the tip of one comes, or where the other's root begins.
double way_of_contact(const GearMeshGeometry& mesh, const ToothRoot& root_1, const ToothRoot& root_2) {
  const double start = std::max(mesh.start, root_1.form_tangent - mesh.driver_tangent_0);
  const double end = std::min(mesh.end, mesh.driven_sign * (mesh.driven_tangent_0 - root_2.form_tangent));
  return std::max(0.0, end - start);
}

struct GearRoot {
  const Gear& gear;
  const GearGeometry& geometry;
  ToothRoot root;
};

void warn_of_interference(GearMeshGeometry& mesh, const GearRoot& first, const GearRoot& second) {
  const auto& [driver, one, root_1] = first;
  const auto& [driven, two, root_2] = second;
  const auto warn = [&](std::string words) { mesh.warnings.push_back(std::move(words)); };
  for (const GearRoot* each : {&first, &second})
    if (each->root.undercut)
      warn(
          fmt::format("gear '{}' is undercut: its involute begins at the radius {:.4g} mm only. A larger profile_shift "
                      "avoids it",
                      each->gear.name, 1e3 * radius_at(each->geometry, each->root.form_tangent)));
  const double rounding = 1e-9 * mesh.base_pitch;
  if (mesh.driver_tangent(mesh.start) < root_1.form_tangent - rounding)
    warn(fmt::format("interference: the tip of '{}' reaches {:.3g} mm below the involute of '{}'. Take less addendum",
                     driven.name, 1e3 * (root_1.form_tangent - mesh.driver_tangent(mesh.start)), driver.name));
  const double below = two.sign * (root_2.form_tangent - mesh.driven_tangent(mesh.end));
  if (below > rounding)
    warn(fmt::format("interference: the tip of '{}' reaches {:.3g} mm below the involute of '{}'. Take less addendum",
                     driver.name, 1e3 * below, driven.name));
  const double apart = mesh.center_distance;
  const auto into_root = [&](const Gear& tip, const Gear& root, double depth) {
    if (depth > rounding)
      warn(fmt::format("the tip of '{}' reaches {:.3g} mm into the root circle of '{}'", tip.name, 1e3 * depth,
                       root.name));
  };
  into_root(driver, driven, two.sign > 0 ? one.tip + two.root - apart : one.tip + apart - two.root);
  into_root(driven, driver, two.sign > 0 ? two.tip + one.root - apart : one.root + apart - two.tip);
  if (const double room = two.sign < 0 ? tip_room(mesh, one, two) : 1; room < 0)
    warn(fmt::format(
        "tip fouling: where their tip circles cross, out of mesh, the tips of '{}' cut {:.3g} mm into those "
        "of '{}'. Take more teeth in the ring, less addendum or a larger pressure angle",
        driver.name, -1e3 * room * two.tip, driven.name));
  if (mesh.total_contact_ratio() < 1)
    warn(fmt::format("contact ratio {:.4g}{} is below 1: rigid teeth would lose contact before the next pair meets",
                     mesh.total_contact_ratio(),
                     mesh.overlap_ratio > 0 ? fmt::format(" ({:.4g} of it overlap)", mesh.overlap_ratio) : ""));
}

}  // namespace

double tight_center_distance(const Gear& driver, const Gear& driven) {
  const auto full = [](Gear gear) {
    gear.thinning = 0;
    return gear_geometry(gear);
  };
  const GearGeometry one = full(driver), two = full(driven);
  // Teeth and space fill the pitch where  2 r_b1 psi_1 + 2 r_b2 psi_2 - p_b = 2 (r_b1 + k r_b2) inv a_w.
  const double teeth = 2 * one.base * one.base_angle + 2 * two.base * two.base_angle - one.base_pitch();
  const double value = teeth / (2 * (one.base + two.sign * two.base));
  if (!(value > 0))
    throw InputError(
        fmt::format("gears '{}' and '{}': with their profile shifts no center distance is free of backlash. Give "
                    "'center_distance'",
                    driver.name, driven.name));
  return (two.base + two.sign * one.base) / std::cos(inverse_involute(value));
}

GearMeshGeometry gear_mesh_geometry(const Gear& driver, const Gear& driven, double center_distance) {
  const GearGeometry one = gear_geometry(driver), two = gear_geometry(driven);
  check_pair(driver, driven, one, two, center_distance);
  GearMeshGeometry mesh;
  mesh.center_distance = center_distance;
  mesh.driven_sign = two.sign;
  mesh.working_angle = std::acos((two.base + two.sign * one.base) / center_distance);
  mesh.driver_pitch = one.base / std::cos(mesh.working_angle);
  mesh.driven_pitch = two.base / std::cos(mesh.working_angle);
  mesh.base_pitch = one.base_pitch();
  mesh.normal = {std::sin(mesh.working_angle), std::cos(mesh.working_angle)};
  mesh.tangent = {-mesh.normal.y(), mesh.normal.x()};
  mesh.driven_center = {two.sign * center_distance, 0};
  mesh.driver_tangent_0 = mesh.driver_pitch * std::sin(mesh.working_angle);
  mesh.driven_tangent_0 = mesh.driven_pitch * std::sin(mesh.working_angle);
  mesh.end = one.tip_tangent - mesh.driver_tangent_0;
  mesh.start = two.sign * (mesh.driven_tangent_0 - two.tip_tangent);
  mesh.overlap_ratio =
      std::min(driver.width, driven.width) * std::abs(std::sin(driver.helix_angle)) / (pi * driver.normal_module);
  mesh.backlash = backlash(mesh, one, two);
  if (mesh.backlash < -1e-9 * one.module)
    throw InputError(
        fmt::format("gears '{}' and '{}' cannot mesh: their teeth overlap by {:.4g} mm on the pitch circle. "
                    "Take a larger center_distance, less profile_shift or some thinning",
                    driver.name, driven.name, -1e3 * mesh.backlash));
  if (!(mesh.end > mesh.start))
    throw InputError(
        fmt::format("gears '{}' and '{}' cannot mesh: their tip circles do not meet on the line of action. "
                    "Take a smaller center_distance or more addendum",
                    driver.name, driven.name));
  const GearRoot first{driver, one, tooth_root(driver, one)}, second{driven, two, tooth_root(driven, two)};
  mesh.contact_ratio = way_of_contact(mesh, first.root, second.root) / mesh.base_pitch;
  warn_of_interference(mesh, first, second);
  return mesh;
}

double driver_angle(const GearMeshGeometry& mesh, const GearGeometry& driver, double s) {
  return mesh.driver_tangent(s) / driver.base - mesh.working_angle - driver.base_angle;
}

double driven_angle(const GearMeshGeometry& mesh, const GearGeometry& driven, double s) {
  const double roll = mesh.driven_tangent(s) / driven.base;
  if (driven.sign > 0) return pi - mesh.working_angle - driven.base_angle + roll;
  return roll + driven.base_angle - mesh.working_angle;
}

}  // namespace trunnion
