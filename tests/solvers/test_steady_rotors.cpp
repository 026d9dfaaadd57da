// Steady states of rotors on elastic supports: whirl of an unbalance against closed forms, below and above critical
// speeds, rotation about a bent axis, and what has no steady state at all.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "support/mechanisms.h"
#include "support/verification.h"
#include "trunnion/forces/bushing.h"
#include "trunnion/solvers/statics.h"

namespace trunnion {
namespace {

using testing::add_marker;

const char* const group = "Multibody dynamics";
const char* const rounding = "the equilibrium is closed to 1e-9 of the largest force";

MarkerForceElement bearing(Mechanism& m, Index on, Index ground, const Vector3d& stiffness, double damping = 0) {
  Bushing::Data data;
  data.stiffness.diagonal().head<3>() = stiffness;
  data.damping.diagonal().head<2>().setConstant(damping);
  const std::string name = fmt::format("bearing {}", m.marker_forces.size() + 1);
  return {name, "bushing", on, ground, std::make_shared<Bushing>(name, data)};
}

// A disc of 5 kg, its mass center off the axis, in two bearings at z = -0.2 m and 0.2 m; driven at constant speed.
struct Jeffcott {
  double k = 1e6, mass = 5, e = 1e-4;  ///< of one bearing [N/m]
  double wn = std::sqrt(2 * k / mass);
  Mechanism m;

