#include <gtest/gtest.h>

#include <numbers>

#include "support/point_mass_body.h"
#include "trunnion/base/error.h"
#include "trunnion/bodies/inertia_check.h"
#include "trunnion/bodies/inertia_forces.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

using testing::PointMassBody;
using testing::scattered;

struct Setting {
  PointMassBody cloud = testing::point_mass_body(7, 4);
  Body body = flexible_body(cloud.reduced);
  VectorXd q = 0.05 * scattered(4, 1, 11), v = 3 * scattered(10, 1, 12), a = 20 * scattered(10, 1, 13);
  Vector3d gravity{0.3, -9.81, 1.1};
  BodyPose pose{scattered(3, 1, 14), rotation_exp(2 * Vector3d(scattered(3, 1, 15))), q.data(), 4};

  // 3 x 10 map from body velocity to the velocity of point i, and the part of its acceleration without a.
  Eigen::Matrix<double, 3, 10> map(Index i) const {
    Eigen::Matrix<double, 3, 10> L;
    const Matrix3Xd phi = cloud.modes.middleRows(3 * i, 3);
    const Vector3d u = cloud.x.col(i) + phi * q;
    L << Matrix3d::Identity(), -pose.A * skew(u), pose.A * phi;
    return L;
  }
  Vector3d bias(Index i) const {
    const Matrix3Xd phi = cloud.modes.middleRows(3 * i, 3);
    const Vector3d u = cloud.x.col(i) + phi * q, w = v.segment<3>(3);
    return pose.A * (w.cross(w.cross(u)) + 2 * w.cross(Vector3d(phi * v.tail(4))));
  }
};

TEST(FlexibleBody, MassMatrixEqualsTheSumOverItsPoints) {
  const Setting s;
  MatrixXd brute = MatrixXd::Zero(10, 10), M = MatrixXd::Zero(10, 10);
  for (Index i = 0; i < s.cloud.mass.size(); ++i) brute += s.cloud.mass[i] * s.map(i).transpose() * s.map(i);
  InertiaTerms terms;
  update_inertia(s.body, s.pose, terms);
  add_mass_matrix(s.body, s.pose, 1.0, terms, M);
  EXPECT_LE((M - brute).cwiseAbs().maxCoeff(), 1e-13 * brute.cwiseAbs().maxCoeff());
}

TEST(FlexibleBody, ForcesEqualTheSumOverItsPoints) {
  const Setting s;
  VectorXd brute = VectorXd::Zero(10), r(10);
  for (Index i = 0; i < s.cloud.mass.size(); ++i)
    brute += s.cloud.mass[i] * s.map(i).transpose() * (s.map(i) * s.a + s.bias(i) - s.gravity);
  brute.tail(4) += s.body.stiffness * s.q + s.body.damping * s.v.tail(4);
  InertiaTerms terms;
  inertia_residual(s.body, s.pose, s.v, s.a, s.gravity, terms, r);
  EXPECT_LE((r - brute).cwiseAbs().maxCoeff(), 1e-12 * brute.cwiseAbs().maxCoeff());
}

TEST(FlexibleBody, EnergyAndMomentumEqualTheSumOverItsPoints) {
  const Setting s;
  InertiaTerms terms;
  double kinetic = 0, potential = 0;
  Vector3d linear = Vector3d::Zero(), angular = Vector3d::Zero();
  for (Index i = 0; i < s.cloud.mass.size(); ++i) {
    const Vector3d velocity = s.map(i) * s.v;
    const Vector3d place = s.pose.R + s.pose.A * (s.cloud.x.col(i) + s.cloud.modes.middleRows(3 * i, 3) * s.q);
    kinetic += 0.5 * s.cloud.mass[i] * velocity.squaredNorm();
    potential -= s.cloud.mass[i] * s.gravity.dot(place);
    linear += s.cloud.mass[i] * velocity;
    angular += s.cloud.mass[i] * place.cross(velocity);
  }
  update_inertia(s.body, s.pose, terms);
  const BodyEnergy energy = body_energy(s.body, s.pose, s.v, s.gravity, terms);
  EXPECT_NEAR(energy.kinetic, kinetic, 1e-13 * kinetic);
  EXPECT_NEAR(energy.gravity, potential, 1e-12 * std::abs(potential));
  const Momentum m = body_momentum(s.body, s.pose, s.v, terms);
  EXPECT_LE((m.linear - linear).norm(), 1e-13 * linear.norm());
  EXPECT_LE((m.angular - angular).norm(), 1e-13 * angular.norm());
}

TEST(FlexibleBody, RigidMotionStoresNoStrainEnergy) {
  Setting s;
  s.q.setZero();
  InertiaTerms terms;
  update_inertia(s.body, s.pose, terms);
  EXPECT_EQ(body_energy(s.body, s.pose, s.v, s.gravity, terms).strain, 0);
}

