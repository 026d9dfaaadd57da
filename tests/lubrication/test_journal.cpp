#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/lubrication/journal.h"

namespace trunnion {
namespace {

using Eigen::Vector2d;
using std::numbers::pi;

JournalBearing reference_bearing() {
  JournalBearing bearing{.film = {.viscosity = 0.01, .length = 0.025, .radius = 0.025, .clearance = 30e-6}};
  bearing.guard = {.eccentricity = 0.99,
                   .stiffness = guard_stiffness(bearing.film, 0.99, 20e3),
                   .rate_factor = 10,
                   .friction = 0.1,
                   .friction_speed = 0.05};
  return bearing;
}

const JournalMotion running{{18e-6, 6e-6}, {1e-3, -2e-3}, 300, -40};

/// Just touching, well inside the guard, and beyond the clearance circle.
JournalMotion touching(double eps, double rate = 2e-3) {
  return {30e-6 * eps * Vector2d(std::cos(0.4), std::sin(0.4)), rate * Vector2d(std::cos(0.9), std::sin(0.9)), 300, 50};
}

double moment(const Vector2d& arm, const Vector2d& force) { return arm[0] * force[1] - arm[1] * force[0]; }

TEST(Journal, UsesTheMeanSpeedOfBothMembers) {
  const JournalBearing bearing = reference_bearing();
  JournalMotion motion = running;
  motion.journal_speed = 300;
  motion.sleeve_speed = 0;
  const Vector2d F = journal_force(bearing, motion).force;
  EXPECT_NEAR(F[0], -2994.982534, 1e-4);
  EXPECT_NEAR(F[1], 1346.792891, 1e-4);
  motion.journal_speed = 100;
  motion.sleeve_speed = 200;
  EXPECT_LE((journal_force(bearing, motion).force - F).norm(), 1e-12 * F.norm());
}

TEST(Journal, DerivativesAreTheLimitOfDifferences) {
  const JournalBearing bearing = reference_bearing();
  for (const JournalMotion& motion :
       {running, touching(0.985), touching(0.995), touching(1.2), touching(0.999, -0.05)}) {
    const JournalForce at = journal_force(bearing, motion);
    Eigen::Matrix<double, 4, 6> slopes;
    // Small against the 0.15 um over which guard and film change, large against the rounding of forces of 1e6 N.
    const Vector6d step = (Vector6d() << 2e-10, 2e-10, 1e-5, 1e-5, 0.1, 0.1).finished();
    for (int j = 0; j < 6; ++j) {
      const auto moved = [&](double s) {
        JournalMotion m = motion;
        if (j < 2) m.e[j] += s;
        if (j == 2 || j == 3) m.rate[j - 2] += s;
        if (j == 4) m.journal_speed += s;
        if (j == 5) m.sleeve_speed += s;
        const JournalForce F = journal_force(bearing, m);
        return Eigen::Vector4d(F.force[0], F.force[1], F.journal_moment, F.sleeve_moment);
      };
      const auto central = [&](double h) { return Eigen::Vector4d((moved(h) - moved(-h)) / (2 * h)); };
      // Richardson: error of order h^4
      slopes.col(j) = (4 * central(step[j]) - central(2 * step[j])) / 3;
      for (int i = 0; i < 4; i += 2)  // forces and moments have different sizes
        EXPECT_LE((slopes.col(j) - at.jacobian.col(j)).segment(i, 2).norm(),
                  1e-7 * at.jacobian.col(j).segment(i, 2).norm() + 1e-10 * at.jacobian.col(j).norm())
            << j << " eps " << at.eccentricity_ratio << "\n"
            << slopes.col(j).transpose() << "\n"
            << at.jacobian.col(j).transpose();
    }
  }
}

TEST(Journal, ForcesAndMomentsOnBothMembersBalance) {
  for (const JournalMotion& motion : {running, touching(0.995), touching(1.1)}) {
    const JournalForce F = journal_force(reference_bearing(), motion);
    EXPECT_NEAR(F.journal_moment + F.sleeve_moment + moment(motion.e, F.force), 0, 1e-12 * F.force.norm() * 0.025);
  }
}

TEST(Journal, PowerTakenFromBothMembersIsThePowerLost) {
  for (const JournalMotion& motion : {running, touching(0.98)}) {  // guard springs store energy as well: below it
    const JournalForce F = journal_force(reference_bearing(), motion);
    const double taken =
        -(F.force.dot(motion.rate) + F.journal_moment * motion.journal_speed + F.sleeve_moment * motion.sleeve_speed);
    EXPECT_NEAR(taken, F.dissipated_power, 1e-12 * taken);
    EXPECT_GT(taken, 0);
  }
  const JournalMotion motion = touching(1.05);
  const JournalForce F = journal_force(reference_bearing(), motion);
  const double depth_rate = motion.rate.dot(motion.e.normalized()), depth = motion.e.norm() - 0.99 * 30e-6;
  const double stored = 2.5 * F.stored_energy / depth * depth_rate;
  const double taken =
      -(F.force.dot(motion.rate) + F.journal_moment * motion.journal_speed + F.sleeve_moment * motion.sleeve_speed);
  EXPECT_NEAR(taken, F.dissipated_power + stored, 1e-11 * taken);
}

TEST(Journal, CenteredFrictionIsPetroffs) {
  const JournalForce F = journal_force(reference_bearing(), {{0, 0}, {0, 0}, 300, 0});
  EXPECT_NEAR(F.journal_moment, -2 * pi * 0.01 * std::pow(0.025, 3) * 0.025 * 300 / 30e-6, 1e-12);
  EXPECT_NEAR(F.sleeve_moment, -F.journal_moment, 1e-15);
}

TEST(Journal, LoadedJournalFeelsMoreFrictionThanItsSleeve) {
  const JournalForce F = journal_force(reference_bearing(), {{0, -24e-6}, {0, 0}, 300, 0});
  EXPECT_GT(std::abs(F.journal_moment), std::abs(F.sleeve_moment));
}

TEST(Journal, TurningTheWholeBearingChangesNothingInItsOwnAxes) {
  // seen from axes that turn with w0, speeds fall by w0 and the rate of e by w0 x e; the film feels the difference only
  const JournalBearing bearing = reference_bearing();
  const double w0 = 77;
  JournalMotion seen = running;
  seen.rate += w0 * Vector2d(-running.e[1], running.e[0]);
  seen.journal_speed += w0;
  seen.sleeve_speed += w0;
  const JournalForce a = journal_force(bearing, running), b = journal_force(bearing, seen);
  EXPECT_LE((a.force - b.force).norm(), 1e-12 * a.force.norm());
  EXPECT_NEAR(a.journal_moment, b.journal_moment, 1e-12 * std::abs(a.journal_moment));
  EXPECT_NEAR(a.dissipated_power, b.dissipated_power, 1e-10 * a.dissipated_power);
}

TEST(Journal, GuardTakesOverSmoothlyAndNeverPulls) {
  const JournalBearing bearing = reference_bearing();
  const JournalForce before = journal_force(bearing, touching(0.99 * (1 - 1e-9))),
                     after = journal_force(bearing, touching(0.99 * (1 + 1e-9)));
  EXPECT_EQ(before.contact_force, 0);
  EXPECT_LE((before.force - after.force).norm(), 1e-6 * before.force.norm());
  EXPECT_LE((before.jacobian - after.jacobian).norm(), 1e-3 * before.jacobian.norm());
  for (const double eps : {1.0, 1.5, 3.0})
    for (const double rate : {-10.0, -0.05, 0.05}) {
      const JournalForce F = journal_force(bearing, touching(eps, rate));
      EXPECT_GE(F.contact_force, 0);
      EXPECT_GE(F.dissipated_power, 0);
      EXPECT_TRUE(F.jacobian.allFinite());
    }
}

TEST(Journal, GuardCarriesItsLoadAtTheClearanceCircle) {
  EXPECT_NEAR(journal_force(reference_bearing(), touching(1, 0)).contact_force, 20e3, 1e-6);
}

TEST(Journal, ImpossibleBearingsAreRefusedWithASentence) {
  const auto refuse = [](auto&& change) {
    JournalBearing bearing = reference_bearing();
    change(bearing);
    EXPECT_THROW(validate(bearing), InputError);
  };
  EXPECT_NO_THROW(validate(reference_bearing()));
  refuse([](JournalBearing& b) { b.film.viscosity = 0; });
  refuse([](JournalBearing& b) { b.guard.eccentricity = 1; });
  refuse([](JournalBearing& b) { b.guard.stiffness = 0; });
  refuse([](JournalBearing& b) { b.guard.friction_speed = 0; });
}

}  // namespace
}  // namespace trunnion
