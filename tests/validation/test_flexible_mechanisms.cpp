// Flexible bodies in motion against beam theory: spin-up with and without stress stiffening (Kane), a slider-crank with
// an elastic rod against its ordinary differential equation, and conservation in free flight.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "support/mechanisms.h"
#include "support/point_mass_body.h"
#include "support/slider_crank.h"
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

  double lowest_tip(double speed, bool stiffening, bool bounded = true) const {
    Mechanism m;
    Body b = flexible_body(body);
    if (stiffening) {
      StressStiffening pull;
      pull.spin.assign(6, MatrixXd::Zero(3, 3));
      pull.spin[1] = pull.spin[2] = Kg;  // spin about y or z pulls the beam
      add_stress_stiffening(b, pull);
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
    const TransientReport r = run_transient(
        m, s, options, {[&](const State& at, const Neighbors&) { lowest = std::min(lowest, tip.dot(at.x.q)); }, {}});
    EXPECT_TRUE(r.finished || !bounded) << r.message;
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
                     .allowed = 1e-3,
                     .why = "four digits of the reference, integration tolerance"});
  }
}

// At 6 rad/s the beam turns faster than its first frequency, 3.80 rad/s: with the softening of the spin and without
// stiffening its stiffness is negative, and the tip goes beyond the beam's own length.
TEST(SpinUp, WithoutStiffeningABeamFasterThanItsFirstFrequencyDiverges) {
  const Kane kane;
  for (const auto& [k, exact] : {std::pair{0, 3.7977}, std::pair{1, 23.800}}) {
    const double found = std::sqrt(kane.omega2[k]);
    testing::record({.group = "Multibody dynamics",
                     .name = fmt::format("Cantilever of 10 m, polynomial modes, frequency {} [rad/s]", k + 1),
                     .reference = "beam theory",
                     .reference_value = exact,
                     .value = found,
                     .error = testing::relative_error(found, exact),
                     .allowed = 1e-4,
                     .why = "five digits of the reference"});
  }
  const double tip = kane.lowest_tip(6, false, false);
  testing::record({.group = "Multibody dynamics",
                   .name = "Spin-up of a 10 m beam to 6 rad/s without stress stiffening: length over deflection",
                   .reference = "diverges: the deflection passes the beam's own length",
                   .reference_value = 0,
                   .value = kane.L / -tip,
                   .error = kane.L / -tip,
                   .allowed = 1,
                   .why = "grows without bound"});
}

// The reference of the slider-crank itself, against the same equation solved elsewhere: mid deflection over the rod's
// length at 90 to 540 degrees.
TEST(SliderCrank, ItsEquationHasTheSolutionFoundElsewhere) {
  const testing::SliderCrank data;
  const double reference[6] = {0.0057954, -0.0027473, -0.0012244, -0.0021344, 0.0047761, 0.0010876};
  std::vector<double> times;
  for (int k = 1; k <= 6; ++k) times.push_back(k * pi / 2 / data.speed);
  const std::vector<double> found = testing::rod_equation(data, times, {1}, false);
  for (int k = 0; k < 6; ++k)
    testing::record(
        {.group = "Multibody dynamics",
         .name = fmt::format("Equation of the slider-crank's rod at {} degrees, deflection over length", 90 * (k + 1)),
         .reference = "independent program",
         .reference_value = reference[k],
         .value = found[k],
         .error = std::abs(found[k] - reference[k]),
         .allowed = 1e-6,
         .why = "digits of the reference"});
}

// The rod as a line of mass in its chord frame with seven sine modes: the same functions as the reference.
TEST(SliderCrank, ElasticRodFollowsItsEquationAt150RadPerSecond) {
  const testing::SliderCrank data;
  constexpr int n = 7;
  const double line_mass = data.rod_mass() / data.rod;
  VectorXd x, w;
  line_points(data.rod, 12, x, w);
  MatrixXd phi(x.size(), n);
  VectorXd k(n);
  for (int j = 0; j < n; ++j) {
    for (Index i = 0; i < x.size(); ++i) phi(i, j) = std::sin((j + 1) * pi * x[i] / data.rod);
    k[j] = std::pow(data.angular_frequency(j + 1), 2) * data.rod_mass() / 2;
  }
  ReducedBody rod = beam(x, line_mass * w, phi, k.asDiagonal());
  const Matrix3Xd still = Matrix3Xd::Zero(3, n);
  rod.interfaces = {{"big", Vector3d::Zero(), still, still},
                    {"small", {data.rod, 0, 0}, still, still},
                    {"mid", {data.rod / 2, 0, 0}, still, still}};
  for (int j = 0; j < n; j += 2) rod.interfaces[2].translation(1, j) = j % 4 == 0 ? 1 : -1;
  const testing::Deflections d = testing::run_slider_crank(data, rod, {.step = 2e-5, .rho = 1});
  EXPECT_NEAR(d.peak, 0.01303, 2e-5);
  testing::record({.group = "Multibody dynamics",
                   .name = "Slider-crank at 150 rad/s, line of mass with sine modes, mid deflection over two turns",
                   .reference = "ordinary differential equation of the rod",
                   .reference_value = d.peak,
                   .value = d.found,
                   .error = d.worst,
                   .allowed = 0.005,
                   .why = "the reference is linear: second-order terms of the deflection are left out"});
  EXPECT_LT(d.report.energy_balance_error, 1e-3);
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
