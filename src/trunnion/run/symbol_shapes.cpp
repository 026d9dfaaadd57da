#include "trunnion/run/symbol_shapes.h"

#include <cmath>
#include <numbers>

#include "trunnion/run/triangle_shapes.h"

namespace trunnion {

std::shared_ptr<const Mesh> triad_shape(double size) {
  TriangleShapes shapes;
  for (int axis = 0; axis < 3; ++axis)
    shapes.add_rod(Vector3d::Zero(), (1 - 0.25 * axis) * size * Vector3d::Unit(axis), 0.03 * size);
  return shapes.mesh();
}

std::shared_ptr<const Mesh> joint_shape(const std::string& type, double size) {
  TriangleShapes shapes;
  if (type == "spherical" || type == "universal")
    shapes.add_ball(Vector3d::Zero(), size);
  else if (type == "revolute" || type == "cylindrical" || type == "screw")
    shapes.add_torus(Vector3d::Zero(), Vector3d::UnitZ(), 1.4 * size, 0.4 * size);
  else
    shapes.add_box(Vector3d::Zero(), Matrix3d::Identity(), {1.4 * size, 1.4 * size, 2.2 * size});
  return shapes.mesh();
}

std::shared_ptr<const Mesh> bearing_shape(const BearingInput& in) {
  TriangleShapes shapes;
  if (in.type == BearingType::ball) {
    shapes.add_torus(Vector3d::Zero(), Vector3d::UnitZ(), 0.5 * in.ball.pitch_diameter, 0.5 * in.ball.ball_diameter);
    return shapes.mesh();
  }
  constexpr double wall = 0.1;  // of the diameter
  const bool thrust = in.type == BearingType::thrust;
  const double diameter = thrust ? in.film.outer_diameter : in.journal.diameter;
  const double inner = 0.5 * (thrust ? in.film.inner_diameter : diameter);
  const double outer = 0.5 * diameter + (thrust ? 0 : wall * diameter);
  const double length = thrust ? wall * diameter : in.journal.length;
  const double from = thrust ? -length : -0.5 * length;
  shapes.add_turned(from * Vector3d::UnitZ(), Vector3d::UnitZ(),
                    std::vector<OutlinePoint>{{inner, 0}, {outer, 0}, {outer, length}, {inner, length}, {inner, 0}});
  return shapes.mesh();
}

std::shared_ptr<const Mesh> spring_shape() {
  constexpr int corners = 8;
  constexpr double first = 0.15, wire = 0.12;
  TriangleShapes shapes;
  Vector3d last = Vector3d::Zero();
  const auto to = [&](const Vector3d& next) {
    // Boxes keep their section where the shape is stretched along x.
    const Vector3d way = next - last, x = way.normalized(), y = x.cross(Vector3d::UnitZ());
    Matrix3d axes;
    axes << x, y, Vector3d::UnitZ();
    shapes.add_box(0.5 * (last + next), axes, {way.norm(), wire, wire});
    last = next;
  };
  to({first, 0, 0});
  for (int k = 0; k < corners; ++k) to({first + (1 - 2 * first) * (k + 0.5) / corners, k % 2 == 0 ? 0.5 : -0.5, 0});
  to({1 - first, 0, 0});
  to({1, 0, 0});
  return shapes.mesh();
}

std::shared_ptr<const Mesh> arrow_shape() {
  TriangleShapes shapes;
  shapes.add_turned(Vector3d::Zero(), Vector3d::UnitX(),
                    std::vector<OutlinePoint>{{0, 0}, {0.35, 0}, {0.35, 0.7}, {1, 0.7}, {0, 1}});
  return shapes.mesh();
}

std::shared_ptr<const Mesh> turning_arrow_shape() {
  constexpr int pieces = 16;
  constexpr double reach = 1.5 * std::numbers::pi, wire = 0.08, head = 0.5;
  const auto at = [](double angle, double radius) {
    return Vector3d(0, radius * std::cos(angle), radius * std::sin(angle));
  };
  TriangleShapes shapes;
  for (int k = 0; k < pieces; ++k) shapes.add_rod(at(reach * k / pieces, 1), at(reach * (k + 1) / pieces, 1), wire);
  const Vector3d along(0, -std::sin(reach), std::cos(reach));
  shapes.add_turned(at(reach, 1), along, std::vector<OutlinePoint>{{0, 0}, {3 * wire, 0}, {0, head}});
  return shapes.mesh();
}

Matrix3d stretched_axes(const Vector3d& way, double across) {
  const double length = way.norm();
  if (!(length > 0)) return Matrix3d::Zero();
  const Vector3d x = way / length;
  // The same side whatever the last digits of a way along an axis are.
  const Vector3d side = std::abs(x.x()) < 0.9 ? Vector3d::UnitX() : Vector3d::UnitY();
  const Vector3d y = side.cross(x).normalized();
  Matrix3d axes;
  axes << way, across * y, across * x.cross(y);
  return axes;
}

}  // namespace trunnion
