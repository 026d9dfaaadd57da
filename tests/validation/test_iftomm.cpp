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

// Errors of several values at several times as the library measures them: over the value or a threshold of 0.001,
// whichever is larger. How the library adds them up is not at hand: root mean square, and the largest.
struct LibraryError {
  double mean = 0, largest = 0;
};
LibraryError library_error(const std::vector<VectorXd>& found, const std::vector<VectorXd>& reference) {
  EXPECT_EQ(found.size(), reference.size());
  LibraryError out;
  double sum = 0, count = 0;
  for (std::size_t i = 0; i < std::min(found.size(), reference.size()); ++i)
    for (Index k = 0; k < reference[i].size(); ++k, ++count) {
      const double e = std::abs(found[i][k] - reference[i][k]) / std::max(std::abs(reference[i][k]), 1e-3);
      out.largest = std::max(out.largest, e);
      sum += e * e;
    }
  out.mean = std::sqrt(sum / count);
  return out;
}

// 1/6 + d^2/2 with d = (1 - rho)/(1 + rho): velocities of generalized-alpha are off by (1/12 + d^2/4) h^2 x''' (theory/
// solvers.md, Eq. 1.6), and as much comes from the phase of positions. Neither grows with time.
double energy_coefficient(double rho) {
  const double d = (1 - rho) / (1 + rho);
  return 1.0 / 6 + d * d / 2;
}

