// The mechanisms of the IFToMM benchmark library A02 (N four-bar), A03 (Andrews) and A04 (Bricard).
// References: closed scalar equations where the motion has one degree of freedom, the IVP test set for Andrews, the
// second integrator where the library's curve could not be had.

#include <gtest/gtest.h>

#include <cmath>

#include "support/mechanisms.h"
#include "support/verification.h"
#include "trunnion/forces/measured_load.h"
#include "trunnion/forces/spring_damper.h"
#include "trunnion/math/rotations.h"
#include "trunnion/solvers/ida.h"
#include "trunnion/system/energy.h"

namespace trunnion {
namespace {

using testing::add_marker;

Matrix3d turned(double angle) { return rotation_exp({0, 0, angle}); }

// A flat body of the plane mechanism: its frame stands at a pin, x along `angle`.
Index add_link(Mechanism& m, const std::string& name, double mass, double inertia, const Vector3d& center,
               const Vector3d& pin, double angle) {
  const double thin = inertia / 2 * 1.0001;
  const Index b = m.add_body(rigid_body(name, {mass, center, Vector3d(thin, thin, inertia).asDiagonal()}));
  m.start[b].R = pin;
  m.start[b].A = turned(angle);
  return b;
}

void pin(Mechanism& m, const std::string& name, Index a, const Vector3d& pa, Index b, const Vector3d& pb) {
  const Index I = add_marker(m, a, pa), J = add_marker(m, b, pb);
  m.joints.push_back(revolute_joint(name, I, J));
}

// Andrews' squeezing mechanism: seven bodies, driven by a constant torque against a stiff spring.
struct Andrews {
  double m[7]{.04325, .00365, .02373, .00706, .07050, .00706, .05498};
  double i[7]{2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5};
  Vector3d A{-.06934, -.00227, 0}, B{-.03635, .03273, 0}, C{.014, .072, 0};
  double d = 28e-3, da = 115e-4, e = 2e-2, ea = 1421e-5, rr = 7e-3, ra = 92e-5, l0 = 7785e-5, ss = 35e-3, sa = 1874e-5,
         sb = 1043e-5, sc = 18e-3, sd = 2e-2, ta = 2308e-5, tb = 916e-5, u = 4e-2, ua = 1228e-5, ub = 449e-5, zf = 2e-2,
         zt = 4e-2, fa = 1421e-5, c0 = 4530, torque = 0.033;
  double beta = -0.0617138900142764496, theta = 0, gamma = 0.455279819163070380, phi = 0.222668390165885885,
         delta = 0.487364979543842550, omega = -0.222668390165885885, epsilon = 1.23054744454982119;
};

Mechanism andrews_mechanism(const Andrews& a) {
  Mechanism m;
  const Vector3d O = Vector3d::Zero();
  const auto x = [](double length) { return Vector3d(length, 0, 0); };
  const Vector3d crank_end = a.rr * Vector3d(std::cos(a.beta), std::sin(a.beta), 0);
  const Index k1 = add_link(m, "K1", a.m[0], a.i[0], x(a.ra), O, a.beta);
  const Index k2 = add_link(m, "K2", a.m[1], a.i[1], x(-a.da), crank_end, a.beta + a.theta);
  const Index k3 = add_link(m, "K3", a.m[2], a.i[2], {a.sb, -a.sa, 0}, a.B, a.gamma);
  const Index k5 = add_link(m, "K5", a.m[4], a.i[4], {a.ta, a.tb, 0}, a.A, a.delta);
  const Vector3d z = a.A + turned(a.delta) * x(a.zt);
  const Index k4 = add_link(m, "K4", a.m[3], a.i[3], {0, -(a.e - a.ea), 0}, z, a.phi + a.delta);
  const Index k7 = add_link(m, "K7", a.m[6], a.i[6], {-a.ub, -a.ua, 0}, a.A, a.epsilon);
  const Vector3d w = a.A + turned(a.epsilon) * Vector3d(0, -a.u, 0);
  const Index k6 = add_link(m, "K6", a.m[5], a.i[5], x(a.zf - a.fa), w, a.omega + a.epsilon);
  pin(m, "O", k1, O, -1, O);
  pin(m, "crank", k2, O, k1, x(a.rr));
  pin(m, "B", k3, O, -1, a.B);
  pin(m, "A5", k5, O, -1, a.A);
  pin(m, "A7", k7, O, -1, a.A);
  pin(m, "45", k4, O, k5, x(a.zt));
  pin(m, "67", k6, O, k7, {0, -a.u, 0});
  pin(m, "23", k3, {0, -a.ss, 0}, k2, x(-a.d));
  pin(m, "24", k4, {0, -a.e, 0}, k2, x(-a.d));
  pin(m, "26", k6, x(a.zf), k2, x(-a.d));
  const Index D = add_marker(m, k3, {a.sd, -a.sc, 0}), C = add_marker(m, -1, a.C);
  m.marker_forces = {
      {"spring", "spring", D, C,
       std::make_shared<LineSpring>("spring", LineSpring::Data{a.l0, 0, linear_law(a.c0), linear_law(0)})}};
  MeasuredLoad motor;
  motor.name = "motor";
  motor.I = add_marker(m, k1, O);
  motor.J = add_marker(m, -1, O);
  motor.direction[5] = 1;
  motor.size = [t = a.torque](double, const VectorXd& x0) { return MeasuredValue{t, VectorXd::Zero(x0.size())}; };
  m.loads.push_back(motor);
  finish(m);
  return m;
}

double angle_of(const State& s, Index body) { return std::atan2(s.x.A[body](1, 0), s.x.A[body](0, 0)); }

TEST(IftommA03, AndrewsMechanismReachesThePublishedPosition) {
  const Mechanism m = andrews_mechanism({});
  State s = initial_state(m);
  start_rows(m, s);
  const InitializeReport start = initialize(m, s);
  EXPECT_EQ(start.degrees_of_freedom, 1);
  EXPECT_LT(start.moved, 1e-9);  // the published angles close the loops
  State by_ida = s;
  const TransientReport r = testing::run(m, s, 0.03, 0.002, 0.8);
  ASSERT_TRUE(r.finished) << r.message;
  IdaOptions tight;
  tight.end = 0.03;
  tight.relative = 1e-12;
  tight.absolute = {1e-13, 1e-11, 1e-13, 0};
  const TransientReport r_ida = run_ida(m, by_ida, tight);
  ASSERT_TRUE(r_ida.finished) << r_ida.message;
  // Angles of K3 (gamma), K5 (delta), K7 (epsilon) at 0.03 s in the IVP test set.
  const double reference[3] = {0.4082224013073101e-1, 0.5244099658805304, 0.1048080741042263e1};
  const Index body[3] = {2, 3, 5};
  const char* name[3] = {"gamma", "delta", "epsilon"};
  const auto keep = [&](int k, const char* integrator, const State& state, double allowed, const char* why) {
    testing::record({.group = "Multibody dynamics",
                     .name = fmt::format("IFToMM A03 Andrews mechanism, {} at 0.03 s, {}", name[k], integrator),
                     .reference = "IVP test set",
                     .reference_value = reference[k],
                     .value = angle_of(state, body[k]),
                     .error = std::abs(angle_of(state, body[k]) - reference[k]),
                     .allowed = allowed,
                     .why = why});
  };
  for (int k = 0; k < 3; ++k) {
    keep(k, "generalized-alpha", s, 1e-7, "second order, local error 2e-10; the crank makes 2.5 turns");
    keep(k, "IDA", by_ida, 1e-9, "tolerance 1e-12");
  }
  EXPECT_LT(r.constraint_drift, 1e-11);
}

// N windows of bars of 1 m and 1 kg: uprights on ground pins, couplers on top; it passes through the flat position,
// where the rows become dependent. The parallelogram motion has one degree of freedom.
TEST(IftommA02, FourBarWindowsPassTheirSingularPosition) {
  constexpr int windows = 2;
  Mechanism m;
  m.gravity = {0, -9.81, 0};
  std::vector<Index> upright;
  const double I = 1.0 / 12;
  for (int k = 0; k <= windows; ++k) {
    const double x = k;
    upright.push_back(add_link(m, "upright " + std::to_string(k), 1, I, {0.5, 0, 0}, {x, 0, 0}, std::acos(-1.0) / 2));
    m.start[upright.back()].w = {0, 0, -1};
    pin(m, "foot " + std::to_string(k), upright.back(), Vector3d::Zero(), -1, {x, 0, 0});
  }
  for (int k = 0; k < windows; ++k) {
    const Index coupler =
        add_link(m, "coupler " + std::to_string(k), 1, I, {0.5, 0, 0}, {static_cast<double>(k), 1, 0}, 0);
    m.start[coupler].v = {1, 0, 0};
    pin(m, "left " + std::to_string(k), coupler, Vector3d::Zero(), upright[k], {1, 0, 0});
    pin(m, "right " + std::to_string(k), coupler, {1, 0, 0}, upright[k + 1], {1, 0, 0});
  }
  finish(m);
  State s = initial_state(m);
  start_rows(m, s);
  EXPECT_EQ(initialize(m, s).degrees_of_freedom, 1);
  TransientOptions options;
  options.end = 10;
  options.max_step = 5e-3;
  options.alpha.rho = 0.9;
  options.alpha.tolerances = {1e-8, 1e-8, 1e-8, 1e-6};
  const TransientReport r = run_transient(m, s, options);
  ASSERT_TRUE(r.finished) << r.message;
  // J q'' = -g (mass moment) cos q with q from the x axis
  const double J = (windows + 1) / 3.0 + windows, moment = (windows + 1) * 0.5 + windows;
  double q = std::acos(-1.0) / 2, w = -1;
  const int n = 400000;
  const double h = 10.0 / n;
  const auto f = [&](double a) { return -9.81 * moment / J * std::cos(a); };
  for (int i = 0; i < n; ++i) {
    const double k1 = w, l1 = f(q), k2 = w + h / 2 * l1, l2 = f(q + h / 2 * k1), k3 = w + h / 2 * l2,
                 l3 = f(q + h / 2 * k2), k4 = w + h * l3, l4 = f(q + h * k3);
    q += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    w += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
  }
  testing::record({.group = "Multibody dynamics",
                   .name = "IFToMM A02 four-bar windows (2), x of the first coupler after 10 s",
                   .reference = "scalar equation, Runge-Kutta 2.5e-5 s",
                   .reference_value = std::cos(q),
                   .value = s.x.R[windows + 1].x(),
                   .error = std::abs(s.x.R[windows + 1].x() - std::cos(q)),
                   .allowed = 2e-3,
                   .why = "ten passages of the flat position; phase error of a second-order method"});
  EXPECT_LT(r.energy_balance_error, 1e-2);
}

// Bricard's loop: five rods of 1 m along edges of a cube and the ground as the sixth, each pin square to the next.
// Counting rows gives no freedom at all; the loop has one.
TEST(IftommA04, BricardLoopMovesAlthoughCountingSaysItCannot) {
  const Vector3d P[6] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
  Mechanism m;
  m.gravity = {0, -9.81, 0};
  for (int k = 0; k < 5; ++k) {
    const Index b = m.add_body(testing::rod("rod " + std::to_string(k + 1), 1, 1));
    m.start[b].R = 0.5 * (P[k] + P[k + 1]);
    const Vector3d x = P[k + 1] - P[k], z = x.unitOrthogonal();
    m.start[b].A << x, z.cross(x), z;
  }
  const auto body_of = [](int k) { return k == 5 ? Index{-1} : Index{k}; };  // link k goes from P[k] to P[k + 1]
  const auto local = [&](Index b, const Vector3d& p) {
    return b < 0 ? p : Vector3d(m.start[b].A.transpose() * (p - m.start[b].R));
  };
  for (int k = 0; k < 6; ++k) {
    const Index before = body_of((k + 5) % 6), after = body_of(k);
    const Vector3d axis = (P[k] - P[(k + 5) % 6]).cross(P[(k + 1) % 6] - P[k]);
    const Matrix3d frame = testing::axis_frame(axis);
    const auto marker = [&](Index b) {
      return add_marker(m, b, local(b, P[k]), b < 0 ? frame : Matrix3d(m.start[b].A.transpose() * frame));
    };
    const Index I = marker(after), J = marker(before);
    m.joints.push_back(revolute_joint("pin " + std::to_string(k + 1), I, J));
  }
  finish(m);
  State s = initial_state(m);
  start_rows(m, s);
  const InitializeReport start = initialize(m, s);
  EXPECT_EQ(start.degrees_of_freedom, 1);
  EXPECT_EQ(start.redundant.size(), 1u);
  State by_ida = s;
  const TransientReport r = testing::run(m, s, 10, 0.1, 0.9);
  ASSERT_TRUE(r.finished) << r.message;
  testing::record({.group = "Multibody dynamics",
                   .name = "IFToMM A04 Bricard loop, energy over 10 s",
                   .reference = "conservation",
                   .reference_value = 0,
                   .value = r.energy_balance_error,
                   .error = r.energy_balance_error,
                   .allowed = 1e-4,
                   .why = "second order, local error 1e-8 m"});
  // The library's own curve of P3 could not be had; a second integrator at a tight tolerance stands in for it.
  IdaOptions tight;
  tight.end = 10;
  tight.relative = 1e-11;
  tight.absolute = {1e-11, 1e-11, 1e-11, 0};
  const TransientReport r_ida = run_ida(m, by_ida, tight);
  ASSERT_TRUE(r_ida.finished) << r_ida.message;
  const auto third = [&](const State& at) { return Vector3d(at.x.R[2] + at.x.A[2] * Vector3d(0.5, 0, 0)); };
  const double apart = (third(s) - third(by_ida)).norm();
  testing::record({.group = "Multibody dynamics",
                   .name = "IFToMM A04 Bricard loop, point P3 after 10 s, generalized-alpha",
                   .reference = "IDA at tolerance 1e-11 (the library's curve could not be had)",
                   .reference_value = third(by_ida).norm(),
                   .value = third(s).norm(),
                   .error = apart,
                   .allowed = 1e-5,
                   .why = "second order, local error 1e-8 m, phase over 10 s"});
  EXPECT_LT(r_ida.energy_balance_error, 1e-7);
  // All rows, the dropped one included, stay closed.
  s.row_active.assign(s.row_active.size(), 1);
  Workspace work(m);
  assemble_residual(m, {s.t, 0, 0, StageKind::transient}, s, work);
  EXPECT_LT(work.residual.tail(m.num_rows).cwiseAbs().maxCoeff(), 1e-7);
}

}  // namespace
}  // namespace trunnion
