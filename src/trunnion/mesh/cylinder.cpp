#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/mesh/shapes.h"
#include "trunnion/mesh/sweep.h"

namespace trunnion {
namespace {

using std::numbers::pi;
using Point = std::array<double, 2>;

bool full_turn(const CylinderShape& shape) { return shape.sector > 2 * pi * (1 - 1e-12); }

void check(const CylinderShape& shape) {
  const auto fail = [](const std::string& why) { throw InputError("cylinder mesh: " + why); };
  if (dimension(shape.element) < 2) fail(fmt::format("element '{}' is neither solid nor plane", name(shape.element)));
  if (!(shape.radius > 0) || !std::isfinite(shape.radius)) fail(fmt::format("radius {} m, must be > 0", shape.radius));
  if (!(shape.inner_radius >= 0 && shape.inner_radius < shape.radius))
    fail(fmt::format("inner radius {} m, must be at least 0 and below the outer radius {} m", shape.inner_radius,
                     shape.radius));
  if (dimension(shape.element) == 3 && (!(shape.length > 0) || !std::isfinite(shape.length)))
    fail(fmt::format("length {} m, must be > 0", shape.length));
  if (!(shape.sector > 0 && shape.sector <= 2 * pi * (1 + 1e-12)))
    fail(fmt::format("sector {} rad, must be above 0 and at most a full turn", shape.sector));
  if (shape.inner_radius == 0 && !full_turn(shape)) fail("a sector needs an inner radius > 0");
  if (shape.inner_radius == 0 && shape.around % 4 != 0)
    fail(fmt::format("{} elements around; a solid cylinder needs a multiple of 4", shape.around));
  if (full_turn(shape) && shape.around < 3) fail(fmt::format("{} elements around, needs at least 3", shape.around));
  check_divisions("cylinder", {shape.around, shape.around, shape.radial, shape.along});
}

PlaneGrid ring_grid(const CylinderShape& shape) {
  PlaneGrid grid;
  const int columns = full_turn(shape) ? shape.around : shape.around + 1;
  for (int r = 0; r <= shape.radial; ++r)
    for (int j = 0; j < columns; ++j) {
      const double radius = shape.inner_radius + (shape.radius - shape.inner_radius) * (double(r) / shape.radial);
      const double angle = shape.sector * j / shape.around;
      grid.x.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
  for (int r = 0; r < shape.radial; ++r)
    for (int j = 0; j < shape.around; ++j) {
      const int next = (j + 1) % columns, inner = r * columns, outer = inner + columns;
      grid.quads.push_back({inner + j, outer + j, outer + next, inner + next});
    }
  return grid;
}

/// Point (u, v) of the square [-1, 1]^2 in the core of a disc: a square turned so that its corners lie on the axes,
/// its sides bulging more the nearer they are to the rim.
Point core_point(double radius, double u, double v) {
  constexpr double core = 0.55, bulge = 0.5;  // share of the radius; 0: straight sides, 1: a circle
  const double m = std::max(std::abs(u), std::abs(v));
  if (m == 0) return {0, 0};
  double angle = 0;
  if (std::abs(u) >= std::abs(v)) {
    angle = (u > 0 ? 0 : pi) + pi / 4 * (v / u);
  } else {
    angle = (v > 0 ? pi / 2 : -pi / 2) - pi / 4 * (u / v);
  }
  angle -= pi / 4;
  const double square_x = (u + v) / 2, square_y = (v - u) / 2;
  const double b = bulge * m;
  return {radius * core * ((1 - b) * square_x + b * m * std::cos(angle)),
          radius * core * ((1 - b) * square_y + b * m * std::sin(angle))};
}

/// Square core of around/4 elements a side, and layers between it and the rim.
PlaneGrid disc_grid(const CylinderShape& shape) {
  PlaneGrid grid;
  const int n = shape.around / 4;
  const auto core = [n](int i, int j) { return j * (n + 1) + i; };
  for (int j = 0; j <= n; ++j)
    for (int i = 0; i <= n; ++i) grid.x.push_back(core_point(shape.radius, 2.0 * i / n - 1, 2.0 * j / n - 1));
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) grid.quads.push_back({core(i, j), core(i + 1, j), core(i + 1, j + 1), core(i, j + 1)});

  std::vector<int> ring;  // rim of the core, counter-clockwise from the corner on the x axis
  for (int k = 0; k < n; ++k) ring.push_back(core(n - k, n));
  for (int k = 0; k < n; ++k) ring.push_back(core(0, n - k));
  for (int k = 0; k < n; ++k) ring.push_back(core(k, 0));
  for (int k = 0; k < n; ++k) ring.push_back(core(n, k));
  const std::vector<int> core_ring = ring;
  for (int r = 1; r <= shape.radial; ++r) {
    const double s = double(r) / shape.radial;
    std::vector<int> outer;
    for (int j = 0; j < shape.around; ++j) {
      const double angle = 2 * pi * j / shape.around;
      const Point from = grid.x[std::size_t(core_ring[std::size_t(j)])];
      outer.push_back(int(grid.x.size()));
      grid.x.push_back({(1 - s) * from[0] + s * shape.radius * std::cos(angle),
                        (1 - s) * from[1] + s * shape.radius * std::sin(angle)});
    }
    for (int j = 0; j < shape.around; ++j) {
      const auto a = std::size_t(j), b = std::size_t((j + 1) % shape.around);
      grid.quads.push_back({ring[a], outer[a], outer[b], ring[b]});
    }
    ring = outer;
  }
  return grid;
}

/// Ring: mean radius at the mean direction, so that all mid-side nodes lie on circles. Disc: only the rim is curved.
Midpoint curved_midpoint(const CylinderShape& shape) {
  return [hollow = shape.inner_radius > 0, rim = shape.radius](const Vector3d& a, const Vector3d& b) -> Vector3d {
    Vector3d middle = 0.5 * (a + b);
    const double r_a = a.head<2>().norm(), r_b = b.head<2>().norm(), tolerance = 1e-9 * rim;
    if (hollow) {
      const Eigen::Vector2d direction = a.head<2>() / r_a + b.head<2>() / r_b;
      middle.head<2>() = 0.5 * (r_a + r_b) * direction.normalized();
    } else if (std::abs(r_a - rim) < tolerance && std::abs(r_b - rim) < tolerance) {
      middle.head<2>() *= rim / middle.head<2>().norm();
    }
    return middle;
  };
}

}  // namespace

Mesh cylinder_mesh(const CylinderShape& shape) {
  check(shape);
  std::vector<double> levels;
  for (int i = 0; i <= shape.along; ++i) levels.push_back(shape.length * (double(i) / shape.along));
  const PlaneGrid grid = shape.inner_radius > 0 ? ring_grid(shape) : disc_grid(shape);
  Mesh mesh = swept_mesh(grid, levels, shape.element, curved_midpoint(shape));

  const double tolerance = 1e-9 * (shape.radius + shape.length);
  const auto at_radius = [=](double radius) {
    return [=](const Vector3d& x) { return std::abs(x.head<2>().norm() - radius) <= tolerance; };
  };
  const auto at_height = [=](double z) { return [=](const Vector3d& x) { return std::abs(x.z() - z) <= tolerance; }; };
  const auto at_angle = [=](double angle) {
    return [=](const Vector3d& x) { return std::abs(x.y() * std::cos(angle) - x.x() * std::sin(angle)) <= tolerance; };
  };
  std::vector<BoundaryRule> rules;
  if (dimension(shape.element) == 3) {
    rules.push_back({"bottom", at_height(0)});
    rules.push_back({"top", at_height(shape.length)});
  }
  rules.push_back({"outer", at_radius(shape.radius)});
  if (shape.inner_radius > 0) rules.push_back({"inner", at_radius(shape.inner_radius)});
  if (!full_turn(shape)) {
    const auto start = at_angle(0), end = at_angle(shape.sector);
    rules.push_back({"start", [=](const Vector3d& x) { return start(x) && x.x() > 0; }});
    rules.push_back({"end", end});
  }
  name_boundary(mesh, rules);
  return mesh;
}

}  // namespace trunnion