  explicit Jeffcott(double speed, double ky = 1e6, double damping = 0, double eccentricity = 1e-4) : e(eccentricity) {
    m.add_body(rigid_body("rotor", {mass, {e, 0, 0}, Vector3d(0.05, 0.05, 0.02).asDiagonal()}));
    for (const double z : {-0.2, 0.2}) {
      const Index a = add_marker(m, 0, {0, 0, z}), g = add_marker(m, -1, {0, 0, z});
      m.marker_forces.push_back(bearing(m, a, g, {k, ky, 1e6}, damping));
    }
    m.joints = {motion("drive", 0, 1, MotionKind::angular_speed, constant_value(speed))};
    finish(m);
  }
};

// Share of the critical speed.
class UnbalancedRotor : public ::testing::TestWithParam<double> {};

TEST_P(UnbalancedRotor, WhirlsWithTheAmplitudeOfTheClosedForm) {
  const double share = GetParam();
  const double W = share * Jeffcott(1).wn;
  const Jeffcott rotor(W);
  State s = testing::consistent_state(rotor.m);
  const StaticReport report = solve_static(rotor.m, s, {.steady = true});
  ASSERT_TRUE(report.converged) << report.message;
  EXPECT_EQ(report.caution, "");
  // The mass center starts along x; beyond the critical speed it turns inwards.
  const double exact = rotor.e * W * W / (rotor.wn * rotor.wn - W * W);
  testing::record({.group = group,
                   .name = fmt::format("Steady whirl of an unbalanced rotor at {:g} of its critical speed", share),
                   .reference = "e w^2/(w_n^2 - w^2)",
                   .reference_value = exact,
                   .value = s.x.R[0].x(),
                   .error = std::abs(s.x.R[0].x() / exact - 1),
                   .allowed = 1e-8,
                   .why = rounding});
  EXPECT_NEAR(s.x.R[0].y(), 0, 1e-8 * std::abs(exact));
  EXPECT_NEAR(s.v[1], W * s.x.R[0].x(), 1e-8 * std::abs(W * exact));
  Workspace work(rotor.m);
  update_kinematics(rotor.m, s, work);
  CacheSlot slot;
  const auto& element = rotor.m.marker_forces[0];
  const Vector6d force = element.law->force({.kind = StageKind::steady},
                                            relative_motion(work.markers[0].motion, work.markers[1].motion), {}, slot);
  EXPECT_NEAR(force[0], -rotor.k * exact, 1e-8 * rotor.k * std::abs(exact));
}

// In time the whirl goes on as it is: the orbit stays a circle, up to what the errors of all steps may add up to.
TEST_P(UnbalancedRotor, GoesOnWhirlingOnItsCircle) {
  const Jeffcott rotor(GetParam() * Jeffcott(1).wn);
  State s = testing::consistent_state(rotor.m);
  ASSERT_TRUE(solve_static(rotor.m, s, {.steady = true}).converged);
  const double radius = s.x.R[0].norm(), finer = 1e-4;
  const TransientReport run = testing::run(rotor.m, s, 0.02, finer);
  const Tolerances allowed;
  EXPECT_NEAR(s.x.R[0].norm(), radius,
              static_cast<double>(run.steps) * finer * (allowed.position + allowed.relative * radius));
}

TEST_P(UnbalancedRotor, LagsBehindItsUnbalanceByTheDampingOfItsBearings) {
  const double W = GetParam() * Jeffcott(1).wn, c = 200;
  const Jeffcott rotor(W, 1e6, c);
  State s = testing::consistent_state(rotor.m);
  const StaticReport report = solve_static(rotor.m, s, {.steady = true});
  ASSERT_TRUE(report.converged) << report.message;
  EXPECT_EQ(report.caution, "");
  const std::complex<double> exact =
      rotor.mass * rotor.e * W * W / std::complex<double>(2 * rotor.k - rotor.mass * W * W, 2 * c * W);
  testing::record({.group = group,
                   .name = fmt::format("Damped whirl of an unbalanced rotor at {:g} of its critical speed", GetParam()),
                   .reference = "m e w^2/(k - m w^2 + i c w)",
                   .reference_value = std::abs(exact),
                   .value = s.x.R[0].norm(),
                   .error = std::abs(std::complex<double>(s.x.R[0].x(), s.x.R[0].y()) / exact - 1.0),
                   .allowed = 1e-8,
                   .why = rounding});
}

INSTANTIATE_TEST_SUITE_P(Speed, UnbalancedRotor, ::testing::Values(0.4, 0.9, 1.1, 3.0));

// The tilted principal axis of a rotor in balance otherwise: (I_p - I_t) W^2 against the springs.
TEST(SteadyRotor, ACoupleOfUnbalanceTiltsTheShaft) {
  const double W = 300, Ip = 0.02, It = 0.05, lean = 1e-3, c = 2 * 1e6 * 0.04;
  Jeffcott rotor(W, 1e6, 0, 0);
  const Matrix3d turn = Eigen::AngleAxisd(lean, Vector3d::UnitY()).toRotationMatrix();
  rotor.m.bodies[0] =
      rigid_body("rotor", {5, Vector3d::Zero(), turn * Matrix3d(Vector3d(It, It, Ip).asDiagonal()) * turn.transpose()});
  State s = testing::consistent_state(rotor.m);
  const StaticReport report = solve_static(rotor.m, s, {.steady = true});
  ASSERT_TRUE(report.converged) << report.message;
  EXPECT_EQ(report.caution, "");
  // (c + (Ip - It) W^2) b = -(Ip - It) W^2 lean for small turns b about y.
  const double d = (Ip - It) * W * W, exact = -d * lean / (c + d);
  const double b = std::atan2(s.x.A[0](0, 2), s.x.A[0](2, 2));
  EXPECT_NEAR(b, exact, 2 * std::pow(lean, 2) * std::abs(exact));  // cubes of small angles
}

// The bearing's housing is a body of its own on springs: it goes round without turning, and its mass whirls along.
TEST(SteadyRotor, AHousingInSpringsGoesRoundWithItsRotor) {
  const double k = 2e4, mass = 2, housing = 0.5, e = 1e-4;
  for (const double W : {60.0, 150.0}) {
    Mechanism m;
    m.add_body(rigid_body("disc", {mass, {e, 0, 0}, Vector3d(0.02, 0.02, 0.04).asDiagonal()}));
    m.add_body(rigid_body("housing", {housing, {0, 0, 0.05}, Vector3d(1e-3, 1e-3, 1e-3).asDiagonal()}));
    const Index shaft = add_marker(m, 0, Vector3d::Zero()), bore = add_marker(m, 1, Vector3d::Zero()),
                ground = add_marker(m, -1, Vector3d::Zero());
    Bushing::Data data;
    data.stiffness.diagonal() << k, k, 0, 0, 0, 1e3;
    m.marker_forces = {{"support", "bushing", bore, ground, std::make_shared<Bushing>("support", data)}};
    m.joints = {planar_joint("level", bore, ground), revolute_joint("bearing", shaft, bore),
                motion("drive", shaft, bore, MotionKind::angular_speed, constant_value(W))};
    finish(m);
    State s = testing::consistent_state(m);
    const StaticReport report = solve_static(m, s, {.steady = true});
    ASSERT_TRUE(report.converged) << report.message;
    const double exact = mass * e * W * W / (k - (mass + housing) * W * W);
    EXPECT_EQ(report.caution, "");
    EXPECT_NEAR(s.x.R[1].x(), exact, 1e-9);     // [m] to which equilibria close joints
    EXPECT_LT(s.v.segment<3>(9).norm(), 1e-9);  // the housing does not turn
  }
}

TEST(SteadyRotor, ARotorInBalanceStandsAsideUnderItsWeight) {
  Jeffcott rotor(300, 3e6, 0, 0);
  rotor.m.gravity = {-9.81, 0, 0};
  State s = testing::consistent_state(rotor.m);
  const StaticReport report = solve_static(rotor.m, s, {.steady = true});
  ASSERT_TRUE(report.converged) << report.message;
  EXPECT_EQ(report.caution, "");
  EXPECT_NEAR(s.x.R[0].x(), -5 * 9.81 / 2e6, 1e-12);
  EXPECT_LT(s.v.head<3>().norm(), 1e-9);
}

TEST(SteadyRotor, AnUnbalanceInBearingsOfTwoStiffnessesHasNone) {
  const Jeffcott rotor(300, 3e6);
  State s = testing::consistent_state(rotor.m);
  const StaticReport report = solve_static(rotor.m, s, {.steady = true});
  ASSERT_TRUE(report.converged) << report.message;
  EXPECT_NE(report.caution.find("supports differ by direction"), std::string::npos) << report.caution;
  EXPECT_NE(report.caution.find("transient"), std::string::npos) << report.caution;
}

TEST(SteadyRotor, AnUnbalanceUnderGravityHasNone) {
  Jeffcott rotor(300);
  rotor.m.gravity = {0, -9.81, 0};
  State s = testing::consistent_state(rotor.m);
  const StaticReport report = solve_static(rotor.m, s, {.steady = true});
  ASSERT_TRUE(report.converged) << report.message;
  EXPECT_NE(report.caution.find("gravity"), std::string::npos) << report.caution;
}

TEST(SteadyRotor, GravityAlongTheAxisLeavesTheWhirl) {
  Jeffcott rotor(300);
  rotor.m.gravity = {0, 0, -9.81};
  State s = testing::consistent_state(rotor.m);
  const StaticReport report = solve_static(rotor.m, s, {.steady = true});
  ASSERT_TRUE(report.converged) << report.message;
  EXPECT_EQ(report.caution, "");
  const double exact = 1e-4 * 9e4 / (rotor.wn * rotor.wn - 9e4);
  EXPECT_NEAR(s.x.R[0].x(), exact, 1e-8 * exact);
}

}  // namespace
}  // namespace trunnion
