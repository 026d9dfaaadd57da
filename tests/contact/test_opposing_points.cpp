// Opposing points of two surfaces: closed forms, effort, conditioning, derivatives, several places.
#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <cmath>
#include <numbers>

#include "support/surfaces.h"
#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/contact/contact_regions.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

using testing::every_surface;
using testing::formula_surface;
using testing::touching_pose;

constexpr double D = 7.9375e-3, d_m = 39e-3, r = 0.52 * D, R_B = D / 2;

FacingGeometry geometry(const FacingPair& pair, const SurfacePose& pose, const OpposingPoints& y) {
  return facing_geometry(facing_surfaces(pair.surfaces, pose, y), y);
}

double condition(const Matrix8d& M) {
  const auto values = Eigen::JacobiSVD<Matrix8d>(M).singularValues();
  return values[0] / values[7];
}

TEST(OpposingPoints, SphereOnAPlaneIsFoundFromNothing) {
  const FacingPair pair = facing_pair({PlaneSurface{}}, {SphereSurface{0.01}});
  ContactRegions regions;
  const SurfacePose pose{{0.3, -0.2, 0.01 - 1e-6}, rotation_exp({1, 2, 3})};
  update_regions(pair, pose, regions);
  ASSERT_EQ(regions.places.size(), 1u);
  const FacingGeometry at = geometry(pair, pose, regions.places[0]);
  EXPECT_NEAR(at.approach, 1e-6, 1e-16);
  EXPECT_LE((at.on_a - Vector3d(0.3, -0.2, 0)).norm(), 1e-15);
  EXPECT_LE((at.m + Vector3d::UnitZ()).norm(), 1e-14);
  EXPECT_NEAR(at.P, 50, 1e-10);
  EXPECT_NEAR(at.Q, 50, 1e-10);
}

/// Two triaxial ellipsoids that turn against each other, seen from the first.
struct TwoEllipsoids {
  FacingPair pair = facing_pair({EllipsoidSurface{{0.03, 0.02, 0.015}}}, {EllipsoidSurface{{0.02, 0.025, 0.012}}});
  SurfacePose at(double t) const {
    const Matrix3d A = rotation_exp(t * Vector3d(2, -1, 3)) * rotation_exp({0.3, 0.2, 0.1});
    const Matrix3d B = rotation_exp(t * Vector3d(-1, 2, 0.5)) * rotation_exp({-0.1, 0.4, 0.2});
    const Vector3d d = Vector3d(0, 0, 0.0275) + t * Vector3d(0.002, 0.001, -0.001);
    return {A.transpose() * d, A.transpose() * B};
  }
};

TEST(OpposingPoints, EllipsoidsTakeFiveIterationsColdAndTwoWarm) {
  const TwoEllipsoids two;
  const SurfacePose start = two.at(0);
  const Matrix3d to_a = rotation_exp({0.3, 0.2, 0.1}).transpose();
  OpposingPoints y{to_a * Vector3d(0, 0, 0.015), to_a * Vector3d(0, 0, 0.0155), -1, 0};
  const OpposingReport cold = solve_opposing(two.pair.surfaces, start, y);
  EXPECT_TRUE(cold.converged);
  EXPECT_LE(cold.iterations, 6);  // the last one confirms
  testing::record({.group = "Rolling contact",
                   .name = "Opposing points of two triaxial ellipsoids: Newton iterations from a rough start",
                   .reference = "independent program: 5",
                   .reference_value = 5,
                   .value = static_cast<double>(cold.iterations),
                   .error = std::abs(cold.iterations - 5.0),
                   .allowed = 1,
                   .why = "the last iteration confirms"});
  // The solution does not depend on where the search began.
  ContactRegions regions;
  update_regions(two.pair, start, regions);
  ASSERT_EQ(regions.places.size(), 1u);
  EXPECT_LE((packed(regions.places[0]) - packed(y)).head<6>().norm(), 1e-13);
  for (double t = 1e-4; t < 1e-2; t += 1e-4) {
    update_regions(two.pair, two.at(t), regions);
    EXPECT_LE(regions.iterations, 3);
    EXPECT_EQ(regions.searches, 0);
    const FacingSurfaces s = facing_surfaces(two.pair.surfaces, two.at(t), regions.places[0]);
    const OpposingScale scale = opposing_scale(s, two.pair.surfaces.length);
    EXPECT_LE(scale.rows.cwiseProduct(opposing_residual(s, regions.places[0])).norm(), 1e-13);
  }
  // Advanced by the velocities of the points, two iterations are enough.
  const SurfacePose now = two.at(0.01), next = two.at(0.0101);
  update_regions(two.pair, now, regions);
  OpposingPoints ahead = regions.places[0];
  const FacingSurfaces s = facing_surfaces(two.pair.surfaces, now, ahead);
  const FacingTangent d = facing_tangent(two.pair.surfaces, now, s, ahead, facing_geometry(s, ahead));
  Vector6d change;
  change << next.d - now.d, rotation_log(next.R * now.R.transpose());
  ahead.on_a += d.on_a * change;
  ahead.on_b += d.on_b * change;
  EXPECT_LE(solve_opposing(two.pair.surfaces, next, ahead).iterations, 2);
}