// What steps with a local error |beta - 1/6| h^2 |change of x''| of `tolerance` (root mean square of n coordinates)
// leave of the energy: v' M dv <= sqrt(2 E m) |dv|, dv = coefficient/|beta - 1/6| tolerance sqrt(n)/h. In joules.
double energy_limit(const Mechanism& m, const State& s, const TransientReport& r, double duration, double tolerance,
                    double rho) {
  const AlphaParameters p(rho);
  double heaviest = 0;
  for (const Body& body : m.bodies)
    heaviest = std::max({heaviest, body.inertia.I1, body.inertia.I7.diagonal().maxCoeff()});
  const double h = duration / static_cast<double>(r.steps);
  const double dv = energy_coefficient(rho) / std::abs(p.beta - 1.0 / 6) * tolerance *
                    std::sqrt(static_cast<double>(m.num_velocities)) / h;
  return std::sqrt(2 * s.book.largest * heaviest) * dv;
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

// The library runs it for 0.05 s and asks for the energy E - E0 - torque (beta - beta0), which is zero, and for the
// path of F. Its limits for this problem are not at hand; those of A01 and A02 (0.1 and 0.001) are taken.
TEST(IftommA03, AndrewsMechanismKeepsItsEnergyAndThePathOfF) {
  const Mechanism m = andrews_mechanism({});
  State s = initial_state(m);
  start_rows(m, s);
  initialize(m, s);
  constexpr double end = 0.05;
  constexpr int times = 400;
  State by_ida = s;
  std::vector<VectorXd> reference;
  const auto F = [](const State& at) { return Eigen::Vector2d(at.x.R[1].x(), at.x.R[1].y()); };
  IdaOptions tight;
  tight.end = end;
  tight.relative = 1e-9;
  tight.absolute = {1e-10, 1e-9, 1e-10, 0};
  tight.output_step = end / times;
  const TransientReport r_ida =
      run_ida(m, by_ida, tight, {[&](const State& at, const Neighbors&) { reference.push_back(F(at)); }});
  ASSERT_TRUE(r_ida.finished) << r_ida.message;
  const double low = 0.1, high = 1e-3;
  struct Precision {
    double accuracy, allowed;
    const char* name;
  };
  for (const Precision& p : {Precision{100, low, "low"}, Precision{0.3, high, "high"}}) {
    State one = s;
    TransientOptions options;
    options.end = end;
    options.output_step = end / times;
    Tolerances& tol = options.alpha.tolerances;
    tol = {tol.position * p.accuracy, tol.rotation * p.accuracy, tol.elastic, tol.relative * p.accuracy};
    std::vector<VectorXd> found;
    const TransientReport r =
        run_transient(m, one, options, {[&](const State& at, const Neighbors&) { found.push_back(F(at)); }});
    ASSERT_TRUE(r.finished) << r.message;
    const LibraryError error = library_error(found, reference);
    testing::record({.group = "Multibody dynamics",
                     .name = fmt::format("IFToMM A03 Andrews mechanism, path of F over 0.05 s, {} precision", p.name),
                     .reference = "IDA of SUNDIALS at tolerance 1e-9, same equations",
                     .reference_value = 0,
                     .value = error.mean,
                     .error = error.mean,
                     .allowed = p.allowed,
                     .why = fmt::format("{} steps", r.steps),
                     .inside = true});
    testing::record(
        {.group = "Multibody dynamics",
         .name = fmt::format("IFToMM A03 Andrews mechanism, energy less work over 0.05 s, {} precision [J]", p.name),
         .reference = "conservation",
         .reference_value = 0,
         .value = one.book.worst,
         .error = one.book.worst,
         .allowed = energy_limit(m, one, r, end, tol.position, options.alpha.rho),
         .why = fmt::format("local error {:g} of each step, of {:.1f} J", tol.position, one.book.largest)});
  }
}

// N windows of bars of 1 m and 1 kg: uprights on ground pins, couplers on top; it passes through the flat position,
// where the rows become dependent. The parallelogram motion has one degree of freedom.
Mechanism four_bar_windows(int windows) {
  Mechanism m;
  m.gravity = {0, -9.81, 0};
  const double I = 1.0 / 12;
  for (int k = 0; k <= windows; ++k) {
    const Vector3d foot(k, 0, 0);
    const Index b = add_link(m, fmt::format("upright {}", k), 1, I, {0.5, 0, 0}, foot, std::acos(-1.0) / 2);
    m.start[b].w = {0, 0, -1};
    pin(m, fmt::format("foot {}", k), b, Vector3d::Zero(), -1, foot);
  }
  for (int k = 0; k < windows; ++k) {
    const Index b = add_link(m, fmt::format("coupler {}", k), 1, I, {0.5, 0, 0}, {static_cast<double>(k), 1, 0}, 0);
    m.start[b].v = {1, 0, 0};
    pin(m, fmt::format("left {}", k), b, Vector3d::Zero(), k, {1, 0, 0});
    pin(m, fmt::format("right {}", k), b, {1, 0, 0}, k + 1, {1, 0, 0});
  }
  finish(m);
  return m;
}

// J q'' = -g (mass moment) cos q, q from the x axis: position and velocity of B0 by Runge-Kutta at equal times.
std::vector<VectorXd> four_bar_reference(int windows, double end, int count) {
  const double J = (windows + 1) / 3.0 + windows, moment = (windows + 1) * 0.5 + windows;
  double q = std::acos(-1.0) / 2, w = -1;
  constexpr int pieces = 2000;
  const double h = end / count / pieces;
  const auto f = [&](double a) { return -9.81 * moment / J * std::cos(a); };
  std::vector<VectorXd> out;
  for (int i = 0; i <= count; ++i) {
    out.push_back(Eigen::Vector4d(std::cos(q), std::sin(q), -w * std::sin(q), w * std::cos(q)));
    for (int k = 0; k < pieces; ++k) {
      const double k1 = w, l1 = f(q), k2 = w + h / 2 * l1, l2 = f(q + h / 2 * k1), k3 = w + h / 2 * l2,
                   l3 = f(q + h / 2 * k2), k4 = w + h * l3, l4 = f(q + h * k3);
      q += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
      w += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
    }
  }
  return out;
}

// The library asks for B0's position and velocity at 400 times over 20 s with 40 windows; an error is relative to the
// value or, where that is smaller, to 0.001; 0.1 is its low precision and 0.001 its high one.
void expect_library_precision(int windows, double step, double precision) {
  constexpr double end = 20;
  const Mechanism m = four_bar_windows(windows);
  State s = initial_state(m);
  start_rows(m, s);
  EXPECT_EQ(initialize(m, s).degrees_of_freedom, 1);
  constexpr int times = 400;
  TransientOptions options;
  options.end = end;
  options.fixed_step = step;
  options.output_step = end / times;
  options.alpha.rho = 0.9;
  options.alpha.tolerances = {1e-8, 1e-8, 1e-8, 1e-6};
  // Where rows are nearly dependent what an iteration leaves is felt, and so is the rounding that more of them stir up.
  options.alpha.newton = 1e-5;
  const Index coupler = windows + 1, first = m.first_velocity[coupler];
  std::vector<VectorXd> found;
  const TransientReport r = run_transient(
      m, s, options, {[&](const State& at, const Neighbors&) {
        found.push_back(Eigen::Vector4d(at.x.R[coupler].x(), at.x.R[coupler].y(), at.v[first], at.v[first + 1]));
      }});
  ASSERT_TRUE(r.finished) << r.message;
  const LibraryError error = library_error(found, four_bar_reference(windows, end, times));
  const std::string name =
      fmt::format("IFToMM A02, {} four-bar windows, {:g} s, steps of {:g} ms", windows, end, 1e3 * step);
  testing::record({.group = "Multibody dynamics",
                   .name = name + ": position and velocity of B0 at 400 times",
                   .reference = "scalar equation, Runge-Kutta",
                   .reference_value = 0,
                   .value = error.mean,
                   .error = error.mean,
                   .allowed = precision,
                   .why = fmt::format("{} precision of the library; root mean square (largest {:.1e})",
                                      precision < 0.01 ? "high" : "low", error.largest)});
  // m v.x''' where all is fastest, at the bottom: couplers w^2 (A + w^2), uprights w^2 A/3, A = w' there.
  const double J = (windows + 1) / 3.0 + windows, A = 9.81 * ((windows + 1) * 0.5 + windows) / J, w2 = 1 + 4 * A;
  const double power = w2 * (windows * (A + w2) + (windows + 1) / 3.0 * A);
  testing::record(
      {.group = "Multibody dynamics",
       .name = name + ": drift of the energy [J]",
       .reference = "conservation",
       .reference_value = 0,
       .value = s.book.worst,
       .error = s.book.worst,
       .allowed = energy_coefficient(options.alpha.rho) * step * step * power,
       .why = fmt::format("second order: (1/6 + d^2/2) h^2 m v x''' at the bottom, of {:.0f} J", s.book.largest)});
  EXPECT_LT(r.constraint_drift, 1e-9);
}

TEST(IftommA02, TwoFourBarWindowsPassTheirSingularPosition) { expect_library_precision(2, 5e-4, 1e-3); }
TEST(IftommA02, FortyFourBarWindowsPassTheirSingularPosition) { expect_library_precision(40, 4e-3, 0.1); }

// Bricard's loop: five rods along edges of a cube and the ground as the sixth, each pin square to the next.
// Counting rows gives no freedom at all; the loop has one.
TEST(IftommA04, BricardLoopMovesAlthoughCountingSaysItCannot) {
  const Vector3d P[6] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
  Mechanism m;
  m.gravity = {0, -9.81, 0};
  for (int k = 0; k < 5; ++k) {
    // The library's rods: 1 kg, 1 m long, 0.1 m square.
    const double along = (0.1 * 0.1 + 0.1 * 0.1) / 12, across = (1 + 0.1 * 0.1) / 12;
    const Index b = m.add_body(
        rigid_body(fmt::format("rod {}", k + 1), {1, Vector3d::Zero(), Vector3d(along, across, across).asDiagonal()}));
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
                   .name = "IFToMM A04 Bricard loop, energy over 10 s [J]",
                   .reference = "conservation",
                   .reference_value = 0,
                   .value = s.book.worst,
                   .error = s.book.worst,
                   .allowed = energy_limit(m, s, r, 10, 1e-8, 0.9),
                   .why = fmt::format("local error 1e-8 of each step, of {:.1f} J", s.book.largest)});
  // The library's own curve of P3 could not be had; a second integrator at a tight tolerance stands in for it.
  IdaOptions tight;
  tight.end = 10;
  tight.relative = 1e-11;
  tight.absolute = {1e-11, 1e-11, 1e-11, 0};
  const TransientReport r_ida = run_ida(m, by_ida, tight);
  ASSERT_TRUE(r_ida.finished) << r_ida.message;
  const auto third = [&](const State& at) { return Vector3d(at.x.R[2] + at.x.A[2] * Vector3d(0.5, 0, 0)); };
  const double apart = (third(s) - third(by_ida)).norm();
  testing::record(
      {.group = "Multibody dynamics",
       .name = "IFToMM A04 Bricard loop, point P3 after 10 s, generalized-alpha",
       .reference = "IDA of SUNDIALS at tolerance 1e-11, same equations (the library's curve could not be had)",
       .reference_value = third(by_ida).norm(),
       .value = third(s).norm(),
       .error = apart,
       .allowed = 1e-5,
       .why = "second order, local error 1e-8 m, phase over 10 s",
       .inside = true});
  EXPECT_LT(r_ida.energy_balance_error, 1e-7);
  // All rows, the dropped one included, stay closed.
  s.row_active.assign(s.row_active.size(), 1);
  Workspace work(m);
  assemble_residual(m, {s.t, 0, 0, StageKind::transient}, s, work);
  EXPECT_LT(work.residual.tail(m.num_rows).cwiseAbs().maxCoeff(), 1e-7);
}

}  // namespace
}  // namespace trunnion
