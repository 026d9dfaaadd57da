#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <tuple>

#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/rolling/life.h"

namespace trunnion {
namespace {

using std::numbers::pi;

/// Deep groove with the given gamma = D/d_m.
BallBearing groove(double gamma) { return {.balls = 5, .ball_diameter = 10e-3, .pitch_diameter = 10e-3 / gamma}; }

/// 6205: nine balls of 7.938 mm on 38.5 mm.
const BallBearing b6205{.balls = 9, .ball_diameter = 7.938e-3, .pitch_diameter = 38.5e-3};

TEST(LoadRatings, DynamicFactorIsTheTableOfIso281) {
  for (const auto& [gamma, fc] : {std::pair{0.05, 46.7},
                                  {0.06, 49.1},
                                  {0.08, 52.8},
                                  {0.10, 55.5},
                                  {0.12, 57.5},
                                  {0.14, 58.8},
                                  {0.16, 59.6},
                                  {0.18, 59.9},
                                  {0.20, 59.9},
                                  {0.22, 59.6},
                                  {0.24, 59.0},
                                  {0.26, 58.2},
                                  {0.28, 57.1},
                                  {0.30, 56.0}})
    EXPECT_NEAR(load_ratings(groove(gamma)).fc, fc, 0.1) << gamma;  // the table is rounded to 0.1
}

TEST(LoadRatings, StaticFactorIsTheTableOfIso76) {
  for (const auto& [gamma, f0] : {std::pair{0.02, 15.1},
                                  {0.05, 15.7},
                                  {0.08, 16.3},
                                  {0.09, 16.5},
                                  {0.10, 16.4},
                                  {0.12, 15.9},
                                  {0.15, 15.2},
                                  {0.20, 14.0},
                                  {0.25, 12.8},
                                  {0.30, 11.6},
                                  {0.40, 9.4}})
    EXPECT_NEAR(load_ratings(groove(gamma)).f0, f0, 0.06) << gamma;
}

TEST(LoadRatings, CatalogueValuesOfTheDeepGrooveBearing6205) {  // makers print 14.0 kN, 7.85 kN, 13.9
  const LoadRatings r = load_ratings(b6205);
  for (const auto& [name, value, printed] : {std::tuple{"dynamic load rating of a 6205 (ISO 281)", r.dynamic, 14.0e3},
                                             {"static load rating of a 6205 (ISO 76)", r.static_, 7.85e3}})
    testing::record({.group = "Ball bearings",
                     .name = name,
                     .reference = "makers' catalogues",
                     .reference_value = printed,
                     .value = value,
                     .error = testing::relative_error(value, printed),
                     .allowed = 0.005,
                     .why = "catalogues print three digits"});
  EXPECT_NEAR(r.f0, 13.9, 0.1);
  EXPECT_NEAR(r.fatigue_limit, 7.85e3 / 22, 2);
}

TEST(LoadRatings, WiderGroovesCarryLess) {
  BallBearing wide = b6205;
  wide.inner_groove_radius = wide.outer_groove_radius = 0.54 * wide.ball_diameter;
  EXPECT_LT(load_ratings(wide).dynamic, load_ratings(b6205).dynamic);
  EXPECT_LT(load_ratings(wide).static_, load_ratings(b6205).static_);
  wide.inner_groove_radius = wide.outer_groove_radius = 0.51 * wide.ball_diameter;
  EXPECT_DOUBLE_EQ(load_ratings(wide).dynamic, load_ratings(b6205).dynamic);
}

TEST(LoadRatings, ThrustBearingsAreRefused) {
  BallBearing thrust = b6205;
  thrust.contact_angle = 60 * pi / 180;
  EXPECT_THROW(load_ratings(thrust), InputError);
}

TEST(EquivalentLoad, BothBranchesMeetWhereTheyChange) {  // the standard rounds its factors to 1 %
  for (const Arrangement arrangement : {Arrangement::single, Arrangement::back_to_back})
    for (double angle = 5; angle <= 45; angle += 5)
      for (const double thrust : {0.02, 0.05, 0.1, 0.3, 0.5}) {
        BallBearing b = b6205;
        b.contact_angle = angle * pi / 180;
        b.arrangement = arrangement;
        b.row_distance = 15e-3;
        const LoadRatings r = load_ratings(b);
        const double Fa = thrust * r.static_;
        double low = Fa / 2, high = 10 * Fa;  // bisection for the radial load at the change, seen as a jump
        for (int k = 0; k < 60; ++k) {
          const double mid = 0.5 * (low + high);
          const double slope = (dynamic_equivalent_load(b, r, mid * (1 + 1e-9), Fa) -
                                dynamic_equivalent_load(b, r, mid * (1 - 1e-9), Fa)) /
                               (2e-9 * mid);
          (slope > 0.95 ? high : low) = mid;
        }
        const double below = dynamic_equivalent_load(b, r, low * (1 - 1e-6), Fa),
                     above = dynamic_equivalent_load(b, r, high * (1 + 1e-6), Fa);
        EXPECT_NEAR(below / above, 1, 0.013) << angle << " " << thrust;
      }
}

TEST(EquivalentLoad, DeepGrooveExample) {  // Fa/Fr above e: P = 0.56 Fr + Y Fa with Y at f_0 Fa/C_0 = 0.689
  const LoadRatings r = load_ratings(b6205);
  const double Fa = 0.689 * r.static_ / r.f0;
  EXPECT_NEAR(dynamic_equivalent_load(b6205, r, 1000, Fa), 0.56 * 1000 + 1.71 * Fa, 1e-6);
  EXPECT_EQ(dynamic_equivalent_load(b6205, r, 5000, Fa), 5000);
  EXPECT_NEAR(static_equivalent_load(b6205, 1000, 3000), 2100, 1e-9);
  EXPECT_EQ(static_equivalent_load(b6205, 1000, 100), 1000);
}

TEST(EquivalentLoad, AngularContactFactorsOfForties) {
  BallBearing b = b6205;
  b.contact_angle = 40 * pi / 180;
  const LoadRatings r = load_ratings(b);
  EXPECT_NEAR(dynamic_equivalent_load(b, r, 1000, 2000), 350 + 1140, 1e-9);
  EXPECT_NEAR(static_equivalent_load(b, 1000, 3000), 500 + 780, 1e-9);
}

TEST(Life, CubeLaw) {
  EXPECT_NEAR(rating_life(55.3e3, 10e3), 169.1e6, 0.05e6);  // 169 million revolutions
  EXPECT_TRUE(std::isinf(rating_life(1, 0)));
}

TEST(Life, ReferenceLifeEqualsRatingLifeUnderTheLoadTheRatingAssumes) {
  // radial load, half of the balls loaded: Q_max = 4.37 F_r/Z. The constants of ISO/TS 16281 are rounded to 1e-3.
  BallBearing b = b6205;
  b.outer_groove_radius = 0.52 * b.ball_diameter;
  const FiveDofBearing model = five_dof_bearing(b);
  const LoadRatings r = load_ratings(b);
  const Vector5d delta = 12e-6 * Vector5d::Unit(1), rest = Vector5d::Zero();
  const double Fr = five_dof_force(model, delta, rest).force[1];
  const double life = reference_life(model, r, delta, rest), rated = rating_life(r.dynamic, Fr);
  testing::record({.group = "Ball bearings",
                   .name = "reference life (ISO/TS 16281) under the load distribution that the rating assumes",
                   .reference = "rating life (ISO 281)",
                   .reference_value = rated,
                   .value = life,
                   .error = testing::relative_error(life, rated),
                   .allowed = 0.01,
                   .why = "the standard rounds its constants to three digits and raises them to the third power"});
}

TEST(Life, ClearanceAndTiltShortenIt) {
  BallBearing b = b6205;
  const auto life = [&](double clearance, double tilt) {
    b.diametral_clearance = clearance;
    b.angle = BallBearing::Angle::free;
    const FiveDofBearing model = five_dof_bearing(b);
    Vector5d delta = 20e-6 * Vector5d::Unit(1);
    delta[4] = tilt;
    for (int k = 0; k < 30; ++k) {
      const FiveDofForce F = five_dof_force(model, delta, Vector5d::Zero());
      delta[1] += (1000 - F.force[1]) / F.stiffness(1, 1);
    }
    return reference_life(model, load_ratings(b), delta, Vector5d::Zero());
  };
  EXPECT_LT(life(20e-6, 0), life(0, 0));
  EXPECT_LT(life(20e-6, 3e-3), life(20e-6, 0));
}

TEST(Life, TheRingThatStandsStillUnderTheLoadSuffersMore) {
  const VectorXd loads = (VectorXd(8) << 100, 60, 0, 0, 0, 0, 0, 60).finished();
  const RingLoads inner = ring_loads(loads), outer = ring_loads(loads, RotatingRing::outer);
  EXPECT_LT(inner.inner, inner.outer);
  EXPECT_EQ(inner.inner, outer.outer);
  const LoadRatings r = load_ratings(b6205);
  EXPECT_GT(reference_life(r, inner), reference_life(r, outer));  // the inner ring is the weaker one
}

TEST(Life, HistoryIsTheWeightedHarmonicMean) {
  const std::array<LifeInterval, 3> history{{{100, 1e6}, {300, 4e6}, {600, std::numeric_limits<double>::infinity()}}};
  const double exact = 1000 / (100 / 1e6 + 300 / 4e6), found = life_under_history(history);
  testing::record({.group = "Ball bearings",
                   .name = "life under three loads, one of them light enough to do no harm [revolutions]",
                   .reference = "Palmgren and Miner",
                   .reference_value = exact,
                   .value = found,
                   .error = testing::relative_error(found, exact),
                   .allowed = 1e-12,
                   .why = "rounding"});
  const std::array<double, 2> rows{1e6, 1e6};
  EXPECT_NEAR(system_life(rows), 1e6 * std::pow(2, -0.9), 1e-3);
}

TEST(Life, FactorsOfReliabilityAndLubrication) {
  EXPECT_EQ(reliability_factor(90), 1);
  EXPECT_NEAR(reliability_factor(95), 0.64, 1e-15);
  EXPECT_NEAR(reliability_factor(98.5), 0.31, 1e-12);
  EXPECT_THROW(reliability_factor(80), InputError);
  for (const double kappa : {0.4, 1.0})  // the pieces of the film term join
    EXPECT_NEAR(lubrication_life_factor(kappa * (1 - 1e-12), 0.5), lubrication_life_factor(kappa, 0.5), 1e-3);
  EXPECT_NEAR(lubrication_life_factor(1, 0), 0.1, 1e-15);
  EXPECT_EQ(lubrication_life_factor(4, 5), 50);
  EXPECT_GT(lubrication_life_factor(2, 0.3), lubrication_life_factor(1, 0.3));
  EXPECT_THROW(lubrication_life_factor(0.05, 1), InputError);
}

TEST(StaticSafety, IsOneWhereTheRaceReaches4200Megapascal) {
  const LoadRatings r = load_ratings(b6205);
  EXPECT_NEAR(static_safety(r, r.static_ball), 1, 1e-15);
  BallBearing iso = b6205;
  iso.ring = iso.ball = {2.07e11, 0.3};
  const RacePressure p = race_pressure(race_contacts(iso), r.static_ball);
  EXPECT_NEAR(std::max(p.inner, p.outer), 4.2e9, 1);
}

}  // namespace
}  // namespace trunnion