/// A ball in a raceway, in closed form.
FacingGeometry closed_form(double R, const Vector3d& c) {
  const double rho = std::hypot(c.x(), c.y());
  const Vector3d e_rho(c.x() / rho, c.y() / rho, 0), w = (rho - R) * e_rho + Vector3d(0, 0, c.z());
  FacingGeometry at;
  at.m = w.normalized();
  at.approach = w.norm() + R_B - r;
  at.on_b = c + R_B * at.m;
  at.on_a = R * e_rho + r * at.m;
  const double cosine = at.m.dot(e_rho);
  at.P = 0.5 * (1 / R_B - 1 / r);
  at.Q = 0.5 * (1 / R_B - cosine / (R + r * cosine));
  return at;
}

TEST(OpposingPoints, BallInAGrooveIsWhereTheClosedFormSays) {
  double worst = 0, worst_curvature = 0;
  for (const double R : {0.5 * d_m + R_B - r, 0.5 * d_m - R_B + r}) {
    const FacingPair pair = facing_pair({TorusSurface{R, r}, true}, {SphereSurface{R_B}});
    ContactRegions regions;
    for (int k = 0; k < 200; ++k) {
      const double turn = 0.03 * k, side = R > 0.5 * d_m ? 1 : -1;
      const double rho = 0.5 * d_m + side * 2e-6 * (1 + std::sin(0.3 * k));
      const SurfacePose pose{{rho * std::cos(turn), rho * std::sin(turn), 3e-5 * std::sin(0.2 * k)},
                             rotation_exp({0, 0.1 * k, 0})};
      update_regions(pair, pose, regions);
      ASSERT_EQ(regions.places.size(), 1u) << k;
      const FacingGeometry at = geometry(pair, pose, regions.places[0]), exact = closed_form(R, pose.d);
      worst = std::max({worst, (at.on_a - exact.on_a).norm(), (at.on_b - exact.on_b).norm()});
      EXPECT_NEAR(at.approach, exact.approach, 1e-15);
      worst_curvature = std::max({worst_curvature, std::abs(at.P / exact.P - 1), std::abs(at.Q / exact.Q - 1)});
    }
  }
  testing::record({.group = "Rolling contact",
                   .name = "Opposing points of a ball in inner and outer raceways [m]",
                   .reference = "closed form",
                   .reference_value = 0,
                   .value = worst,
                   .error = worst,
                   .allowed = 1e-13,
                   .why = "round-off of a quartic"});
  EXPECT_LE(worst_curvature, 1e-9);
}

