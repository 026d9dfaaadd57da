// Contact points, moving base and elliptic integrals from differential equations, against the direct solution.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "support/verification.h"
#include "trunnion/contact/contact_regions.h"
#include "trunnion/contact/differential_tracking.h"
#include "trunnion/contact/hertz.h"
#include "trunnion/math/dormand_prince.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

/// A frame that moves evenly in the world.
struct EvenMotion {
  Vector3d place, velocity, turn, spin;
  Matrix3d R(double t) const { return rotation_exp(t * spin) * rotation_exp(turn); }
};

/// B against A, in A's axes.
SurfaceMotion relative(const EvenMotion& A, const Vector3d& r_B, const Vector3d& v_B, const Matrix3d& R_B,
                       const Vector3d& w_B, double t) {
  const Matrix3d R = A.R(t).transpose();
  const Vector3d d = r_B - A.place - t * A.velocity;
  SurfaceMotion m;
  m.pose = {R * d, R * R_B};
  m.twist << R * (v_B - A.velocity - A.spin.cross(d)), R * (w_B - A.spin);
  return m;
}

OpposingPoints direct(const FacingPair& pair, const SurfacePose& pose, ContactRegions& regions) {
  update_regions(pair, pose, regions);
  EXPECT_EQ(regions.places.size(), 1u);
  return regions.places.at(0);
}

TEST(DormandPrince, IsOfFifthOrderOnASmoothEquation) {
  const auto oscillator = [](double, const VectorXd& y) -> VectorXd { return Eigen::Vector2d(y[1], -y[0]); };
  double last = 0;
  for (const double tolerance : {1e-6, 1e-9}) {
    VectorXd y = Eigen::Vector2d(1, 0);
    dormand_prince(oscillator, 0, 20, y, {.relative = tolerance, .absolute = tolerance});
    const double error = (y - Eigen::Vector2d(std::cos(20.0), -std::sin(20.0))).norm();
    EXPECT_LE(error, 200 * tolerance);
    EXPECT_TRUE(last == 0 || error < 0.01 * last);
    last = error;
  }
}

TEST(DifferentialTracking, DriftOfTheEllipsoidsFallsByStabilization) {
  const FacingPair pair =
      facing_pair({EllipsoidSurface{{0.03, 0.02, 0.015}}}, {EllipsoidSurface{{0.02, 0.025, 0.012}}});
  const EvenMotion A{{0, 0, 0}, {0, 0, 0}, {0.3, 0.2, 0.1}, {2, -1, 3}};
  const EvenMotion B{{0, 0, 0.0275}, {0.002, 0.001, -0.001}, {-0.1, 0.4, 0.2}, {-1, 2, 0.5}};
  const auto motion = [&](double t) { return relative(A, B.place + t * B.velocity, B.velocity, B.R(t), B.spin, t); };
  ContactRegions regions;
  const OpposingPoints start = direct(pair, motion(0).pose, regions);
  double drift[2];
  for (const bool stabilized : {false, true}) {
    DifferentialState state = start_differential(pair.surfaces, motion(0).pose, start);
    advance_differential(pair.surfaces, motion, 0, 5, state, {1e-6, stabilized ? 20.0 : 0.0});
    OpposingPoints exact = state.y;
    ASSERT_TRUE(solve_opposing(pair.surfaces, motion(5).pose, exact).converged);
    drift[stabilized] = tracking_deviation(pair.surfaces, motion(5).pose, state, exact).points;
  }
  EXPECT_LE(drift[0], 1e-7);
  EXPECT_LE(drift[1], 0.2 * drift[0]);
  testing::record({.group = "Rolling contact",
                   .name = "Drift of differential tracking after 5 s at tolerance 1e-6, stabilized [m]",
                   .reference = "direct solution",
                   .reference_value = 0,
                   .value = drift[1],
                   .error = drift[1],
                   .allowed = 5e-9,
                   .why = "tolerance of the integration",
                   .inside = true});
}

/// The ball of a bearing that runs round in a tilted, turning inner race.
struct BallInRace {
  static constexpr double D = 7.9375e-3, d_m = 39e-3, r = 0.52 * D, R_B = D / 2;
  FacingPair pair = facing_pair({TorusSurface{0.5 * d_m - R_B + r, r}, true}, {SphereSurface{R_B}});
  EvenMotion ring{{0, 0, 0}, {1e-5, 2e-5, -1e-5}, {1e-3, -5e-4, 0}, {0, 0, 100}};
  SurfaceMotion at(double t) const {
    const double turn = 41.7 * t, rho = 0.5 * d_m + 2e-6 * std::sin(90 * t), rho_rate = 1.8e-4 * std::cos(90 * t);
    const Vector3d e(std::cos(turn), std::sin(turn), 0), across(-e.y(), e.x(), 0);
    const Vector3d place = rho * e + Vector3d(0, 0, 2e-5 + 3e-5 * std::sin(60 * t));
    const Vector3d velocity = rho_rate * e + 41.7 * rho * across + Vector3d(0, 0, 1.8e-3 * std::cos(60 * t));
    const Vector3d spin(5, 7, -200);
    return relative(ring, place, velocity, rotation_exp(t * spin), spin, t);
  }
};

