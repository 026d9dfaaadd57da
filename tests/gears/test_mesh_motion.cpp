#include <gtest/gtest.h>

#include <cmath>

#include "gears/reference_gears.h"
#include "trunnion/base/error.h"
#include "trunnion/gears/mesh_motion.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

using namespace testing;

/// Driver relative to the driven gear when their pair 0 touches at s, in axes of the driven gear.
struct Relative {
  Vector3d d;
  Matrix3d R;
};

Relative touching(const GearMeshGeometry& mesh, const GearGeometry& one, const GearGeometry& two, double s) {
  const Matrix3d A1 = rotation_exp({0, 0, driver_angle(mesh, one, s)});
  const Matrix3d A2 = rotation_exp({0, 0, driven_angle(mesh, two, s)});
  const Vector3d center(mesh.driven_center.x(), mesh.driven_center.y(), 0);
  return {A2.transpose() * (-center), A2.transpose() * A1};
}

double to_pitch(double value, double pitch) { return value - pitch * std::round(value / pitch); }

TEST(MeshMotion, TeethThatTouchHaveNoApproachAndStandWhereTheyTouch) {
  struct Case {
    Gear driver, driven;
    double distance;
  };
  const double m = 4e-3;
  for (const Case& c :
       {Case{standard_gear(23), standard_gear(31), 27 * m}, Case{standard_gear(23, 0.3), standard_gear(31), 27.35 * m},
        Case{standard_gear(20), ring_gear(61), 20.5 * m}}) {
    const GearMeshGeometry mesh = gear_mesh_geometry(c.driver, c.driven, c.distance);
    const GearGeometry one = gear_geometry(c.driver), two = gear_geometry(c.driven);
    const InvoluteMesh involutes = involute_mesh(c.driver, c.driven, c.distance);
    for (const double place : {-0.8, -0.3, 0.1, 0.45}) {
      const double s = place * mesh.base_pitch;
      const Relative at = touching(mesh, one, two, s);
      const MeshMotion motion = mesh_motion(involutes, at.d, at.R.col(0), at.R.col(2));
      EXPECT_NEAR(to_pitch(motion.approach.v, mesh.base_pitch), 0, 1e-13);
      EXPECT_NEAR(to_pitch(motion.place.v - s, mesh.base_pitch), 0, 1e-13);
      EXPECT_NEAR(normal_backlash(involutes, motion.involute.v), mesh.backlash * std::cos(mesh.working_angle), 1e-13);
    }
  }
}

TEST(MeshMotion, GradientIsTheLineOfAction) {
  Gear driver = standard_gear(23), driven = standard_gear(31);
  driver.helix_angle = 15 * degree;
  driven.helix_angle = -15 * degree;
  const double a = gear_geometry(driver).reference + gear_geometry(driven).reference;
  const InvoluteMesh mesh = involute_mesh(driver, driven, a);
  const double angle = gear_geometry(driver).pressure_angle;
  // The driver left of the driven gear, axes not turned: mesh axes are those of the driven gear.
  const MeshMotion motion = mesh_motion(mesh, {-a, 0, 0}, Vector3d::UnitX(), Vector3d::UnitZ());
  const Vector6d g = mesh_gradient(motion.approach, Vector3d::UnitX(), Vector3d::UnitZ()).gradient;
  EXPECT_NEAR(g[0], std::sin(angle), 1e-12);
  EXPECT_NEAR(g[1], std::cos(angle), 1e-12);
  EXPECT_NEAR(g[2], -mesh.helix_tangent, 1e-12);
  EXPECT_NEAR(g[5], mesh.base[0], 1e-12);                                          // arm of the driver
  EXPECT_NEAR(g[4], mesh.helix_tangent * gear_geometry(driver).reference, 1e-12);  // axial force at the pitch point
  EXPECT_NEAR(g[3], 0, 1e-12);
}

TEST(MeshMotion, TangentsAreExact) {
  Gear driver = standard_gear(23), driven = standard_gear(31);
  driver.helix_angle = 15 * degree;
  driven.helix_angle = -15 * degree;
  const double a = gear_geometry(driver).reference + gear_geometry(driven).reference;
  InvoluteMesh mesh = involute_mesh(driver, driven, a);
  for (const double sense : {1.0, -1.0}) {
    mesh.sense = sense;
    const Vector3d d(0.6 * a, 0.81 * a, 3e-3);
    const Matrix3d R = rotation_exp({0.01, -0.02, 0.9});
    const auto scalars = [&](const Vector3d& dd, const Matrix3d& RR) {
      const MeshMotion m = mesh_motion(mesh, dd, RR.col(0), RR.col(2));
      return std::array{m.approach, m.place, m.tilt, m.involute};
    };
    const auto at = scalars(d, R);
    for (std::size_t k = 0; k < at.size(); ++k) {
      const MeshGradient exact = mesh_gradient(at[k], R.col(0), R.col(2));
      for (int i = 0; i < 6; ++i) {
        const double h = 1e-6;
        const auto moved = [&](double step) {
          const Vector3d dd = i < 3 ? Vector3d(d + step * Vector3d::Unit(i)) : d;
          const Matrix3d RR = i < 3 ? R : Matrix3d(rotation_exp(step * Vector3d::Unit(i - 3)) * R);
          const MeshScalar scalar = scalars(dd, RR)[k];
          return std::pair{scalar.v, mesh_gradient(scalar, RR.col(0), RR.col(2)).gradient};
        };
        const auto plus = moved(h), minus = moved(-h);
        EXPECT_NEAR(exact.gradient[i], (plus.first - minus.first) / (2 * h), 1e-8);
        EXPECT_LT((exact.tangent.col(i) - (plus.second - minus.second) / (2 * h)).norm(), 1e-6);
      }
    }
  }
}

TEST(MeshMotion, AxesCloserThanTheBaseCirclesAreToldInWords) {
  const InvoluteMesh mesh = involute_mesh(standard_gear(23), standard_gear(31), 0.108);
  EXPECT_THROW(mesh_motion(mesh, {-0.09, 0, 0}, Vector3d::UnitX(), Vector3d::UnitZ()), SolveError);
}

}  // namespace
}  // namespace trunnion