TEST(OpposingPoints, ScalingTakesTheConditionNumberFromTenMillionToAHundred) {
  const double R = 0.5 * d_m - R_B + r;
  const FacingPair pair = facing_pair({TorusSurface{R, r}, true}, {SphereSurface{R_B}});
  const SurfacePose pose{rotation_exp({1e-3, -5e-4, 0}).transpose() * Vector3d(0.5 * d_m, 0, 2e-5)};
  ContactRegions regions;
  update_regions(pair, pose, regions);
  ASSERT_FALSE(regions.places.empty());
  const FacingSurfaces s = facing_surfaces(pair.surfaces, pose, regions.places[0]);
  const Matrix8d M = opposing_jacobian(s, regions.places[0]);
  EXPECT_NEAR(condition(M), 1.8e7, 0.05e7);
  const OpposingScale scale = opposing_scale(s, R_B);
  EXPECT_NEAR(condition(scale.rows.asDiagonal() * M * scale.columns.asDiagonal()), 115, 1);
}

// Pose derivatives of everything, against differences of solutions found anew.
void expect_exact_facing_tangent(const FacingPair& pair, const SurfacePose& pose, const std::string& name) {
  ContactRegions regions;
  update_regions(pair, pose, regions);
  ASSERT_FALSE(regions.places.empty()) << name;
  const OpposingPoints y = regions.places[0];
  const FacingSurfaces s = facing_surfaces(pair.surfaces, pose, y);
  const FacingGeometry at = facing_geometry(s, y);
  const FacingTangent d = facing_tangent(pair.surfaces, pose, s, y, at);
  const double length = pair.surfaces.length;
  for (int k = 0; k < 6; ++k) {
    const double step = k < 3 ? 1e-5 * length : 1e-5;
    const auto moved = [&](double by) {
      SurfacePose next = pose;
      if (k < 3)
        next.d[k] += by;
      else
        next.R = rotation_exp(by * Vector3d::Unit(k - 3)) * pose.R;
      OpposingPoints z = y;
      EXPECT_TRUE(solve_opposing(pair.surfaces, next, z).converged) << name;
      return geometry(pair, next, z);
    };
    const FacingGeometry low = moved(-step), high = moved(step);
    const double unit = k < 3 ? 1 : length;  // of a change of length per variable
    EXPECT_LE(((high.on_a - low.on_a) / (2 * step) - d.on_a.col(k)).norm(), 1e-6 * unit * (1 + d.on_a.norm() / unit))
        << name;
    EXPECT_LE(((high.on_b - low.on_b) / (2 * step) - d.on_b.col(k)).norm(), 1e-6 * unit * (1 + d.on_b.norm() / unit))
        << name;
    EXPECT_LE(((high.m - low.m) / (2 * step) - d.m.col(k)).norm(), 1e-6 * d.m.norm() + 1e-8) << name;
    EXPECT_NEAR((high.approach - low.approach) / (2 * step), d.h[k], 1e-7 * unit) << name;
    const double scale = at.Q * unit / length;
    EXPECT_NEAR((high.P - low.P) / (2 * step), d.P[k], 1e-5 * scale + 1e-6 * d.P.norm()) << name << k;
    EXPECT_NEAR((high.Q - low.Q) / (2 * step), d.Q[k], 1e-5 * scale + 1e-6 * d.Q.norm()) << name << k;
  }
}

TEST(OpposingPoints, DerivativesByThePoseAreExactForEverySurfaceOnEitherSide) {
  const Surface egg{EllipsoidSurface{{0.004, 0.0035, 0.003}}};
  const Matrix3d R = rotation_exp({0.4, -0.7, 0.3});
  for (const auto& [name, surface] : every_surface()) {
    const FacingPair first = facing_pair(surface, egg), second = facing_pair(egg, surface);
    expect_exact_facing_tangent(first, touching_pose(first, R, 5e-6), name + " and ellipsoid");
    if (!surface.hollow) expect_exact_facing_tangent(second, touching_pose(second, R, 5e-6), "ellipsoid and " + name);
  }
}