TEST(DifferentialTracking, BallInAMovingRaceFollowsTheDirectSolution) {
  const BallInRace race;
  ContactRegions regions;
  const OpposingPoints start = direct(race.pair, race.at(0).pose, regions);
  struct Bound {
    double tolerance, points, approach, normal, curvature, parameter;
  };
  // An independent run of these equations with another program left 7e-8 m, 2e-10 m, 2e-5 and 3e-5 at 1e-6, and 2e-11
  // m, 5e-15 m (at the end), 5e-9 and 4e-9 at 1e-9. The overlap is an integral of mu, whose errors of 1e-3 tolerances
  // add up over some hundred steps.
  for (const Bound& bound : {Bound{1e-6, 2e-7, 1e-9, 1e-4, 1e-4, 1e-5}, Bound{1e-9, 2e-10, 2e-13, 5e-8, 4e-8, 1e-8}}) {
    DifferentialState state = start_differential(race.pair.surfaces, race.at(0).pose, start);
    TrackingDeviation worst;
    for (int k = 1; k <= 30; ++k) {
      const double t = 0.005 * k;
      advance_differential(race.pair.surfaces, [&](double at) { return race.at(at); }, t - 0.005, t, state,
                           {bound.tolerance, 0});
      const SurfacePose pose = race.at(t).pose;
      const TrackingDeviation d = tracking_deviation(race.pair.surfaces, pose, state, direct(race.pair, pose, regions));
      worst.points = std::max(worst.points, d.points);
      worst.approach = std::max(worst.approach, d.approach);
      worst.normal = std::max(worst.normal, d.normal);
      worst.base = std::max(worst.base, d.base);
      worst.curvature = std::max(worst.curvature, d.curvature);
      worst.parameter = std::max(worst.parameter, d.parameter);
      worst.stiffness = std::max(worst.stiffness, d.stiffness);
    }
    EXPECT_LE(worst.points, bound.points);
    EXPECT_LE(worst.approach, bound.approach);
    EXPECT_LE(worst.normal, bound.normal);
    EXPECT_LE(worst.base, bound.normal);
    EXPECT_LE(worst.curvature, bound.curvature);
    EXPECT_LE(worst.parameter, bound.parameter);
    testing::record(
        {.group = "Rolling contact",
         .name = fmt::format("Differential tracking of a ball in a race, 0.15 s at tolerance {:.0e}: points [m]",
                             bound.tolerance),
         .reference = "direct solution",
         .reference_value = 0,
         .value = worst.points,
         .error = worst.points,
         .allowed = bound.points,
         .why = "tolerance of the integration",
         .inside = true});
  }
}

TEST(DifferentialTracking, EllipticIntegralsFromTheirEquationStayOnThem) {
  // P/Q of an ellipsoid that rolls over its flanks on a plane sweeps through slender and nearly circular contacts.
  const FacingPair pair = facing_pair({PlaneSurface{}}, {EllipsoidSurface{{0.03, 0.02, 0.015}}});
  const EvenMotion egg{{0, 0, 0.02}, {0, 0, 0}, {0.2, 0.1, 0}, {3, 1, 0.4}};
  const auto motion = [&](double t) {
    return relative({Vector3d::Zero(), Vector3d::Zero(), Vector3d::Zero(), Vector3d::Zero()}, egg.place, egg.velocity,
                    egg.R(t), egg.spin, t);
  };
  ContactRegions regions;
  DifferentialState state = start_differential(pair.surfaces, motion(0).pose, direct(pair, motion(0).pose, regions));
  double stiffness = 0;
  for (int k = 1; k <= 40; ++k) {
    const double t = 0.05 * k;
    advance_differential(pair.surfaces, motion, t - 0.05, t, state, {1e-9, 20});
    const SurfacePose pose = motion(t).pose;
    const TrackingDeviation d = tracking_deviation(pair.surfaces, pose, state, direct(pair, pose, regions));
    EXPECT_LE(d.parameter, 2e-7) << t;
    EXPECT_LE(d.points, 1e-9) << t;
    stiffness = std::max(stiffness, d.stiffness);
  }
  testing::record({.group = "Rolling contact",
                   .name = "Coefficient of Hertz from elliptic integrals that are integrated, 2 s at tolerance 1e-9",
                   .reference = "direct solution",
                   .value = stiffness,
                   .error = stiffness,
                   .allowed = 1e-6,
                   .why = "tolerance of the integration over some hundred steps",
                   .inside = true});
}

}  // namespace
}  // namespace trunnion
