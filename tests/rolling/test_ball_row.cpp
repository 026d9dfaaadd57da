// Where balls start between their races: seats in equilibrium and rolling, against the closed values of the bearing of
// eight balls.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/math/rotations.h"
#include "trunnion/rolling/ball_row.h"
#include "trunnion/rolling/five_dof.h"

namespace trunnion {
namespace {

constexpr double D = 7.9375e-3, d_m = 39e-3, R_B = D / 2, pi = std::numbers::pi;

BallBearing eight_balls(double clearance) {
  return {.balls = 8,
          .ball_diameter = D,
          .pitch_diameter = d_m,
          .inner_groove_radius = 0.52 * D,
          .outer_groove_radius = 0.52 * D,
          .diametral_clearance = clearance};
}

RollingBall steel_ball() {
  const ElasticMaterial steel{2.06e11, 0.3};
  return {.radius = R_B, .mass = 7800 * pi / 6 * D * D * D, .reduced_modulus = reduced_modulus(steel, steel)};
}

BallRow row_of(double clearance) { return ball_rows(eight_balls(clearance), {}, {}).at(0); }

void measured(const std::string& what, double value, double reference, double allowed, const char* why) {
  testing::record({"Rolling bearings", what, "independent program", reference, value,
                   testing::relative_error(value, reference), allowed, why});
}

TEST(BallRow, ContactsOfAnUnloadedBallHaveTheCoefficientsOfHertz) {
  const RaceStiffness e = unloaded_stiffness(row_of(0), steel_ball());
  measured("Hertz coefficient, ball on inner race", e.inner, 2.53204529e10, 3e-9, "nine digits");
  measured("Hertz coefficient, ball on outer race", e.outer, 2.68333039e10, 3e-9, "nine digits");
}

TEST(BallRow, RadialLoadSpreadsOverTheBallsAsTheSumOfTheirForces) {
  struct Case {
    double clearance, first, displacement;
    std::vector<double> loads;
  };
  for (const Case& c : {Case{0, 0, 9.54311e-6, {271.607, 161.498}}, Case{0, pi / 8, 9.60885e-6, {243.689, 64.964}},
                        Case{0, 0, 24.04712e-6, {1086.427, 645.993}}, Case{10e-6, 0, 15.46111e-6, {311.725, 133.131}},
                        Case{-4e-6, 0, 7.16023e-6, {255.426, 172.940, 26.059}}}) {
    RingMotion ring;
    ring.d.x() = c.displacement;
    for (std::size_t k = 0; k < c.loads.size(); ++k) {
      const BallSeat seat =
          seat_ball(row_of(c.clearance), steel_ball(), ring, c.first + 2 * pi * static_cast<double>(k) / 8);
      EXPECT_NEAR(seat.inner_load, seat.outer_load, 1e-6 * c.loads[k])
          << "a ball at rest carries the same on both sides";
      // The reference is linear in the displacement; the way round adds its square over the diameter.
      const double psi = c.first + 2 * pi * static_cast<double>(k) / 8, along = c.displacement * std::cos(psi);
      const double second = std::pow(c.displacement * std::sin(psi), 2) / d_m;
      measured(fmt::format("ball {} at {:.4g} um, clearance {:.3g} um, from {:.3g} rad: load", k + 1,
                           1e6 * c.displacement, 1e6 * c.clearance, c.first),
               seat.outer_load, c.loads[k], 1.5 * second / (along - c.clearance / 2) + 2e-5,
               "terms of second order in the displacement, six digits");
    }
  }
}

TEST(BallRow, PreloadedBearingRollsAtTheCageSpeedOfItsElasticRadii) {
  RingMotion ring;
  ring.w.z() = 104.719755;
  const BallSeat seat = seat_ball(row_of(-4e-6), steel_ball(), ring, 0.7);
  const double rho = std::hypot(seat.center.x(), seat.center.y());
  const double cage = seat.velocity.norm() / rho;
  measured("cage speed, preloaded by 4 um", cage, 41.704754149, 1e-8, "eleven digits, radius of the race in e");
  measured("inner race, preloaded and turning: load", seat.inner_load, 26.02467, 1e-5, "seven digits");
  measured("outer race, preloaded and turning: load", seat.outer_load, 26.09394, 1e-5, "seven digits");
  // The spin of the reference is in axes that do not turn; a free spin about the contacts' line is not taken.
  measured("spin of a ball, preloaded by 4 um", seat.spin.z(), -204.93670, 1e-6, "eight digits");
}

TEST(BallRow, LooseBallLiesAtTheOuterRaceAndIsThrownThereByTurning) {
  RingMotion ring;
  const BallSeat resting = seat_ball(row_of(20e-6), steel_ball(), ring, 2.0);
  EXPECT_LT(resting.outer_load, 1e-6);
  EXPECT_NEAR(std::hypot(resting.center.x(), resting.center.y()), d_m / 2 + 5e-6, 1e-9);
  ring.w.z() = 1000;
  const BallSeat turning = seat_ball(row_of(20e-6), steel_ball(), ring, 2.0);
  const double rho = std::hypot(turning.center.x(), turning.center.y()), orbit = turning.velocity.norm() / rho;
  EXPECT_EQ(turning.inner_load, 0);
  EXPECT_NEAR(turning.outer_load, steel_ball().mass * orbit * orbit * rho, 1e-3 * turning.outer_load);
}

TEST(BallRow, AngularContactTouchesUnderItsAngleAndPreloadIsThrust) {
  BallBearing bearing = eight_balls(0);
  bearing.contact_angle = 25 * pi / 180;
  for (const bool mirrored : {false, true}) {
    bearing.mirrored = mirrored;
    bearing.axial_preload = 0;
    const double sense = mirrored ? -1 : 1;
    const BallRow row = ball_rows(bearing, {}, {}).at(0);
    const Vector3d c(d_m / 2, 0, 0);
    const RaceContact outer = race_contacts_of(row.outer, R_B, c).at(0),
                      inner = race_contacts_of(row.inner, R_B, c).at(0);
    EXPECT_NEAR(outer.approach, 0, 1e-15);
    EXPECT_NEAR(inner.approach, 0, 1e-15);
    EXPECT_NEAR(std::atan2(outer.m.z(), outer.m.x()), sense * bearing.contact_angle, 1e-12);
    EXPECT_NEAR((outer.m + inner.m).norm(), 0, 1e-12);
    bearing.axial_preload = 300;
    const BallSeat seat = seat_ball(ball_rows(bearing, {}, {}).at(0), steel_ball(), {}, 0);
    const RaceContact at = race_contacts_of(row.outer, R_B, seat.center).at(0);
    EXPECT_NEAR(8 * seat.outer_load * sense * at.m.z(), 300, 300 * 2e-3) << "coefficients change with the angle";
  }
}

TEST(BallRow, RollingBallsSlipNowhereUnderAngularContact) {
  BallBearing bearing = eight_balls(0);
  bearing.contact_angle = 15 * pi / 180;
  bearing.axial_preload = 300;
  RingMotion ring;
  ring.w.z() = 100;
  const BallRow row = ball_rows(bearing, {}, {}).at(0);
  const BallSeat seat = seat_ball(row, steel_ball(), ring, 0);
  const RaceContact at = race_contacts_of(row.outer, R_B, seat.center).at(0);  // the preload has opened the angle
  const double gamma = D * at.m.x() / (2 * seat.center.x());
  EXPECT_GT(std::acos(at.m.x()), bearing.contact_angle);
  EXPECT_NEAR(seat.velocity.y() / seat.center.x(), 50 * (1 - gamma), 50 * at.approach / seat.center.x())
      << "kinematic cage speed";
}

TEST(BallRow, StiffnessOfASeatedBallIsTheChangeOfItsForce) {
  BallBearing bearing = eight_balls(-4e-6);
  bearing.contact_angle = 15 * pi / 180;
  const BallRow row = ball_rows(bearing, {}, {}).at(0);
  RingMotion ring;
  ring.d = {6e-6, -3e-6, 12e-6};
  ring.R = rotation_exp({2e-4, -1e-4, 0.3});
  const auto moved = [&](int k, double step) {
    RingMotion other = ring;
    if (k < 3)
      other.d[k] += step;
    else
      other.R = rotation_exp(step * Vector3d::Unit(k - 3)) * ring.R;
    return seated_force(row, steel_ball(), other, 0.4).wrench;
  };
  const SeatedForce at = seated_force(row, steel_ball(), ring, 0.4);
  ASSERT_GT(at.seat.inner_load, 10);
  for (int k = 0; k < 6; ++k) {
    const double step = k < 3 ? 1e-9 : 1e-7;
    const Vector6d difference = (moved(k, step) - moved(k, -step)) / (2 * step);
    EXPECT_LT((difference - at.stiffness.col(k)).norm(),
              1e-4 * at.stiffness.col(k).norm() + 1e-6 * at.stiffness.norm() * (k < 3 ? 1 : d_m))
        << "direction " << k;
  }
}

TEST(BallRow, ForceOfASeatedBallIsSmoothToRounding) {
  // Equilibria are found to a billionth of the load; a seat that is found less well would be heard as noise.
  const BallRow row = row_of(-4e-6);
  RingMotion ring;
  ring.d = {1e-7, 2e-8, 1e-7};
  const SeatedForce at = seated_force(row, steel_ball(), ring, 0.4);
  for (int k = 1; k < 20; ++k) {
    const double step = k * 1e-13;
    RingMotion moved = ring;
    moved.d.x() += step;
    const Vector6d expected = at.wrench + step * at.stiffness.col(0);
    EXPECT_LT((seated_force(row, steel_ball(), moved, 0.4).wrench - expected).norm(), 1e-9 * at.seat.inner_load);
  }
}

TEST(BallRow, ImpossibleRacesAreRefused) {
  BallBearing bearing = eight_balls(0);
  EXPECT_THROW(ball_rows(bearing, {RaceShape::gothic, 1e-3, 0}, {}), InputError);
  bearing.contact_angle = 0.3;
  EXPECT_THROW(ball_rows(bearing, {RaceShape::cylinder, 0, 0}, {}), InputError);
  bearing.contact_angle = 0;
  bearing.inner_groove_radius = 0.4 * D;
  EXPECT_THROW(ball_rows(bearing, {}, {}), InputError);
}

}  // namespace
}  // namespace trunnion