TEST(OpposingPoints, CrossedCylindersTouchInTheirNearestPoints) {
  const FacingPair pair = facing_pair({CylinderSurface{0.01, 0.2}}, {CylinderSurface{0.02, 0.2}});
  const SurfacePose pose{{0.03 - 3e-6, 0.004, 0.007}, rotation_exp({0.5 * std::numbers::pi, 0, 0})};
  ContactRegions regions;
  update_regions(pair, pose, regions);
  ASSERT_EQ(regions.places.size(), 1u);
  const FacingGeometry at = geometry(pair, pose, regions.places[0]);
  EXPECT_NEAR(at.approach, 3e-6, 1e-15);
  EXPECT_LE((at.on_a - Vector3d(0.01, 0, 0.007)).norm(), 1e-13);
  EXPECT_NEAR(at.P, 25, 1e-9);
  EXPECT_NEAR(at.Q, 50, 1e-9);
}

TEST(OpposingPoints, APairThatCanTouchTwiceIsFoundTwice) {
  const Surface hills = formula_surface(
      "z - 2 mm*exp(-((x - 10 mm)^2 + y^2)/(6 mm)^2) - 2 mm*exp(-((x + 10 mm)^2 + y^2)/(6 mm)^2)", 0.03);
  const FacingPair pair = facing_pair(hills, {SphereSurface{0.1}});
  SurfacePose pose{{1e-5, 0, 0.1015}};
  ContactRegions regions;
  update_regions(pair, pose, regions);
  ASSERT_EQ(regions.places.size(), 2u);
  const double low = geometry(pair, pose, regions.places[0]).approach,
               high = geometry(pair, pose, regions.places[1]).approach;
  EXPECT_NEAR(low, high, 5e-6);
  EXPECT_NE(regions.places[0].on_a.x() > 0, regions.places[1].on_a.x() > 0);
  pose.d.x() = -1e-5;  // mirrored
  update_regions(pair, pose, regions);
  ASSERT_EQ(regions.places.size(), 2u);
  const double a = geometry(pair, pose, regions.places[0]).approach,
               b = geometry(pair, pose, regions.places[1]).approach;
  EXPECT_NEAR(std::max(a, b), std::max(low, high), 1e-14);
}

TEST(OpposingPoints, FarBodiesCostNothingAndAreFoundWhenTheyCome) {
  const FacingPair pair = facing_pair({PlaneSurface{}}, {EllipsoidSurface{{0.03, 0.02, 0.015}}});
  ContactRegions regions;
  int searches = 0;
  double approach = -1;
  for (int k = 0; k <= 1000; ++k) {  // falls from half a meter
    const SurfacePose pose{{0, 0, 0.5 - 0.485001e-3 * k}};
    update_regions(pair, pose, regions);
    searches += regions.searches;
    if (!regions.places.empty()) approach = geometry(pair, pose, regions.places[0]).approach;
  }
  EXPECT_NEAR(approach, 1e-6, 1e-12);
  EXPECT_LE(searches, 40);
}

TEST(OpposingPoints, SurfacesThatTouchAlongALineAreRefused) {
  EXPECT_THROW(facing_pair({PlaneSurface{}}, {PlaneSurface{}}), InputError);
  const FacingPair pair = facing_pair({PlaneSurface{}}, {CylinderSurface{0.01, 0.05}});
  const SurfacePose pose{{0, 0, 0.01 - 1e-6}, rotation_exp({0.5 * std::numbers::pi, 0, 0})};
  ContactRegions regions;
  const auto conforms = [&] {
    update_regions(pair, pose, regions);
    if (!regions.places.empty()) {
      const FacingGeometry at = geometry(pair, pose, regions.places[0]);
      if (!(at.P > 1e-9 * at.Q)) throw SolveError("conforms");
    }
  };
  EXPECT_THROW(conforms(), SolveError);
}

}  // namespace
}  // namespace trunnion
