// Axes of round contact surfaces, and the surfaces rolled out.
#include "trunnion/contact/fit_axis.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <functional>
#include <numbers>

#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

constexpr double pi = std::numbers::pi;

/// A surface of revolution: meridian (away from the axis, along it) and its normal over 0 to 1, turned by an angle.
struct Round {
  std::function<Eigen::Vector2d(double)> meridian, normal;
  double from = -pi, to = pi;
};
Round cone(double stands, double narrow, double wide, double from = -pi, double to = pi) {
  const double t = std::tan(stands);  // angle of the surface to its axis
  return {[=](double s) {
            const double r = narrow + s * (wide - narrow);
            return Eigen::Vector2d(r, r / t);
          },
          [=](double) { return Eigen::Vector2d(std::cos(stands), -std::sin(stands)); }, from, to};
}
Round cap(double radius, double from_pole, double to_pole) {
  const auto normal = [=](double s) {
    const double at = from_pole + s * (to_pole - from_pole);
    return Eigen::Vector2d(std::sin(at), std::cos(at));
  };
  return {[=](double s) { return Eigen::Vector2d(radius * normal(s)); }, normal};
}

struct Cloud {
  Matrix3Xd position, normal;
  VectorXd area;
};
/// Points of the surface, turned and moved.
Cloud points_of(const Round& round, const Matrix3d& turn, const Vector3d& move, int around = 60, int along = 10) {
  Cloud out{Matrix3Xd(3, around * along), Matrix3Xd(3, around * along), VectorXd(around * along)};
  for (int i = 0; i < along; ++i)
    for (int j = 0; j < around; ++j) {
      const double s = (i + 0.5) / along, angle = round.from + (j + 0.5) / around * (round.to - round.from);
      const Eigen::Vector2d at = round.meridian(s), n = round.normal(s);
      const Vector3d away(std::cos(angle), std::sin(angle), 0);
      out.position.col(i * around + j) = turn * (at[0] * away + at[1] * Vector3d::UnitZ()) + move;
      out.normal.col(i * around + j) = turn * (n[0] * away + n[1] * Vector3d::UnitZ());
      out.area[i * around + j] = at[0] * (round.to - round.from) / around *
                                 (round.meridian((i + 1.0) / along) - round.meridian(double(i) / along)).norm();
    }
  return out;
}

const Matrix3d turned = rotation_exp(Vector3d(0.4, -0.7, 0.3));
const Vector3d moved(0.1, -0.05, 0.2);

void expect_axis(const Round& round, const std::string& what, double tolerance = 1e-9) {
  const Cloud cloud = points_of(round, turned, moved);
  const FitAxis axis = fit_axis(cloud.position, cloud.normal, cloud.area);
  EXPECT_TRUE(axis.round) << what;
  EXPECT_LE(axis.direction.cross(turned.col(2)).norm(), tolerance) << what;
  EXPECT_LE((axis.center - moved).cross(turned.col(2)).norm(), tolerance) << what;
}

TEST(FitAxis, OfACylinderConeOrCapIsItsAxisOfRevolution) {
  // Beyond asin(1/sqrt(3)), 35.3 degrees, the normals have more along the axis than across it.
  for (const double degrees : {0.5, 1.5, 10.0, 30.0, 35.3, 45.0, 60.0, 80.0})
    for (const double wide : {22e-3, 40e-3})
      expect_axis(cone(degrees * pi / 180, 20e-3, wide), "cone of " + std::to_string(degrees));
  for (const double to : {0.2, 0.5, 1.0, pi / 2, 2.0}) expect_axis(cap(50e-3, 0.0, to), "cap to " + std::to_string(to));
  expect_axis(cap(50e-3, 0.8, 1.0), "zone of a sphere");
  expect_axis(
      {[](double s) { return Eigen::Vector2d(20e-3, 30e-3 * s); }, [](double) { return Eigen::Vector2d(1, 0); }},
      "cylinder");
}

