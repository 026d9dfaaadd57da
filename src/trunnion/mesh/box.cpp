#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "trunnion/base/error.h"
#include "trunnion/mesh/shapes.h"
#include "trunnion/mesh/sweep.h"

namespace trunnion {
namespace {

constexpr const char* axis_names = "xyz";

std::vector<double> levels(double origin, double size, int divisions) {
  std::vector<double> values;
  for (int i = 0; i <= divisions; ++i) values.push_back(origin + size * (double(i) / divisions));
  return values;
}

PlaneGrid rectangle_grid(const std::vector<double>& x, const std::vector<double>& y) {
  PlaneGrid grid;
  for (const double y_j : y)
    for (const double x_i : x) grid.x.push_back({x_i, y_j});
  const int row = int(x.size());
  for (int j = 0; j + 1 < int(y.size()); ++j)
    for (int i = 0; i + 1 < row; ++i) {
      const int n = j * row + i;
      grid.quads.push_back({n, n + 1, n + row + 1, n + row});
    }
  return grid;
}

void check_size(const char* shape, int axis, double size) {
  if (!(size > 0) || !std::isfinite(size))
    throw InputError(fmt::format("{} mesh: size {} m along {}, must be > 0", shape, size, axis_names[axis]));
}

/// Sides xmin, xmax, ... at the ends of each axis.
void name_sides(Mesh& mesh, const Vector3d& low, const Vector3d& high, int dimension) {
  std::vector<BoundaryRule> rules;
  for (int axis = 0; axis < dimension; ++axis) {
    const double tolerance = 1e-9 * (high[axis] - low[axis]);
    const auto side = [=](double at) { return [=](const Vector3d& x) { return std::abs(x[axis] - at) <= tolerance; }; };
    rules.push_back({fmt::format("{}min", axis_names[axis]), side(low[axis])});
    rules.push_back({fmt::format("{}max", axis_names[axis]), side(high[axis])});
  }
  name_boundary(mesh, rules);
}

void add_intersection(Mesh& mesh, const std::string& a, const std::string& b) {
  const std::vector<NodeId>&first = mesh.node_sets.at(a), &second = mesh.node_sets.at(b);
  std::vector<NodeId> both;
  std::set_intersection(first.begin(), first.end(), second.begin(), second.end(), std::back_inserter(both));
  mesh.node_sets[a + "_" + b] = std::move(both);
}

}  // namespace

Mesh box_mesh(const BoxShape& shape) {
  if (dimension(shape.element) != 3)
    throw InputError(
        fmt::format("box mesh: element '{}' is not a solid; allowed are tet4, tet10, hex8, hex20, wedge6, "
                    "wedge15 (a rectangle takes tri3, tri6, quad4, quad8)",
                    name(shape.element)));
  check_divisions("box", {shape.divisions.begin(), shape.divisions.end()});
  std::array<std::vector<double>, 3> at;
  for (int axis = 0; axis < 3; ++axis) {
    check_size("box", axis, shape.size[axis]);
    at[std::size_t(axis)] = levels(shape.origin[axis], shape.size[axis], shape.divisions[std::size_t(axis)]);
  }
  Mesh mesh = swept_mesh(rectangle_grid(at[0], at[1]), at[2], shape.element, straight_midpoint);
  name_sides(mesh, shape.origin, shape.origin + shape.size, 3);
  for (const char* x : {"xmin", "xmax"})
    for (const char* y : {"ymin", "ymax"}) {
      add_intersection(mesh, x, y);
      for (const char* z : {"zmin", "zmax"}) add_intersection(mesh, std::string(x) + "_" + y, z);
    }
  for (const char* z : {"zmin", "zmax"})
    for (const char* side : {"xmin", "xmax", "ymin", "ymax"}) add_intersection(mesh, side, z);
  return mesh;
}

Mesh rectangle_mesh(const RectangleShape& shape) {
  if (dimension(shape.element) != 2)
    throw InputError(fmt::format("rectangle mesh: element '{}' is not plane; allowed are tri3, tri6, quad4, quad8",
                                 name(shape.element)));
  check_divisions("rectangle", {shape.divisions.begin(), shape.divisions.end()});
  for (int axis = 0; axis < 2; ++axis) check_size("rectangle", axis, shape.size[std::size_t(axis)]);
  const auto x = levels(shape.origin[0], shape.size[0], shape.divisions[0]);
  const auto y = levels(shape.origin[1], shape.size[1], shape.divisions[1]);
  Mesh mesh = swept_mesh(rectangle_grid(x, y), {}, shape.element, straight_midpoint);
  name_sides(mesh, {x.front(), y.front(), 0}, {x.back(), y.back(), 0}, 2);
  for (const char* side_x : {"xmin", "xmax"})
    for (const char* side_y : {"ymin", "ymax"}) add_intersection(mesh, side_x, side_y);
  return mesh;
}

}  // namespace trunnion
