// Flexible bodies in motion against beam theory: spin-up with and without stress stiffening (Kane), a slider-crank with
// an elastic rod against its ordinary differential equation, and conservation in free flight.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "support/mechanisms.h"
#include "support/point_mass_body.h"
#include "support/verification.h"
#include "trunnion/system/energy.h"

namespace trunnion {
namespace {

using std::numbers::pi;

// Abscissae and weights of Gauss-Legendre quadrature on [0, length] in cells of five points.
void line_points(double length, int cells, VectorXd& x, VectorXd& w) {
  const double s[5] = {-0.9061798459386640, -0.5384693101056831, 0, 0.5384693101056831, 0.9061798459386640};
  const double g[5] = {0.2369268850561891, 0.4786286704993665, 0.5688888888888889, 0.4786286704993665,
                       0.2369268850561891};
  x.resize(5 * cells);
  w.resize(5 * cells);
  const double h = length / cells;
  for (int c = 0; c < cells; ++c)
    for (int i = 0; i < 5; ++i) {
      x[5 * c + i] = h * (c + 0.5 + 0.5 * s[i]);
      w[5 * c + i] = 0.5 * h * g[i];
    }
}

// A line of mass along x that bends in y: phi(i, j) is mode j at point i.
ReducedBody beam(const VectorXd& x, const VectorXd& mass, const MatrixXd& phi, const MatrixXd& stiffness) {
  const Index n = phi.cols(), points = x.size();
  Matrix3Xd places = Matrix3Xd::Zero(3, points);
  places.row(0) = x;
  MatrixXd modes = MatrixXd::Zero(3 * points, n);
  for (Index i = 0; i < points; ++i) modes.row(3 * i + 1) = phi.row(i);
  SparseMatrix Mh(points, points);
  for (Index i = 0; i < points; ++i) Mh.insert(i, i) = mass[i];
  ReducedBody body;
  body.name = "beam";
  body.invariants = inertia_invariants(Mh, places, modes);
  // A line has no inertia about itself; a trace of it keeps the frame's roll determined.
  body.invariants.I7(0, 0) += 1e-6 * body.invariants.I7(2, 2);
  body.mass = body.invariants.I6;
  body.stiffness = stiffness;
  body.damping = MatrixXd::Zero(n, n);
  return body;
}

struct Kane {
  double L = 10, EI = 1.4e4, rhoA = 1.2;
  MatrixXd V, Kg;
  VectorXd omega2, tip;
  ReducedBody body;

  Kane() {
    // Polynomial Ritz basis (x/L)^k, k = 2..8, of the cantilever; three modes are kept.
    constexpr int n = 7;
    MatrixXd M(n, n), K(n, n), G(n, n);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        const double a = i + 2, b = j + 2;
        M(i, j) = rhoA * L / (a + b + 1);
        K(i, j) = EI / (L * L * L) * a * (a - 1) * b * (b - 1) / (a + b - 3);
        G(i, j) = rhoA * L * a * b * 0.5 * (1 / (a + b - 1) - 1 / (a + b + 1));
      }
    const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> solver(K, M);
    V = solver.eigenvectors().leftCols(3);
    omega2 = solver.eigenvalues().head(3);
    Kg = V.transpose() * G * V;
    tip = V.colwise().sum();
    VectorXd x, w;
    line_points(L, 8, x, w);
    MatrixXd phi(x.size(), 3);
    for (Index i = 0; i < x.size(); ++i) {
      VectorXd powers(n);
      for (int k = 0; k < n; ++k) powers[k] = std::pow(x[i] / L, k + 2);
      phi.row(i) = powers.transpose() * V;
    }
    body = beam(x, rhoA * w, phi, omega2.asDiagonal());
    body.interfaces = {{"tip", {L, 0, 0}, Matrix3Xd::Zero(3, 3), Matrix3Xd::Zero(3, 3)}};
    body.interfaces[0].translation.row(1) = tip;
  }