TEST(FitAxis, OfAPartIsThatOfTheWhole) {
  for (const double angle : {pi / 3, pi / 2, pi}) {
    for (const double degrees : {0.0, 1.5, 30.0, 60.0}) {
      const Round part = degrees > 0 ? cone(degrees * pi / 180, 20e-3, 40e-3, 0.3, 0.3 + angle)
                                     : Round{[](double s) { return Eigen::Vector2d(20e-3, 30e-3 * s); },
                                             [](double) { return Eigen::Vector2d(1, 0); }, 0.3, 0.3 + angle};
      expect_axis(part, "part of a cone of " + std::to_string(degrees));
    }
  }
}

// Points of faces with straight edges: normals jump from face to face.
TEST(FitAxis, OfAFacetedRingOneElementWideIsThatOfTheRing) {
  for (const double stands : {0.0, pi / 4}) {
    constexpr int around = 12;
    Cloud cloud{Matrix3Xd(3, 4 * around), Matrix3Xd(3, 4 * around), VectorXd::Ones(4 * around)};
    for (int j = 0; j < around; ++j) {
      const double angle = 2 * pi * j / around;
      const Vector3d away(std::cos(angle), std::sin(angle), 0), beside(-std::sin(angle), std::cos(angle), 0);
      const Vector3d up = std::cos(stands) * Vector3d::UnitZ() + std::sin(stands) * away;
      for (int q = 0; q < 4; ++q) {
        const double x = (q % 2 ? 1 : -1) * 3e-3, y = (q / 2 ? 1 : -1) * 2e-3;
        cloud.position.col(4 * j + q) = turned * (20e-3 * away + x * beside + y * up);
        cloud.normal.col(4 * j + q) = turned * (std::cos(stands) * away - std::sin(stands) * Vector3d::UnitZ());
      }
    }
    const FitAxis axis = fit_axis(cloud.position, cloud.normal, cloud.area);
    EXPECT_LE(axis.direction.cross(turned.col(2)).norm(), 1e-9);
    EXPECT_LE(axis.center.cross(turned.col(2)).norm(), 1e-12);
  }
}

TEST(FitAxis, RollsOutConesAndCapsAlongTheirMeridian) {
  const auto rolled = [](const Round& round) {
    const Cloud cloud = points_of(round, Matrix3d::Identity(), Vector3d::Zero());
    const FitAxis axis = fit_axis(cloud.position, cloud.normal, cloud.area);
    return std::pair{axis, unrolled(axis, cloud.position)};
  };
  const auto [conical, flat] = rolled(cone(pi / 3, 20e-3, 40e-3));
  EXPECT_FALSE(conical.cylindrical());
  const double length = 20e-3 / std::sin(pi / 3);  // of the meridian
  EXPECT_NEAR(flat.row(1).maxCoeff() - flat.row(1).minCoeff(), 0.9 * length, 1e-12);
  EXPECT_NEAR(flat(0, 59) - flat(0, 0), conical.radius * 2 * pi * 59 / 60, 1e-12);
  const auto [spherical, shell] = rolled(cap(50e-3, 0, pi / 2));
  for (Index k = 60; k < shell.cols(); ++k) EXPECT_GT(std::abs(shell(1, k) - shell(1, k - 60)), 1e-3);
}

TEST(FitAxis, APlaneIsLaidOutInItself) {
  const Cloud cloud = points_of(
      {[](double s) { return Eigen::Vector2d(10e-3 + 10e-3 * s, 0); }, [](double) { return Eigen::Vector2d(0, 1); }},
      turned, moved);
  const FitAxis axis = fit_axis(cloud.position, cloud.normal, cloud.area);
  EXPECT_FALSE(axis.round);
  EXPECT_LE(axis.direction.cross(turned.col(2)).norm(), 1e-12);
}

}  // namespace
}  // namespace trunnion
