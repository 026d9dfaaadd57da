#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>

#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/rolling/five_dof.h"

namespace trunnion {
namespace {

using std::numbers::pi;
using Damping = BallDamping::Kind;

/// 14 balls of 12.7 mm at 40 degrees, k by the estimate, pressure radius 28.5 mm.
BallBearing reference_bearing() {
  return {.balls = 14,
          .ball_diameter = 12.7e-3,
          .pitch_diameter = 62e-3,
          .contact_angle = 40 * pi / 180,
          .stiffness = BallBearing::Stiffness::estimate,
          .pressure_radius = 28.5e-3};
}

Vector5d five(double x, double y, double z, double ty, double tz) { return (Vector5d() << x, y, z, ty, tz).finished(); }

const Vector5d general = five(10e-6, 8e-6, -5e-6, 1e-4, -2e-4), rest = Vector5d::Zero();

void expect_load(const BallBearing& bearing, const Vector5d& delta, const Vector5d& expected, double tolerance) {
  const FiveDofForce F = five_dof_force(five_dof_bearing(bearing), delta, rest);
  for (int i = 0; i < 5; ++i)
    EXPECT_NEAR(F.force[i], expected[i], tolerance * std::max(std::abs(expected[i]), 1e-3)) << i << "\n" << F.force;
}

TEST(FiveDof, ReferenceLoads) {
  const BallBearing bearing = reference_bearing();
  EXPECT_NEAR(ball_stiffness(bearing), 1.1269427670e10, 1);
  expect_load(bearing, general, five(2510.529474, 2022.042853, -412.632938, -9.86784417, -48.35581925), 1e-8);
  expect_load(bearing, five(10e-6, 0, 0, 0, 0), five(1652.717547, 0, 0, 0, 0), 1e-8);
  expect_load(bearing, five(0, 10e-6, 0, 0, 0), five(598.204169, 586.372835, 0, 0, -14.02271905), 1e-8);
  expect_load(bearing, five(-5e-6, 8e-6, 6e-6, 0, 0), five(197.178017, 169.185231, 126.888923, 3.03446479, -4.04595305),
              1e-8);
  expect_load(bearing, five(-20e-6, 8e-6, 6e-6, 0, 0), five(0, 0, 0, 0, 0), 1e-8);
}

TEST(FiveDof, ThrustIsTheClosedForm) {
  const double s = std::sin(40 * pi / 180), k = 1e11 * std::sqrt(12.7e-3), d = 7e-6;
  expect_load(reference_bearing(), five(d, 0, 0, 0, 0), five(14 * k * std::pow(s, 2.5) * std::pow(d, 1.5), 0, 0, 0, 0),
              1e-13);
}

TEST(FiveDof, RadialBearingCarriesNoThrust) {
  BallBearing bearing = reference_bearing();
  bearing.contact_angle = 0;
  expect_load(bearing, five(0, 10e-6, 0, 0, 0), five(0, 1141.665629, 0, 0, 0), 1e-8);
  expect_load(bearing, five(5e-6, 0, 0, 0, 0), rest, 1e-8);
}

TEST(FiveDof, MirroredBearingIsItsReflection) {
  BallBearing bearing = reference_bearing();
  bearing.mirrored = true;
  expect_load(bearing, five(-10e-6, 8e-6, -5e-6, 1e-4, -2e-4),
              five(-1955.926456, 546.304810, -1255.147688, 30.01602791, 13.06451869), 1e-8);
}

TEST(FiveDof, StiffnessIsOneAndAHalfTimesTheSecantMatrix) {
  const FiveDofForce F = five_dof_force(five_dof_bearing(reference_bearing()), general, rest);
  const Matrix5d K = F.stiffness / 1.5;
  for (const auto& [i, j, value] : {std::tuple{0, 0, 1.3946550e8},
                                    {0, 1, 8.3804613e7},
                                    {0, 2, -1.7101786e7},
                                    {1, 1, 9.3136728e7},
                                    {1, 2, 2.5139366e6},
                                    {2, 2, 1.0494287e8},
                                    {3, 3, 6.0016367e4},
                                    {3, 4, -1.4377094e3},
                                    {4, 4, 5.3264488e4}})
    EXPECT_NEAR(K(i, j), value, 5e-8 * std::abs(value));
  EXPECT_LE((K * general - F.force).norm(), 1e-13 * F.force.norm());
  testing::record({.group = "Ball bearings",
                   .name = "axial force of a 40 degree bearing in a general state, exact load integrals",
                   .reference = "independent program, sum over 28 000 balls",
                   .reference_value = 2510.529474,
                   .value = F.force[0],
                   .error = testing::relative_error(F.force[0], 2510.529474),
                   .allowed = 1e-8,
                   .why = "digits of the reference"});
  EXPECT_LE((K - K.transpose()).norm(), 1e-15 * K.norm());
}

TEST(FiveDof, OneRowTurnsFreelyAboutItsPressureCenter) {
  const FiveDofForce F = five_dof_force(five_dof_bearing(reference_bearing()), general, rest);
  const double h = 28.5e-3 * std::tan(40 * pi / 180);
  EXPECT_NEAR(F.force[3], h * F.force[2], 1e-13 * std::abs(F.force[3]));
  EXPECT_NEAR(F.force[4], -h * F.force[1], 1e-13 * std::abs(F.force[4]));
  EXPECT_LE((F.stiffness * five(0, h, 0, 0, 1)).norm(), 1e-12 * F.stiffness.norm());
}

TEST(FiveDof, DampedReferenceLoads) {
  BallBearing bearing = reference_bearing();
  const auto thrust = [&](double rate) {
    return five_dof_force(five_dof_bearing(bearing), general, five(rate, 0, 0, 0, 0)).force[0];
  };
  bearing.damping = {Damping::hunt_crossley, 100};
  EXPECT_NEAR(thrust(-0.005), 1703.661, 1e-3);
  EXPECT_NEAR(thrust(-0.05), 0, 1e-9);
  bearing.damping = {Damping::proportional, 1e-3};
  EXPECT_NEAR(thrust(-0.005), 1831.829, 1e-3);
  EXPECT_NEAR(thrust(-0.05), 0, 1e-9);
  // 64 balls of 14/64 of the strength, half a pitch turned, were the reference quadrature
  bearing.damping = {Damping::hunt_crossley, 20};
  FiveDofBearing model = five_dof_bearing(bearing);
  model.sum = BallBearing::Sum::balls;
  model.rows[0].law.k *= 14.0 / 64;
  model.rows[0].law.balls = 64;
  const Vector5d F = five_dof_force(model, general, five(.002, .001, 0, 0, 0), pi / 64).force;
  const Vector5d reference = five(2601.121468, 2100.607073, -424.810381, -10.1590597, -50.2346307);
  EXPECT_LE((F - reference).cwiseQuotient(reference).cwiseAbs().maxCoeff(), 1e-8);
  const Vector5d exact = five_dof_force(five_dof_bearing(bearing), general, five(.002, .001, 0, 0, 0)).force;
  EXPECT_LE((F - exact).cwiseQuotient(exact).cwiseAbs().maxCoeff(), 5e-5);
}

// ---- exact tangents -------------------------------------------------------------------------------------------

void expect_exact_tangent(const BallBearing& input, const Vector5d& delta, const Vector5d& rate, double tolerance) {
  const FiveDofBearing bearing = five_dof_bearing(input);
  const double cage = 0.3;
  const FiveDofForce at = five_dof_force(bearing, delta, rate, cage);
  const Vector5d size = five(1, 1, 1, 1 / 0.03, 1 / 0.03);  // rotations move the contacts by about 30 mm per rad
  const auto F = [&](const Vector5d& x, const Vector5d& v, double phi) {
    return five_dof_force(bearing, x, v, phi).force;
  };
  Matrix5d K, C;
  for (int j = 0; j < 5; ++j) {
    const Vector5d dx = 1e-10 * size[j] * Vector5d::Unit(j), dv = 1e-7 * size[j] * Vector5d::Unit(j);
    K.col(j) = (F(delta + dx, rate, cage) - F(delta - dx, rate, cage)) / (2e-10 * size[j]);
    C.col(j) = (F(delta, rate + dv, cage) - F(delta, rate - dv, cage)) / (2e-7 * size[j]);
  }
  const auto scaled = [&](const Matrix5d& M) { return (size.asDiagonal() * M * size.asDiagonal()).norm(); };
  EXPECT_LE(scaled(K - at.stiffness), tolerance * scaled(at.stiffness)) << K - at.stiffness;
  EXPECT_LE(scaled(C - at.damping), tolerance * (scaled(at.damping) + 1e-6 * scaled(at.stiffness)));
  const Vector5d turn = (F(delta, rate, cage + 1e-6) - F(delta, rate, cage - 1e-6)) / 2e-6;
  const Vector5d missed = size.asDiagonal() * (turn - at.d_cage);
  EXPECT_LE(missed.norm(), 1e-6 * (size.asDiagonal() * at.force).norm());
}

TEST(FiveDof, StiffnessAndDampingAreTheLimitsOfDifferences) {
  const Vector5d slow = five(2e-3, -1e-3, 5e-4, 0.02, -0.01), fast = five(-0.02, 0.02, -0.01, 0.3, 0.1);
  for (const auto sum : {BallBearing::Sum::integral, BallBearing::Sum::balls})
    for (const auto angle : {BallBearing::Angle::fixed, BallBearing::Angle::free})
      for (const BallDamping& damping :
           {BallDamping{}, BallDamping{Damping::hunt_crossley, 40}, BallDamping{Damping::proportional, 2e-4, 1e-8}}) {
        BallBearing bearing = reference_bearing();
        bearing.sum = sum;
        bearing.angle = angle;
        bearing.damping = damping;
        for (const Vector5d& delta : {general, five(-3e-6, 8e-6, 6e-6, 0, 0), five(2e-5, 1e-6, 0, 0, 1e-5)})
          for (const Vector5d& rate : {slow, fast}) {
            SCOPED_TRACE(::testing::Message() << "sum " << int(sum) << " angle " << int(angle) << " damping "
                                              << int(damping.kind) << " x " << delta[0] << " v " << rate[0]);
            expect_exact_tangent(bearing, delta, rate, 2e-6);
          }
      }
}

// ---- sums, integrals, limits ------------------------------------------------------------------------------------

TEST(FiveDof, ManyBallsApproachTheIntegralWithEveryDamping) {
  for (const BallDamping& damping :
       {BallDamping{}, BallDamping{Damping::hunt_crossley, 40}, BallDamping{Damping::proportional, 5e-4}})
    for (const Vector5d& rate : {rest, five(-0.02, 0.03, -0.01, 0.3, 0.1), five(-0.01, -0.02, 0.02, 0, 0)})
      for (const Vector5d& delta : {general, five(-3e-6, 8e-6, 6e-6, 0, 0), five(1e-5, 1e-6, 0, 0, 0)}) {
        BallBearing bearing = reference_bearing();
        bearing.damping = damping;
        FiveDofBearing many = five_dof_bearing(bearing);
        many.sum = BallBearing::Sum::balls;
        many.rows[0].law.k *= 14.0 / 20000;
        many.rows[0].law.balls = 20000;
        const FiveDofForce sum = five_dof_force(many, delta, rate),
                           integral = five_dof_force(five_dof_bearing(bearing), delta, rate);
        const double size = five_dof_force(five_dof_bearing(reference_bearing()), delta, rest).force.norm();
        // balls at the edge of a zone that starts like a root: the sum errs by (2 pi/N)^(3/2), here 6e-6 times a
        // fraction
        EXPECT_LE((sum.force - integral.force).norm(), 1e-6 * size);
        EXPECT_NEAR(sum.stored_energy, integral.stored_energy, 1e-8 * sum.stored_energy);
        EXPECT_NEAR(sum.dissipated_power, integral.dissipated_power, 1e-6 * std::abs(sum.dissipated_power));
      }
}

TEST(FiveDof, RippleOfFewBallsIsAsSmallAsTabulated) {
  // largest deviation of the sum from the integral over cage positions, radial displacement (half the balls loaded)
  for (const auto& [balls, axial, radial] :
       {std::tuple{8, 0.016, 0.0056}, {14, 0.0040, 0.00074}, {20, 0.0016, 0.0002}}) {
    BallBearing bearing = reference_bearing();
    bearing.balls = balls;
    bearing.pitch_diameter = 0.1;
    const Vector5d delta = five(0, 15e-6, 0, 0, 0);
    const Vector5d mean = five_dof_force(five_dof_bearing(bearing), delta, rest).force;
    bearing.sum = BallBearing::Sum::balls;
    const FiveDofBearing model = five_dof_bearing(bearing);
    Vector5d worst = Vector5d::Zero();
    for (int i = 0; i <= 40; ++i)
      worst = worst.cwiseMax((five_dof_force(model, delta, rest, 2 * pi / balls * i / 40).force - mean).cwiseAbs());
    EXPECT_NEAR(worst[0] / mean[0], axial, 0.05 * axial);
    EXPECT_NEAR(worst[1] / mean[1], radial, 0.25 * radial);
  }
}

TEST(FiveDof, DampingNeverPullsAndNeverCreatesEnergy) {
  for (const auto sum : {BallBearing::Sum::integral, BallBearing::Sum::balls})
    for (const BallDamping& damping :
         {BallDamping{Damping::hunt_crossley, 100}, BallDamping{Damping::proportional, 1e-3}}) {
      BallBearing bearing = reference_bearing();
      bearing.sum = sum;
      bearing.damping = damping;
      const FiveDofBearing model = five_dof_bearing(bearing);
      for (int i = 0; i < 200; ++i) {  // rates in all directions and sizes
        const double size = std::pow(10.0, -4 + 3 * ((i * 7) % 20) / 19.0);
        const Vector5d rate = size * five(std::sin(1.3 * i), std::cos(2.1 * i), std::sin(3.7 * i),
                                          20 * std::cos(0.9 * i), 20 * std::sin(5.1 * i));
        const FiveDofForce F = five_dof_force(model, general, rate);
        EXPECT_GE(F.force[0], 0);
        EXPECT_GE(F.dissipated_power, -1e-12);
        EXPECT_GE(F.max_ball_load, 0);
      }
    }
}

TEST(FiveDof, EnergyIsThePotentialOfTheElasticForce) {
  for (const auto angle : {BallBearing::Angle::fixed, BallBearing::Angle::free}) {
    BallBearing bearing = reference_bearing();
    bearing.angle = angle;
    const FiveDofBearing model = five_dof_bearing(bearing);
    const Vector5d F = five_dof_force(model, general, rest).force;
    for (int j = 0; j < 5; ++j) {
      const double h = j < 3 ? 1e-10 : 3e-9;
      const Vector5d d = h * Vector5d::Unit(j);
      const double slope = (five_dof_force(model, general + d, rest).stored_energy -
                            five_dof_force(model, general - d, rest).stored_energy) /
                           (2 * h);
      EXPECT_NEAR(slope, F[j], 1e-6 * std::abs(F[j]));
    }
  }
}

TEST(FiveDof, DeepGrooveLoadDistributionBallByBall) {  // 6205-like, 8 balls: displacement and ball loads
  struct Row {
    double clearance, load, cage, displacement, first, second;
  };
  for (const Row& row :
       {Row{0, 500, 0, 9.54311e-6, 271.607, 161.498}, Row{0, 500, pi / 8, 9.60885e-6, 243.689, 64.964},
        Row{0, 2000, 0, 24.04712e-6, 1086.427, 645.993}, Row{10e-6, 500, 0, 15.46111e-6, 311.725, 133.131},
        Row{-4e-6, 500, 0, 7.16023e-6, 255.426, 172.940}}) {
    const double D = 7.9375e-3;
    const BallBearing bearing{.balls = 8,
                              .ball_diameter = D,
                              .pitch_diameter = 39e-3,
                              .inner_groove_radius = 0.52 * D,
                              .outer_groove_radius = 0.52 * D,
                              .diametral_clearance = row.clearance,
                              .sum = BallBearing::Sum::balls};
    EXPECT_NEAR(ball_stiffness(bearing), 9.21310340e9, 30);
    const FiveDofBearing model = five_dof_bearing(bearing);
    Vector5d delta = five(0, row.displacement * 1.05, 0, 0, 0);
    for (int k = 0; k < 20; ++k) {
      const FiveDofForce F = five_dof_force(model, delta, rest, row.cage);
      delta[1] += (row.load - F.force[1]) / F.stiffness(1, 1);
    }
    testing::record({.group = "Ball bearings",
                     .name = fmt::format(
                         "radial displacement of an 8-ball 6205 under {} N, clearance {} um, cage at {:.1f} degrees",
                         row.load, 1e6 * row.clearance, row.cage * 180 / pi),
                     .reference = "independent program, static solution",
                     .reference_value = row.displacement,
                     .value = delta[1],
                     .error = testing::relative_error(delta[1], row.displacement),
                     .allowed = 3e-6,
                     .why = "digits of the reference"});
    const MatrixXd loads = ball_loads(model, delta, rest, row.cage);
    EXPECT_NEAR(loads(0, 0), row.first, 4e-6 * row.first);
    EXPECT_NEAR(loads(1, 0), row.second, 1e-5 * row.second);
    EXPECT_NEAR(five_dof_force(model, delta, rest, row.cage).max_ball_load, row.first, 4e-6 * row.first);
  }
}

TEST(FiveDof, IntegralFormOfTheRadialLoadIsSjovalls) {
  const double D = 7.9375e-3;
  BallBearing bearing{.balls = 8,
                      .ball_diameter = D,
                      .pitch_diameter = 39e-3,
                      .inner_groove_radius = 0.52 * D,
                      .outer_groove_radius = 0.52 * D};
  const FiveDofForce F = five_dof_force(five_dof_bearing(bearing), five(0, 9.57878e-6, 0, 0, 0), rest);
  EXPECT_NEAR(F.force[1], 500, 1e-3);
  EXPECT_NEAR(F.max_ball_load, 273.131, 1e-3);
  EXPECT_NEAR(F.load_zone, pi, 1e-12);
}

TEST(FiveDof, PreloadIsCarriedAtRest) {  // 300 N needs 14.6 micrometers of axial offset in the crankshaft bearing
  BallBearing bearing{.balls = 15,
                      .ball_diameter = 11.1e-3,
                      .pitch_diameter = 62e-3,
                      .contact_angle = 15 * pi / 180,
                      .axial_preload = 300,
                      .stiffness = BallBearing::Stiffness::estimate};
  for (const auto angle : {BallBearing::Angle::fixed, BallBearing::Angle::free}) {
    bearing.angle = angle;
    EXPECT_NEAR(five_dof_force(five_dof_bearing(bearing), rest, rest).force[0], 300, 1e-9);
  }
  EXPECT_NEAR(-five_dof_bearing(bearing).rows[0].gap / std::sin(15 * pi / 180), 14.6e-6, 0.05e-6);
}

TEST(FiveDof, BackToBackPairResistsTiltingMoreThanFaceToFace) {
  BallBearing bearing = reference_bearing();
  bearing.axial_preload = 500;
  bearing.row_distance = 20e-3;
  const auto stiffness = [&](Arrangement arrangement) {
    bearing.arrangement = arrangement;
    const FiveDofForce F = five_dof_force(five_dof_bearing(bearing), rest, rest);
    EXPECT_NEAR(F.force.tail(4).norm(), 0, 1e-9);
    EXPECT_NEAR(F.force[0], arrangement == Arrangement::tandem ? 1000 : 0, 1e-9);
    return F.stiffness;
  };
  const double h = 28.5e-3 * std::tan(40 * pi / 180), half = 10e-3;
  const Matrix5d O = stiffness(Arrangement::back_to_back), X = stiffness(Arrangement::face_to_face);
  // each row turns the radial stiffness into tilting stiffness by the square of its pressure center's distance
  EXPECT_NEAR(O(3, 3), O(1, 1) * std::pow(h + half, 2), 1e-12 * O(3, 3));
  EXPECT_NEAR(X(3, 3), X(1, 1) * std::pow(h - half, 2), 1e-12 * X(3, 3));
  EXPECT_NEAR(O(1, 1), X(1, 1), 1e-12 * O(1, 1));
  EXPECT_GT(O.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff(), 0);
  EXPECT_NEAR(stiffness(Arrangement::tandem)(0, 0), O(0, 0), 1e-12 * O(0, 0));
}

TEST(FiveDof, FreeAngleReducesToTheFixedAngleUnderSmallLoad) {
  BallBearing bearing = reference_bearing();
  bearing.pressure_radius = 0;
  bearing.sum = BallBearing::Sum::balls;
  const auto difference = [&](double size) {
    bearing.angle = BallBearing::Angle::fixed;
    const Vector5d fixed = five_dof_force(five_dof_bearing(bearing), size * general, rest).force;
    bearing.angle = BallBearing::Angle::free;
    const Vector5d free = five_dof_force(five_dof_bearing(bearing), size * general, rest).force;
    return (free - fixed).norm() / fixed.norm();
  };
  EXPECT_LT(difference(1e-3), 1e-4);
  EXPECT_NEAR(difference(1e-4) / difference(1e-3), 0.1, 1e-3);  // first order in displacement over groove distance
}

TEST(FiveDof, FreeAngleGivesADeepGrooveBearingThrustCapacityBothWays) {
  BallBearing bearing{.balls = 9,
                      .ball_diameter = 7.938e-3,
                      .pitch_diameter = 38.5e-3,
                      .diametral_clearance = 10e-6,
                      .angle = BallBearing::Angle::free};
  const FiveDofBearing model = five_dof_bearing(bearing);
  const double A = race_contacts(bearing).distance, angle = free_contact_angle(bearing), play = A * std::sin(angle);
  EXPECT_EQ(five_dof_force(model, five(0.999 * play, 0, 0, 0, 0), rest).force[0], 0);
  const double push = five_dof_force(model, five(play + 20e-6, 0, 0, 0, 0), rest).force[0];
  // one ball pushed by x along the axis: distance of the groove centers and its direction give the thrust
  const double X = play + 20e-6, Y = A - 5e-6, L = std::hypot(X, Y);
  EXPECT_NEAR(push, 9 * ball_stiffness(bearing) * std::pow(L - A, 1.5) * X / L, 1e-9 * push);
  EXPECT_NEAR(five_dof_force(model, five(-play - 20e-6, 0, 0, 0, 0), rest).force[0], -push, 1e-9 * push);
}

TEST(FiveDof, CageTurnsAtTheKinematicSpeed) {
  const BallBearing bearing{.balls = 8, .ball_diameter = 7.9375e-3, .pitch_diameter = 39e-3};
  EXPECT_NEAR(cage_speed(bearing, 104.719755, 0), 41.703300, 1e-6);
  EXPECT_NEAR(cage_speed(bearing, 10, 10), 10, 1e-14);
}

TEST(FiveDof, EstimateAgreesWithHertzForSteelAngularContactBearings) {
  for (const double gamma : {0.15, 0.25}) {
    BallBearing bearing{.balls = 8,
                        .ball_diameter = 12e-3,
                        .pitch_diameter = 12e-3 * std::cos(0.7) / gamma,
                        .contact_angle = 0.7,
                        .inner_groove_radius = 0.52 * 12e-3,
                        .outer_groove_radius = 0.52 * 12e-3};
    const double hertz = ball_stiffness(bearing);
    bearing.stiffness = BallBearing::Stiffness::estimate;
    EXPECT_NEAR(hertz / ball_stiffness(bearing), 1.04, 0.02);
  }
}

TEST(FiveDof, ImpossibleBearingsAreRefusedWithASentence) {
  const auto refuse = [](auto&& change) {
    BallBearing bearing = reference_bearing();
    change(bearing);
    EXPECT_THROW(five_dof_bearing(bearing), InputError);
  };
  refuse([](BallBearing& b) { b.balls = 2; });
  refuse([](BallBearing& b) { b.balls = 40; });
  refuse([](BallBearing& b) { b.ball_diameter = 0; });
  refuse([](BallBearing& b) { b.pitch_diameter = std::nan(""); });
  refuse([](BallBearing& b) { b.contact_angle = -0.1; });
  refuse([](BallBearing& b) { b.inner_groove_radius = 6e-3; });
  refuse([](BallBearing& b) { b.outer_groove_radius = -7e-3; });
  refuse([](BallBearing& b) { b.pressure_radius = -1; });
  refuse([](BallBearing& b) { b.arrangement = Arrangement::tandem; });
  refuse([](BallBearing& b) { b.axial_preload = 100, b.diametral_clearance = 1e-6; });
  refuse([](BallBearing& b) { b.axial_preload = 100, b.contact_angle = 0; });
  refuse([](BallBearing& b) { b.stiffness = BallBearing::Stiffness::given; });
  refuse([](BallBearing& b) { b.damping.coefficient = -1; });
  refuse([](BallBearing& b) { b.diametral_clearance = 1; });
}

}  // namespace
}  // namespace trunnion