  double lowest_tip(double speed, bool stiffening) const {
    Mechanism m;
    Body b = flexible_body(body);
    if (stiffening) {
      std::array<MatrixXd, 6> products;
      products.fill(MatrixXd::Zero(3, 3));
      products[1] = products[2] = Kg;  // spin about y or z pulls the beam
      add_spin_stiffening(b, products);
    }
    m.add_body(std::move(b));
    Marker root;
    root.body = 0;
    const Index I = m.add_marker(root), J = testing::add_marker(m, -1, Vector3d::Zero());
    m.joints = {revolute_joint("hub", I, J),
                motion("drive", I, J, MotionKind::angular_speed, smooth_spin_up(speed, 15))};
    finish(m);
    State s = testing::consistent_state(m);
    double lowest = 0;
    TransientOptions options;
    options.end = 18;
    options.max_step = 0.05;
    options.output_step = 0.005;
    options.alpha.rho = 0.9;
    options.alpha.tolerances = {1e-6, 1e-6, 1e-6, 1e-5};
    const TransientReport r =
        run_transient(m, s, options, {[&](const State& at) { lowest = std::min(lowest, tip.dot(at.x.q)); }, {}});
    EXPECT_TRUE(r.finished) << r.message;
    return lowest;
  }
};

TEST(SpinUp, TipDeflectionFollowsBeamTheoryWithAndWithoutStiffening) {
  const Kane kane;
  struct Case {
    double speed;
    bool stiffening;
    double reference;
  };
  for (const Case& c : {Case{0.5, false, -0.05269}, Case{0.5, true, -0.05238}, Case{2, false, -0.2298},
                        Case{2, true, -0.2067}, Case{6, true, -0.5744}}) {
    const double tip = kane.lowest_tip(c.speed, c.stiffening);
    testing::record({.group = "Multibody dynamics",
                     .name = "Spin-up of a 10 m beam to " + std::to_string(c.speed).substr(0, 3) + " rad/s " +
                             (c.stiffening ? "with" : "without") + " stress stiffening, lowest tip",
                     .reference = "three-mode Galerkin equations, tolerance 1e-8",
                     .reference_value = c.reference,
                     .value = tip,
                     .error = testing::relative_error(tip, c.reference),
                     .allowed = 2e-3,
                     .why = "four digits of the reference, integration tolerance"});
  }
}

// Rod in its chord frame with five sine modes; slider of half the rod's mass. Reference: the linear equation
//   q'' + (w_k^2 - phi'^2) q = -(c1 a_y + c2 phi''), see docs/theory/bodies.md.
TEST(SliderCrank, ElasticRodFollowsItsEquationAt150RadPerSecond) {
  const double r = 0.15, l = 0.3, h = 0.006, E = 2e11, rho = 7870, W = 150, area = h * h, I = h * h * h * h / 12;
  constexpr int n = 5;
  VectorXd x, w;
  line_points(l, 12, x, w);
  MatrixXd phi(x.size(), n);
  VectorXd k(n), mid(n), wk(n);
  for (int j = 0; j < n; ++j) {
    for (Index i = 0; i < x.size(); ++i) phi(i, j) = std::sin((j + 1) * pi * x[i] / l);
    wk[j] = std::pow((j + 1) * pi / l, 2) * std::sqrt(E * I / (rho * area));
    k[j] = wk[j] * wk[j] * rho * area * l / 2;
    mid[j] = std::sin((j + 1) * pi / 2);
  }
  ReducedBody rod = beam(x, rho * area * w, phi, k.asDiagonal());
  rod.interfaces = {{"big", Vector3d::Zero(), Matrix3Xd::Zero(3, n), Matrix3Xd::Zero(3, n)},
                    {"small", {l, 0, 0}, Matrix3Xd::Zero(3, n), Matrix3Xd::Zero(3, n)},
                    {"mid", {l / 2, 0, 0}, Matrix3Xd::Zero(3, n), Matrix3Xd::Zero(3, n)}};
  rod.interfaces[2].translation.row(1) = mid;

  Mechanism m;
  m.add_body(rigid_body("crank", {1, Vector3d::Zero(), 1e-3 * Matrix3d::Identity()}));
  m.add_body(flexible_body(rod));
  m.add_body(rigid_body("slider", {0.5 * rho * area * l, Vector3d::Zero(), 1e-5 * Matrix3d::Identity()}));
  m.start[1].R = {r, 0, 0};
  m.start[2].R = {r + l, 0, 0};
  const Matrix3d along = testing::axis_frame(Vector3d::UnitX());
  const Index main = testing::add_marker(m, 0, Vector3d::Zero()), ground = testing::add_marker(m, -1, Vector3d::Zero());
  const Index pin = testing::add_marker(m, 0, {r, 0, 0});
  const Index big = m.add_marker(interface_marker("big", m.bodies[1], 1, "big"));
  const Index small = m.add_marker(interface_marker("small", m.bodies[1], 1, "small"));
  const Index wrist = testing::add_marker(m, 2, Vector3d::Zero());
  const Index guide = testing::add_marker(m, 2, Vector3d::Zero(), along),
              rail = testing::add_marker(m, -1, Vector3d::Zero(), along);
  m.joints = {revolute_joint("main", main, ground), revolute_joint("big end", big, pin),
              spherical_joint("small end", small, wrist), prismatic_joint("guide", guide, rail),
              motion("drive", main, ground, MotionKind::angular_speed, constant_value(W))};
  finish(m);
  State s = initial_state(m);
  start_rows(m, s);
  initialize(m, s);
  // Reference by Runge-Kutta from the same start: straight rod at rest in its frame.
  VectorXd y = VectorXd::Zero(2 * n);
  y.tail(n) = s.v.segment(m.first_velocity[1] + 6, n);
  const auto f = [&](double t, const VectorXd& z) {
    const double th = W * t, sb = r / l * std::sin(th), cb = std::sqrt(1 - sb * sb),
                 bd = r * W * std::cos(th) / (l * cb);
    const double bdd = (-r * W * W * std::sin(th) + l * sb * bd * bd) / (l * cb), angle = -std::asin(sb);
    const double ay = -r * W * W * (-std::sin(angle) * std::cos(th) + std::cos(angle) * std::sin(th));
    VectorXd d(2 * n);
    d.head(n) = z.tail(n);
    for (int j = 0; j < n; ++j) {
      const double sign = j % 2 == 0 ? -1 : 1;  // (-1)^k, k = j + 1
      const double c1 = 2 * (1 - sign) / ((j + 1) * pi), c2 = -2 * l * sign / ((j + 1) * pi);
      d[n + j] = -(wk[j] * wk[j] - bd * bd) * z[j] - (c1 * ay - c2 * bdd);
    }
    return d;
  };
  double t = 0, peak = 0, worst = 0;
  const double step = 2e-6;
  TransientOptions options;
  options.end = 4 * pi / W;
  options.fixed_step = 2e-5;
  options.output_step = 2e-4;
  options.alpha.rho = 1;
  options.alpha.newton = 1e-5;
  const TransientReport report =
      run_transient(m, s, options,
                    {[&](const State& at) {
                       while (t < at.t - 0.5 * step) {
                         const double dt = std::min(step, at.t - t);
                         const VectorXd k1 = f(t, y), k2 = f(t + dt / 2, y + dt / 2 * k1),
                                        k3 = f(t + dt / 2, y + dt / 2 * k2), k4 = f(t + dt, y + dt * k3);
                         y += dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
                         t += dt;
                       }
                       const double reference = mid.dot(y.head(n)) / l, deflection = mid.dot(at.x.q) / l;
                       peak = std::max(peak, std::abs(reference));
                       worst = std::max(worst, std::abs(deflection - reference));
                     },
                     {}});
  ASSERT_TRUE(report.finished) << report.message;
  EXPECT_NEAR(peak, 0.01303, 2e-5);
  testing::record({.group = "Multibody dynamics",
                   .name = "Slider-crank at 150 rad/s, elastic rod in its chord frame, mid deflection over two turns",
                   .reference = "ordinary differential equation of the rod",
                   .reference_value = peak,
                   .value = peak + worst,
                   .error = worst / peak,
                   .allowed = 0.005,
                   .why = "the reference is linear: second-order terms of the deflection are left out"});
  EXPECT_LT(report.energy_balance_error, 1e-3);
}

TEST(FreeFlight, AFlexibleBodyKeepsMomentumAndEnergy) {
  auto cloud = testing::point_mass_body(8, 3);
  cloud.reduced.damping.setZero();
  Mechanism m;
  m.add_body(flexible_body(cloud.reduced));
  m.start[0].v = {1, 2, -1};
  m.start[0].w = {3, 1, 2};
  m.start[0].qd = Vector3d(0.1, 0, 0);
  finish(m);
  State s = testing::consistent_state(m);
  Workspace work(m);
  const Momentum before = momentum(m, s, work);
  TransientOptions options;
  options.end = 2;
  options.fixed_step = 2e-4;
  options.alpha.rho = 1;
  options.alpha.newton = 1e-9;
  const TransientReport r = run_transient(m, s, options);
  ASSERT_TRUE(r.finished) << r.message;
  const Momentum after = momentum(m, s, work);
  const double p = (after.linear - before.linear).norm() / before.linear.norm();
  const double L = (after.angular - before.angular).norm() / before.angular.norm();
  for (const auto& [name, value] :
       {std::pair{"energy", r.energy_balance_error}, std::pair{"momentum", p}, std::pair{"angular momentum", L}})
    testing::record({.group = "Multibody dynamics",
                     .name = std::string("Free flight of a flexible body, all nine invariants: ") + name,
                     .reference = "conservation",
                     .reference_value = 0,
                     .value = value,
                     .error = value,
                     .allowed = 1e-5,
                     .why = "second order, 10000 steps"});
}

}  // namespace
}  // namespace trunnion