TEST(RigidBody, RejectsWhatNoRealBodyHas) {
  EXPECT_THROW(rigid_body("a", {0, Vector3d::Zero(), Matrix3d::Identity()}), InputError);
  EXPECT_THROW(rigid_body("a", {1, Vector3d::Zero(), Vector3d(1, 1, 0).asDiagonal()}), InputError);
  EXPECT_THROW(rigid_body("a", {1, Vector3d::Zero(), Vector3d(1, 1, 3).asDiagonal()}), InputError);
  EXPECT_NO_THROW(rigid_body("a", {1, Vector3d::Zero(), Vector3d(1, 1, 2).asDiagonal()}));
}

TEST(RigidBody, EqualsABodyOfPointsWithoutModes) {
  const PointMassBody cloud = testing::point_mass_body(6, 0);
  const Body points = flexible_body(cloud.reduced);
  const double mass = cloud.mass.sum();
  const Vector3d center = cloud.x * cloud.mass / mass;
  const Matrix3d c = skew(center);
  const Body rigid = rigid_body("same", {mass, center, cloud.reduced.invariants.I7 + mass * c * c});
  const VectorXd v = scattered(6, 1, 1), a = scattered(6, 1, 2);
  VectorXd r1(6), r2(6);
  InertiaTerms terms;
  inertia_residual(points, {}, v, a, {0, 0, -9.81}, terms, r1);
  inertia_residual(rigid, {}, v, a, {0, 0, -9.81}, terms, r2);
  EXPECT_LE((r1 - r2).norm(), 1e-13 * r1.norm());
}

// Without mass, modal masses or inertia nothing would resist a force: refused, and said what to do.
TEST(FlexibleBody, MassAndInertiaCannotBeSwitchedOff) {
  const Setting s;
  for (const std::size_t number : {0u, 5u, 6u}) {
    InvariantSwitches switches;
    switches.on[number] = false;
    try {
      flexible_body(s.cloud.reduced, switches);
      ADD_FAILURE() << "I" << number + 1;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("cannot be left out"), std::string::npos) << error.what();
    }
  }
}

TEST(InertiaCheck, RefusesWhatNoBodyHas) {
  const auto message = [](const Vector3d& principal, Smallest smallest) -> std::string {
    try {
      const Matrix3d turn = rotation_exp({0.3, -1.1, 0.7});
      check_inertia("disc", turn * principal.asDiagonal() * turn.transpose(), smallest);
    } catch (const InputError& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(message({1, 1, 2}, Smallest::positive), "");
  EXPECT_EQ(message({0, 1, 1}, Smallest::zero), "");
  EXPECT_EQ(message({0, 0, 0}, Smallest::zero), "");
  EXPECT_NE(message({0, 0, 0}, Smallest::positive).find("all must be > 0"), std::string::npos);
  EXPECT_NE(message({-1, 1, 1}, Smallest::zero).find("none may be negative"), std::string::npos);
  EXPECT_NE(message({1, 1, 3}, Smallest::zero).find("belong to no real body"), std::string::npos);
}

// A flat ring has J_1 + J_2 = J_3 exactly; rounded, each number may be off by half of its last place, and the sum by no
// more than all three together.
TEST(InertiaCheck, ForgivesWhatTheRoundingOfTheGivenDigitsExplainsAndNoMore) {
  const auto accepted = [](const Vector3d& principal) {
    try {
      check_inertia("ring", principal.asDiagonal(), Smallest::zero);
    } catch (const InputError&) {
      return false;
    }
    return true;
  };
  EXPECT_TRUE(accepted({5.51e-7, 5.51e-7, 1.103e-6}));   // 1.0e-9 is missing, 1.5e-9 may be rounding
  EXPECT_FALSE(accepted({5.51e-7, 5.51e-7, 1.104e-6}));  // 2.0e-9 is missing
  EXPECT_TRUE(accepted({5.515e-7, 5.515e-7, 1.103e-6}));
  EXPECT_FALSE(accepted({5.510e-7, 5.5001e-7, 1.1021e-6}));  // more digits: 1.09e-9 is missing, 0.55e-9 may be
  EXPECT_TRUE(accepted({0.02, 0.02, 0.04}));
  EXPECT_FALSE(accepted({0.02, 0.02, 0.0402}));  // as tables print three digits: 0.0002 is missing, 0.00015 may be
  const double ring = std::numbers::pi / 7;      // computed, with all digits there are
  EXPECT_TRUE(accepted({ring, ring, 2 * ring}));
  EXPECT_FALSE(accepted({ring, ring, 2 * ring * (1 + 1e-9)}));
}

}  // namespace
}  // namespace trunnion
