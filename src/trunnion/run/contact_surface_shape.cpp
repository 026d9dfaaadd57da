#include "trunnion/run/contact_surface_shape.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "trunnion/forces/surface_contact_force.h"

namespace trunnion {

namespace {

constexpr double wall = 0.08;        // of a hollow surface, over its radius
constexpr double plate = 4;          // half edge of a plane, over the size of what touches it
constexpr double thickness = 0.025;  // of a plate, over its half edge

// Where a ray from the center of a solid leaves it; 0: not found.
double way_out(const Surface& surface, const Vector3d& center, const Vector3d& direction) {
  const auto outside = [&](double s) { return surface_function(surface, center + s * direction).value() > 0; };
  double low = 0, high = 0.05 * typical_length(surface);
  for (int k = 0; k < 400 && !outside(high); ++k) {
    low = high;
    high += 0.05 * typical_length(surface);
  }
  if (outside(low) || !outside(high)) return 0;
  for (int k = 0; k < 40; ++k) (outside(0.5 * (low + high)) ? high : low) = 0.5 * (low + high);
  return 0.5 * (low + high);
}

/// Radii at the two ends of a cylinder or cone about z, and half its length.
struct Profile {
  double low = 0, high = 0, half = 0;
};

void add_profile(const Profile& p, bool hollow, const Marker& at, TriangleShapes& out) {
  std::vector<OutlinePoint> outline{{0, -p.half}, {p.low, -p.half}, {p.high, p.half}, {0, p.half}};
  if (hollow) {
    const double thick = wall * std::max(p.low, p.high);
    outline = {
        {p.low, -p.half}, {p.low + thick, -p.half}, {p.high + thick, p.half}, {p.high, p.half}, {p.low, -p.half}};
  }
  out.add_turned(at.p, at.A0.col(2), outline);
}

/// Half of a hollow sphere, so that what lies in it is seen.
void add_bowl(double radius, const Marker& at, TriangleShapes& out) {
  constexpr int rows = 9;
  std::vector<OutlinePoint> outline;
  const auto add = [&](double r, int row) {
    const double angle = 0.5 * std::numbers::pi * row / rows;
    outline.push_back({row == 0 ? 0 : r * std::sin(angle), -r * std::cos(angle)});
  };
  for (int row = 0; row <= rows; ++row) add((1 + wall) * radius, row);
  for (int row = rows; row >= 0; --row) add(radius, row);
  out.add_turned(at.p, at.A0.col(2), outline);
}

/// `middle`, `half_edges`: of the plate in the axes of the marker.
void add_plate(const Eigen::Vector2d& middle, const Eigen::Vector2d& half_edges, bool hollow, const Marker& at,
               TriangleShapes& out) {
  const double thick = thickness * half_edges.maxCoeff();
  const Vector3d center(middle.x(), middle.y(), (hollow ? 0.5 : -0.5) * thick);
  out.add_box(at.p + at.A0 * center, at.A0, {2 * half_edges.x(), 2 * half_edges.y(), thick});
}

/// All but planes.
bool add_surface(const Surface& surface, const Marker& at, TriangleShapes& out) {
  if (const auto* cylinder = std::get_if<CylinderSurface>(&surface.shape)) {
    add_profile({cylinder->radius, cylinder->radius, 0.5 * cylinder->length}, surface.hollow, at, out);
  } else if (const auto* cone = std::get_if<ConeSurface>(&surface.shape)) {
    const double half = 0.5 * cone->length, more = half * std::tan(cone->angle);
    add_profile({std::max(0.0, cone->radius - more), cone->radius + more, half}, surface.hollow, at, out);
  } else if (const auto* sphere = std::get_if<SphereSurface>(&surface.shape); sphere && surface.hollow) {
    add_bowl(sphere->radius, at, out);
  } else if (surface.hollow) {
    return false;
  } else if (const auto* torus = std::get_if<TorusSurface>(&surface.shape)) {
    out.add_torus(at.p, at.A0.col(2), torus->radius, torus->tube);
  } else {
    const auto* formula = std::get_if<FormulaSurface>(&surface.shape);
    const Vector3d center = formula ? formula->center : Vector3d::Zero();
    if (formula && surface_function(surface, center).value() > 0) return false;
    out.add_star(at.p + at.A0 * center, at.A0, [&](const Vector3d& u) { return way_out(surface, center, u); });
  }
  return true;
}

Vector3d start_of(const Mechanism& m, const Marker& marker) {
  if (marker.body < 0) return marker.p;
  const BodyStart& body = m.start[marker.body];
  return body.R + body.A * marker.p;
}

/// One side of a contact: its surface and what it meets.
struct Side {
  Index marker, other;
  const Surface *surface, *facing;
};

std::vector<Side> sides_on(const Mechanism& m, Index body) {
  std::vector<Side> sides;
  for (const MarkerForceElement& force : m.marker_forces) {
    const auto* contact = dynamic_cast<const SurfaceContactForce*>(force.law.get());
    if (!contact) continue;
    const Surface &a = contact->pair().surfaces.a, &b = contact->pair().surfaces.b;
    for (const Side& side : {Side{force.I, force.J, &b, &a}, Side{force.J, force.I, &a, &b}})
      if (m.markers[side.marker].body == body) sides.push_back(side);
  }
  return sides;
}

bool is_plane(const Surface& surface) { return std::holds_alternative<PlaneSurface>(surface.shape); }

/// A plate under everything that may touch a plane, where it starts.
void add_plane(const Mechanism& m, const std::vector<Side>& sides, Index marker, TriangleShapes& out) {
  const Marker& at = m.markers[marker];
  const Matrix3d axes = at.body < 0 ? at.A0 : Matrix3d(m.start[at.body].A * at.A0);
  const Vector3d origin = start_of(m, at);
  Eigen::Vector2d low = Eigen::Vector2d::Constant(1e300), high = -low;
  bool hollow = false;
  for (const Side& side : sides) {
    if (side.marker != marker || !is_plane(*side.surface)) continue;
    const Eigen::Vector2d place = (axes.transpose() * (start_of(m, m.markers[side.other]) - origin)).head<2>();
    const double size = typical_length(*side.facing), reach = plate * (std::isfinite(size) ? size : 0.0);
    low = low.cwiseMin(Eigen::Vector2d(place.array() - reach));
    high = high.cwiseMax(Eigen::Vector2d(place.array() + reach));
    hollow = side.surface->hollow;
  }
  add_plate(0.5 * (low + high), 0.5 * (high - low), hollow, at, out);
}

}  // namespace

bool add_contact_surfaces(const Mechanism& m, Index body, TriangleShapes& out) {
  const std::vector<Side> sides = sides_on(m, body);
  bool found = false;
  std::vector<Index> shown;  // markers
  for (const Side& side : sides) {
    if (std::find(shown.begin(), shown.end(), side.marker) != shown.end()) continue;
    const bool plane = is_plane(*side.surface);
    if (plane)
      add_plane(m, sides, side.marker, out);
    else if (!add_surface(*side.surface, m.markers[side.marker], out))
      continue;
    shown.push_back(side.marker);
    found = true;
  }
  return found;
}

std::shared_ptr<const Mesh> ground_shape(const Mechanism& m) {
  TriangleShapes out;
  return add_contact_surfaces(m, -1, out) ? out.mesh() : nullptr;
}

}  // namespace trunnion
