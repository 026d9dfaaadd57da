#include "trunnion/gears/tooth_root.h"

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <cmath>

#include "trunnion/base/error.h"

namespace trunnion {
namespace {

constexpr int samples = 200;  // points on each arc: chords of a fillet deviate by 1e-5 of its radius

Vector2d polar(double radius, double angle) { return {radius * std::cos(angle), radius * std::sin(angle)}; }

/// Root circle from the end of the fillet to mid-space.
void add_root_circle(const GearGeometry& g, double from, std::vector<Vector2d>& points) {
  const double end = 0.5 * g.tooth_angle;
  if (end - from < 1e-9 * end) return;
  for (int i = 1; i <= samples; ++i) points.push_back(polar(g.root, from + (end - from) * i / samples));
}

/// Where the direction of travel has turned by half of what it turns between flank and root circle.
std::size_t half_turn(const std::vector<Vector2d>& points, std::size_t first, std::size_t last) {
  const auto heading = [&](std::size_t i) {
    const Vector2d d = points[i + 1] - points[i];
    return std::atan2(d.y(), d.x());
  };
  const double start = heading(first), turned = std::remainder(heading(last - 1) - start, 2 * std::acos(-1.0));
  for (std::size_t i = first; i < last; ++i)
    if (std::abs(std::remainder(heading(i) - start, 2 * std::acos(-1.0))) >= 0.5 * std::abs(turned)) return i;
  return (first + last) / 2;
}

[[noreturn]] void does_not_fit(const Gear& gear, double radius) {
  throw InputError(fmt::format("gear '{}': root_radius = {:.4g} mm does not fit into its tooth spaces; take less",
                               gear.name, 1e3 * radius));
}

ToothRoot fillet_root(const Gear& gear, const GearGeometry& g) {
  const double rho = gear.root_radius, center = g.root + g.sign * rho;
  ToothRoot out;
  // The center lies on a curve parallel to the flank, which has the same base circle.
  const double across = std::sqrt(std::max(0.0, center * center - g.base * g.base));
  out.form_tangent = center > g.base ? across - g.sign * rho : -1;
  double center_angle = 0, touch_angle = 0;  // touch: direction from the center to where the arc leaves the flank
  std::size_t arc_begin = 0;
  if (out.form_tangent >= 0) {
    const FlankPoint low = flank_point(g, out.form_tangent);
    const Vector2d c = low.x + rho * low.normal;
    center_angle = std::atan2(c.y(), c.x());
    touch_angle = std::atan2(-low.normal.y(), -low.normal.x());
    out.points.push_back(low.x);
  } else {
    if (g.sign < 0) does_not_fit(gear, rho);
    out.form_tangent = 0;
    center_angle = g.base_angle + std::asin(rho / center);
    touch_angle = g.base_angle - 0.5 * std::acos(-1.0);
    const double end = std::sqrt(center * center - rho * rho);
    for (int i = 0; i <= samples; ++i) out.points.push_back(polar(g.base + (end - g.base) * i / samples, g.base_angle));
    arc_begin = out.points.size() - 1;
  }
  if (center_angle > 0.5 * g.tooth_angle) does_not_fit(gear, rho);
  const Vector2d c = polar(center, center_angle);
  const double root_angle = g.sign > 0 ? center_angle + std::acos(-1.0) : center_angle;
  const double turn = std::remainder(root_angle - touch_angle, 2 * std::acos(-1.0));
  for (int i = 1; i <= samples && rho > 0; ++i) out.points.push_back(c + polar(rho, touch_angle + turn * i / samples));
  const std::size_t arc_end = out.points.size() - 1;
  add_root_circle(g, center_angle, out.points);
  out.turn = half_turn(out.points, arc_begin, std::max(arc_end, arc_begin + 1));
  return out;
}

/// Transverse section of a rack with a rounded tip, its tooth in the middle of the space. Points of the rounding are
/// told by w, the tangent of the ellipse's angle from the tip: 0 there, `flank` where the straight flank begins.
struct RackTip {
  double r, depth, aside, rho;  ///< reference radius; center below the reference circle and beside its middle
  double cosine;                ///< of the helix angle: half axes rho across and rho/cosine along the pitch line
  double flank;

