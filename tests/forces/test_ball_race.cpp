// A ball on one raceway: places, curvatures, forces and their tangents.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/tangent_check.h"
#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/contact/material.h"
#include "trunnion/forces/ball_race_force.h"

namespace trunnion {
namespace {

constexpr double D = 7.9375e-3, d_m = 39e-3, r = 0.52 * D, R_B = D / 2;

BallRaceForce::Data ball_on(const Race& race) {
  const ElasticMaterial steel{2.06e11, 0.3};
  BallRaceForce::Data data;
  data.race = race;
  data.ball_radius = R_B;
  data.law.reduced_modulus = reduced_modulus(steel, steel);
  data.law.rate_factor = 0.75;
  data.law.sliding = {0.1, 1e-2};
  return data;
}

std::vector<Race> all_shapes() {
  Race gothic = groove_race(Ring::outer, d_m, D, r, 0);
  gothic.shape = RaceShape::gothic;
  gothic.shim = 0.03e-3;
  return {groove_race(Ring::inner, d_m, D, r, 0),
          groove_race(Ring::outer, d_m, D, r, 0),
          gothic,
          {.shape = RaceShape::cylinder, .ring = Ring::inner, .radius = d_m / 2 - R_B},
          {.shape = RaceShape::cylinder, .ring = Ring::outer, .radius = d_m / 2 + R_B},
          {.shape = RaceShape::cone, .ring = Ring::outer, .radius = d_m / 2 + R_B, .cone_angle = 0.2}};
}

TEST(Race, CurvaturesOfADeepGrooveAreThoseOfTheCatalogueFormula) {
  for (const auto& [ring, expected] : {std::pair{Ring::inner, 158.177411}, {Ring::outer, 104.679325}}) {
    const Race race = groove_race(ring, d_m, D, r, 0);
    const auto at = race_contacts_of(race, R_B, {0.5 * d_m, 0, 0});
    ASSERT_EQ(at.size(), 1u);
    EXPECT_NEAR(at[0].approach, 0, 1e-17);
    EXPECT_NEAR(at[0].along, 4.84554815, 1e-8);
    EXPECT_NEAR(at[0].around, expected, 1e-6);
    EXPECT_NEAR(at[0].m.x(), ring == Ring::outer ? 1 : -1, 1e-12);
  }
}

TEST(Race, ApproachIsTheOverlapOfSurfacesFoundByProjectionOntoThem) {
  // The nearest point of a surface of revolution lies in the meridian: walk along the profile.
  const Race race = groove_race(Ring::outer, d_m, D, r, 10e-6);
  const Vector3d c(0.5 * d_m + 4e-6, 3e-6, 20e-6);
  const double rho = std::hypot(c.x(), c.y());
  double farthest = 0;  // from the groove's center line the steel is at r everywhere
  for (int i = 0; i < 2000; ++i) {
    const double phi = -0.5 + i * 5e-4;
    const double x = race.radius + race.groove_radius * std::cos(phi), z = race.groove_radius * std::sin(phi);
    farthest = std::max(farthest, R_B - std::hypot(x - rho, z - c.z()));
  }
  EXPECT_NEAR(race_contacts_of(race, R_B, c)[0].approach, farthest, 1e-11);
}

TEST(BallRaceForce, TangentIsExactOnEveryShapeOfRace) {
  RelativeMotion m;
  m.v = {0.3, -0.8, 0.02};
  m.w = {4, -9, 120};
  for (const Race& race : all_shapes())
    for (const bool more : {false, true}) {
      BallRaceForce::Data data = ball_on(race);
      if (more) {
        data.law.rolling = {2e-6, 3};
        data.law.spin_moment = true;
      }
      const double side = race.ring == Ring::outer ? 1 : -1;
      m.d = Vector3d(0.5 * d_m + side * 6e-6, 1e-4, 4e-6);
      if (race.shape == RaceShape::gothic) m.d.x() += 2e-5;
      testing::expect_exact_tangent(BallRaceForce(data), {}, m, {}, 1e-6, 1e-5);
    }
}

TEST(BallRaceForce, WorkIsStoredOrDissipatedNeverCreated) {
  const BallRaceForce force(ball_on(groove_race(Ring::outer, d_m, D, r, 0)));
  RelativeMotion m;
  m.d = {0.5 * d_m + 5e-6, 0, 8e-6};
  CacheSlot slot;
  for (int k = 0; k < 50; ++k) {
    m.v = 0.1 * Vector3d(std::sin(k), std::cos(3 * k), std::sin(7 * k));
    m.w = 50 * Vector3d(std::cos(k), std::sin(2 * k), std::cos(5 * k));
    const Vector6d W = force.force({}, m, {}, slot);
    ForceReport report;
    force.report({}, m, {}, slot, report);
    EXPECT_GE(report.dissipated_power, 0);
    // Power of the wrench is what leaves the ball: into the spring at the rate N_elastic h', and lost.
    const RaceContact at = race_contacts_of(force.data().race, R_B, m.d)[0];
    const double rate = at.m.dot(m.v), stored = 2.5 * report.stored_energy / at.approach * rate;
    const double power = W.head<3>().dot(m.v) + W.tail<3>().dot(m.w);
    EXPECT_NEAR(power, -stored - report.dissipated_power, 1e-9 * std::abs(stored) + 1e-12);
  }
}

TEST(BallRaceForce, GothicArchCarriesOnBothFlanks) {
  Race arch = groove_race(Ring::outer, d_m, D, r, 0);
  arch.shape = RaceShape::gothic;
  arch.shim = 0.05e-3;
  const BallRaceForce force(ball_on(arch));
  RelativeMotion m;
  m.d = {0.5 * d_m + 20e-6, 0, 0};
  const auto at = race_contacts_of(arch, R_B, m.d);
  ASSERT_EQ(at.size(), 2u);
  EXPECT_NEAR(at[0].approach, at[1].approach, 1e-15);
  EXPECT_NEAR(at[0].m.z(), -at[1].m.z(), 1e-15);
  EXPECT_GT(at[0].m.z(), 0.1);
  CacheSlot slot;
  const Vector6d W = force.force({}, m, {}, slot);
  EXPECT_NEAR(W[2], 0, 1e-9 * std::abs(W[0]));
}

TEST(Race, ImpossibleOnesAreRefusedWithAReason) {
  const auto message = [](const Race& race, double radius) -> std::string {
    try {
      validate(race, radius);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message({.radius = 0.02, .groove_radius = 0.9 * R_B}, R_B).find("larger than the ball's radius"),
            std::string::npos);
  EXPECT_NE(message({.radius = 0.004, .groove_radius = 0.005}, R_B).find("spindle torus"), std::string::npos);
  EXPECT_NE(message({.radius = 0, .groove_radius = r}, R_B).find("radius of the race"), std::string::npos);
}

}  // namespace
}  // namespace trunnion
