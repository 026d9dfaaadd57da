#include "trunnion/joints/relative_coordinate.h"

#include <cmath>
#include <numbers>

#include "trunnion/gears/mesh_motion.h"
#include "trunnion/math/rotations.h"

namespace trunnion {

namespace {

double on_branch(double angle, double near) {
  constexpr double turn = 2 * std::numbers::pi;
  return angle + turn * std::round((near - angle) / turn);
}

}  // namespace

CoordinateValue evaluate(const RelativeCoordinate& c, const RelativeMotion& m, double near) {
  CoordinateValue out;
  switch (c.kind) {
    case CoordinateKind::along:
      out.value = c.a.dot(m.d);
      out.gradient.head<3>() = c.a;
      break;
    case CoordinateKind::dot: {
      const Vector3d y = m.R * c.b;
      out.value = c.a.dot(y);
      out.gradient.tail<3>() = y.cross(c.a);
      break;
    }
    case CoordinateKind::distance:
      out.value = m.d.norm();
      out.gradient.head<3>() = m.d / out.value;
      break;
    case CoordinateKind::angle: {
      const Vector3d x = m.R.col(0);
      const double s = x[0] * x[0] + x[1] * x[1];
      out.value = on_branch(std::atan2(x[1], x[0]), near);
      out.gradient.tail<3>() << -x[2] * x[0] / s, -x[2] * x[1] / s, 1;
      break;
    }
    case CoordinateKind::azimuth: {
      const double s = m.d[0] * m.d[0] + m.d[1] * m.d[1];
      out.value = on_branch(std::atan2(m.d[1], m.d[0]), near);
      out.gradient.head<3>() << -m.d[1] / s, m.d[0] / s, 0;
      break;
    }
    case CoordinateKind::mesh: {
      const MeshScalar approach = mesh_motion(*c.gears, m.d, m.R.col(0), m.R.col(2)).approach;
      out.value = on_pitch(*c.gears, approach.v, near);
      out.gradient = mesh_gradient(approach, m.R.col(0), m.R.col(2)).gradient;
      break;
    }
  }
  return out;
}

Matrix6d gradient_tangent(const RelativeCoordinate& c, const RelativeMotion& m) {
  Matrix6d H = Matrix6d::Zero();
  switch (c.kind) {
    case CoordinateKind::along:
      break;
    case CoordinateKind::dot:
      H.bottomRightCorner<3, 3>() = skew(c.a) * skew(m.R * c.b);
      break;
    case CoordinateKind::distance: {
      const double length = m.d.norm();
      const Vector3d n = m.d / length;
      H.topLeftCorner<3, 3>() = (Matrix3d::Identity() - n * n.transpose()) / length;
      break;
    }
    case CoordinateKind::angle: {
      // gradient = x cross g with g = d(angle)/dx, and dx = -skew(x) drho
      const Vector3d x = m.R.col(0);
      const double s = x[0] * x[0] + x[1] * x[1];
      const Vector3d g(-x[1] / s, x[0] / s, 0);
      Matrix3d G = Matrix3d::Zero();
      G(0, 0) = 2 * x[0] * x[1] / (s * s);
      G(0, 1) = G(1, 0) = (x[1] * x[1] - x[0] * x[0]) / (s * s);
      G(1, 1) = -G(0, 0);
      H.bottomRightCorner<3, 3>() = (skew(g) - skew(x) * G) * skew(x);
      break;
    }
    case CoordinateKind::azimuth: {
      const double x = m.d[0], y = m.d[1], s = x * x + y * y;
      H(0, 0) = 2 * x * y / (s * s);
      H(0, 1) = H(1, 0) = (y * y - x * x) / (s * s);
      H(1, 1) = -H(0, 0);
      break;
    }
    case CoordinateKind::mesh: {
      const MeshScalar approach = mesh_motion(*c.gears, m.d, m.R.col(0), m.R.col(2)).approach;
      H = mesh_gradient(approach, m.R.col(0), m.R.col(2)).tangent;
      break;
    }
  }
  return H;
}

}  // namespace trunnion