  /// How far the rack has rolled when its point w leaves the root [rad].
  double roll(double w) const {
    const double c = 1 / std::sqrt(1 + w * w);
    return (aside + rho / cosine * w * c - cosine * w * (depth + rho * c)) / r;
  }
  /// That point of the root; the space's middle at `space_angle`.
  Vector2d root_point(double w, double space_angle) const {
    const double c = 1 / std::sqrt(1 + w * w), rolled = roll(w);
    const Vector2d from_pitch(-depth - rho * c, -aside - rho / cosine * w * c + r * rolled);
    return Eigen::Rotation2Dd(space_angle - rolled) * (Vector2d(r, 0) + from_pitch);
  }
};

RackTip rack_tip(const Gear& gear, const GearGeometry& g) {
  RackTip tip{g.reference, g.reference - g.root - gear.root_radius, 0, gear.root_radius, std::cos(gear.helix_angle), 0};
  const double tan_a = std::tan(g.pressure_angle), space = 0.5 * (g.tooth_angle - 2 * g.half_angle) * g.reference;
  tip.flank = 1 / (tan_a * tip.cosine);
  const double c = 1 / std::sqrt(1 + tip.flank * tip.flank);
  tip.aside = space - (tip.depth + tip.rho * c) * tan_a - tip.rho / tip.cosine * tip.flank * c;
  if (tip.aside < 0 || tip.depth < 0) does_not_fit(gear, gear.root_radius);
  return tip;
}

ToothRoot rack_root(const Gear& gear, const GearGeometry& g) {
  const RackTip tip = rack_tip(gear, g);
  const double lowest = tip.depth + tip.rho / std::sqrt(1 + tip.flank * tip.flank);  // of the straight flank
  ToothRoot out;
  out.form_tangent = g.reference * std::sin(g.pressure_angle) - lowest / std::sin(g.pressure_angle);
  double from = tip.flank;
  if (out.form_tangent < 0) {
    // The tip cuts below the base circle and takes some involute away: the curves meet where both have one angle.
    out.undercut = true;
    const auto outside = [&](double w) {
      const Vector2d x = tip.root_point(w, 0.5 * g.tooth_angle);
      const double radius = x.norm();
      return radius > g.base ? std::atan2(x.y(), x.x()) - half_angle(g, radius) : -1.0;
    };
    double inside = from;
    bool met = false;
    for (int i = 1; i <= 4 * samples && !met; ++i) {
      const double w = tip.flank * (1 - double(i) / (4 * samples));
      met = outside(w) * outside(inside) < 0 && tip.root_point(w, 0).norm() > g.base &&
            tip.root_point(inside, 0).norm() > g.base;
      if (!met) {
        inside = w;
        continue;
      }
      double a = inside, b = w;
      for (int k = 0; k < 60; ++k) (outside(0.5 * (a + b)) * outside(a) > 0 ? a : b) = 0.5 * (a + b);
      from = b;
    }
    out.form_tangent = met ? tangent_length(g, tip.root_point(from, 0).norm()) : 0;
  }
  for (int i = 0; i <= 2 * samples; ++i)
    out.points.push_back(tip.root_point(from * (1 - double(i) / (2 * samples)), 0.5 * g.tooth_angle));
  const std::size_t last = out.points.size() - 1;
  add_root_circle(g, 0.5 * g.tooth_angle - tip.roll(0), out.points);
  out.turn = half_turn(out.points, 0, last);
  return out;
}

}  // namespace

std::vector<Vector2d> tooth_outline(const GearGeometry& g, const ToothRoot& root) {
  constexpr int points = 40;
  std::vector<Vector2d> half;  // mid-space to the middle of the tip, counter-clockwise side
  for (auto x = root.points.rbegin(); x != root.points.rend(); x += std::min<std::ptrdiff_t>(8, root.points.rend() - x))
    half.push_back(*x);
  for (int i = 0; i <= points; ++i)
    half.push_back(flank_point(g, root.form_tangent + (g.tip_tangent - root.form_tangent) * i / points).x);
  half.push_back(polar(g.tip, 0));
  std::vector<Vector2d> outline;
  for (const Vector2d& x : half) outline.emplace_back(x.x(), -x.y());
  outline.insert(outline.end(), half.rbegin() + 1, half.rend());
  return outline;
}

ToothRoot tooth_root(const Gear& gear, const GearGeometry& geometry) {
  return gear.root == RootForm::fillet ? fillet_root(gear, geometry) : rack_root(gear, geometry);
}

}  // namespace trunnion
