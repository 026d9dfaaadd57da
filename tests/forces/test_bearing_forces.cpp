#include <gtest/gtest.h>

#include "support/tangent_check.h"
#include "support/verification.h"
#include "trunnion/forces/ball_bearing_force.h"
#include "trunnion/forces/journal_bearing_force.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

constexpr double degree = 3.14159265358979323846 / 180;

BallBearing reference_bearing() {
  BallBearing b;
  b.balls = 14;
  b.ball_diameter = 12.7e-3;
  b.pitch_diameter = 70e-3;
  b.contact_angle = 40 * degree;
  b.pressure_radius = 28.5e-3;
  b.stiffness = BallBearing::Stiffness::given;
  b.given_stiffness = 1.1269427670e10;
  return b;
}

// Offset, tilt and spin of the shaft in the housing.
RelativeMotion shaft(double scale = 1) {
  RelativeMotion m;
  m.d = scale * Vector3d(8e-6, -5e-6, 10e-6);
  m.R = rotation_exp({1e-4, -2e-4, 0}) * rotation_exp({0, 0, 0.7});
  m.v = {1e-3, 2e-3, -1e-3};
  m.w = {0.02, -0.03, 300};
  return m;
}

JournalBearing journal() {
  JournalBearing b;
  b.film = {.viscosity = 0.01, .length = 25e-3, .radius = 25e-3, .clearance = 30e-6};
  b.guard.stiffness = guard_stiffness(b.film, b.guard.eccentricity, 60e3);
  b.guard.friction = 0.1;
  return b;
}

RelativeMotion journal_at(double ratio) {
  RelativeMotion m;
  m.d = {0.8 * ratio * 30e-6, 0.6 * ratio * 30e-6, 1e-4};
  m.R = rotation_exp({1e-4, 2e-4, 0.3});
  m.v = {1e-3, -2e-3, 4e-3};
  m.w = {0.1, -0.2, 300};
  return m;
}

Vector6d twist(const RelativeMotion& m) {
  Vector6d V;
  V << m.v, m.w;
  return V;
}

// Power that goes into the element equals the growth of its stored energy and what it dissipates.
double unexplained_power(const MarkerForce& force, const RelativeMotion& m, const History& past) {
  CacheSlot slot;
  const auto stored = [&](double t) {
    RelativeMotion y = m;
    y.d += t * m.v;
    y.R = rotation_exp(t * m.w) * m.R;
    ForceReport report;
    force.report({}, y, past, slot, report);
    return report.stored_energy;
  };
  constexpr double t = 1e-7;
  ForceReport now;
  force.report({}, m, past, slot, now);
  const double power = -force.force({}, m, past, slot).dot(twist(m));
  const double growth = (stored(t) - stored(-t)) / (2 * t);
  return std::abs(power - growth - now.dissipated_power) /
         (std::abs(power) + std::abs(growth) + std::abs(now.dissipated_power));
}

std::vector<BallBearingForce> all_kinds() {
  std::vector<BallBearingForce> list;
  for (const auto sum : {BallBearing::Sum::integral, BallBearing::Sum::balls})
    for (const auto angle : {BallBearing::Angle::fixed, BallBearing::Angle::free})
      for (const auto ring : {RotatingRing::inner, RotatingRing::outer}) {
        BallBearing b = reference_bearing();
        b.sum = sum;
        b.angle = angle;
        b.damping = {BallDamping::Kind::hunt_crossley, 20, 0};
        list.emplace_back(BallBearingForce::Data{b, ring, 0.1});
      }
  return list;
}

TEST(BallBearingForce, IsTheFiveCoordinateLawWithItsAxisAlongZ) {
  const BallBearingForce force({reference_bearing(), RotatingRing::inner, 0});
  RelativeMotion m;
  m.d = {8e-6, -5e-6, 10e-6};
  m.R = rotation_exp({1e-4, -2e-4, 0});
  CacheSlot slot;
  const Vector6d W = force.force({}, m, {}, slot);
  // A state that an independent program gives, axial first; tilts as sines of small angles differ by their cube.
  const double expected[] = {-2022.042853, 412.632938, -2510.529474, 9.86784417, 48.35581925};
  double worst = 0;
  for (int k = 0; k < 5; ++k) worst = std::max(worst, std::abs(W[k] / expected[k] - 1));
  testing::record({.group = "Bearings",
                   .name = "Ball bearing between two markers, forces of a displaced and tilted shaft",
                   .reference = "independent program, five-coordinate law",
                   .error = worst,
                   .allowed = 5e-8,
                   .why = "tilts as sines, digits of the reference"});
}

TEST(BallBearingForce, TangentIsExact) {
  for (const BallBearingForce& force : all_kinds())
    testing::expect_exact_tangent(force, {}, shaft(), force.initial_history(), 1e-6, 10e-6);
}

TEST(BallBearingForce, PowerGoesIntoStorageAndLossesAlone) {
  for (const BallBearingForce& force : all_kinds())
    EXPECT_LT(unexplained_power(force, shaft(), force.initial_history()), 1e-5);
}

TEST(BallBearingForce, ASteadyLoadOnAStandingRingIsNotDamped) {
  BallBearing b = reference_bearing();
  b.damping = {BallDamping::Kind::hunt_crossley, 20, 0};
  CacheSlot slot;
  RelativeMotion m;
  m.d = {10e-6, 0, 0};
  m.w = {0, 0, 500};
  m.v = {0, 0, 0};
  ForceReport report;
  BallBearingForce({b, RotatingRing::inner, 0}).report({}, m, {}, slot, report);
  EXPECT_EQ(report.dissipated_power, 0);
  // The housing turns: seen from it, an offset that stands in space goes round.
  m.v = m.w.cross(m.d);
  BallBearingForce({b, RotatingRing::outer, 0}).report({}, m, {}, slot, report);
  EXPECT_NEAR(report.dissipated_power, 0, 1e-9);
}

TEST(BallBearingForce, BallsPassTheLoadWithTheSpeedOfTheCage) {
  BallBearing b = reference_bearing();
  b.sum = BallBearing::Sum::balls;
  const BallBearingForce force({b, RotatingRing::inner, 0});
  CacheSlot slot;
  RelativeMotion m;
  m.d = {10e-6, 0, 0};
  const double share = cage_speed(b, 1, 0), pitch = 2 * 3.14159265358979323846 / b.balls;
  const Vector6d start = force.force({}, m, {0.0}, slot);
  m.R = rotation_exp({0, 0, pitch / share});
  const Vector6d next = force.force({}, m, {pitch / share}, slot);
  EXPECT_LT((next - start).norm(), 1e-9 * start.norm());
  m.R = rotation_exp({0, 0, 0.5 * pitch / share});
  EXPECT_GT((force.force({}, m, {0.5 * pitch / share}, slot) - start).norm(), 1e-4 * start.norm());
}

TEST(JournalBearingForce, TangentIsExactInFilmAndContact) {
  const JournalBearingForce force(journal());
  for (const double ratio : {0.0, 0.6, 0.9, 0.995, 1.02})
    testing::expect_exact_tangent(force, {}, journal_at(ratio), {}, 1e-6, 1e-6);
}

TEST(JournalBearingForce, PowerGoesIntoStorageAndLossesAlone) {
  const JournalBearingForce force(journal());
  for (const double ratio : {0.3, 0.9, 0.995, 1.02}) {
    RelativeMotion m = journal_at(ratio);
    m.v[2] = m.w[0] = m.w[1] = 0;  // a film knows no axial motion and no tilting
    EXPECT_LT(unexplained_power(force, m, {}), 1e-6);
  }
}

TEST(JournalBearingForce, OnlyTheMotionBetweenJournalAndSleeveCounts) {
  // The published state has the journal turning in a standing sleeve; here the sleeve's axes turn with 120 rad/s.
  const JournalBearing b = journal();
  CacheSlot slot;
  RelativeMotion m;
  m.d = {0.6 * 30e-6, 0.2 * 30e-6, 0};
  m.v = {1e-3, -2e-3, 0};
  m.w = {0, 0, 300};
  const Vector6d standing = JournalBearingForce(b).force({}, m, {}, slot);
  EXPECT_NEAR(standing[0], -2994.982534, 1e-4);
  EXPECT_NEAR(standing[1], 1346.792891, 1e-4);
  const JournalForce absolute =
      journal_force(b, {m.d.head<2>(), m.v.head<2>() + 120 * Eigen::Vector2d(-m.d[1], m.d[0]), 420, 120});
  EXPECT_LT((absolute.force - standing.head<2>()).norm(), 1e-10 * standing.norm());
  EXPECT_NEAR(absolute.journal_moment, standing[5], 1e-12);
}

TEST(JournalBearingForce, AUsedUpFilmEndsTheRunOnlyWhereThatIsWanted) {
  CacheSlot slot;
  for (const OnContact choice : {OnContact::guard, OnContact::stop}) {
    ForceReport thick, used_up;
    JournalBearingForce(journal(), choice).report({}, journal_at(0.9), {}, slot, thick);
    JournalBearingForce(journal(), choice).report({}, journal_at(0.995), {}, slot, used_up);
    EXPECT_TRUE(thick.stop.empty());
    EXPECT_EQ(used_up.stop.empty(), choice == OnContact::guard);
  }
}

}  // namespace
}  // namespace trunnion
