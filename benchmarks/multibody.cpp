// Cost per time step of the multibody engine: chains of 10, 100 and 1000 rigid pendulums, and one flexible body with
// 20, 60, 140 and 300 modes; with the shares of residual, Jacobian and linear solve. A chain must cost O(n).

#include <fmt/core.h>

#include <cmath>

#include "trunnion/math/stopwatch.h"
#include "trunnion/solvers/generalized_alpha.h"
#include "trunnion/system/initialize.h"

using namespace trunnion;

namespace {

Mechanism chain(int links) {
  Mechanism m;
  m.gravity = {0, -9.81, 0};
  Index before = m.add_marker({"ground", -1, Vector3d::Zero(), Matrix3d::Identity(), {}, {}});
  for (int k = 0; k < links; ++k) {
    const Index b = m.add_body(rigid_body(fmt::format("link {}", k), {1, {0.5, 0, 0}, 0.1 * Matrix3d::Identity()}));
    m.start[b].R = {static_cast<double>(k), 0, 0};
    const Index pin = m.add_marker({"pin", b, Vector3d::Zero(), Matrix3d::Identity(), {}, {}});
    m.joints.push_back(revolute_joint(fmt::format("pin {}", k), pin, before));
    before = m.add_marker({"end", b, {1, 0, 0}, Matrix3d::Identity(), {}, {}});
  }
  finish(m);
  return m;
}

// A bar of point masses with sine modes: what counts here is the number of modes only.
ReducedBody bar(Index modes) {
  const Index points = modes + 20;
  ReducedBody body;
  body.name = "bar";
  InertiaInvariants& inv = body.invariants;
  MatrixXd phi(points, modes);
  VectorXd x(points);
  for (Index i = 0; i < points; ++i) {
    x[i] = static_cast<double>(i) / static_cast<double>(points - 1);
    for (Index j = 0; j < modes; ++j) phi(i, j) = std::sin(static_cast<double>(j + 1) * M_PI * x[i]);
  }
  const double mass = 1.0 / static_cast<double>(points);
  const MatrixXd gram = mass * phi.transpose() * phi;
  const VectorXd first = mass * phi.transpose() * x;
  inv.I1 = 1;
  inv.I2 = {mass * x.sum(), 0, 0};
  inv.I3.setZero(3, modes);
  inv.I3.row(1) = mass * phi.colwise().sum();
  inv.I4.setZero(3, modes);
  inv.I4.row(2) = first;
  inv.I6 = gram;
  inv.I7 = mass * x.squaredNorm() * Matrix3d::Identity();
  for (Index j = 0; j < modes; ++j) {
    inv.I5.emplace_back(Matrix3Xd::Zero(3, modes));
    Matrix3d I8 = Matrix3d::Zero();
    I8(1, 0) = first[j];
    inv.I8.push_back(I8);
    inv.I9.emplace_back();
    for (Index k = 0; k < modes; ++k) inv.I9[j].push_back(Vector3d(-gram(j, k), 0, -gram(j, k)).asDiagonal());
  }
  body.stiffness = VectorXd::LinSpaced(modes, 1, static_cast<double>(modes)).array().pow(4).matrix().asDiagonal();
  body.stiffness *= 1e4;
  body.damping = 1e-5 * body.stiffness;
  body.mass = gram;
  Matrix3Xd none = Matrix3Xd::Zero(3, modes);
  body.interfaces = {{"left", Vector3d::Zero(), none, none}, {"right", {1, 0, 0}, none, none}};
  return body;
}

Mechanism swinging_bar(Index modes) {
  Mechanism m;
  m.gravity = {0, -9.81, 0};
  m.add_body(flexible_body(bar(modes)));
  m.add_marker(interface_marker("pin", m.bodies[0], 0, "left"));
  m.add_marker({"ground", -1, Vector3d::Zero(), Matrix3d::Identity(), {}, {}});
  m.joints = {revolute_joint("pin", 0, 1)};
  finish(m);
  return m;
}

template <class Work>
double milliseconds(int repeat, Work&& work) {
  const Stopwatch watch;
  for (int i = 0; i < repeat; ++i) work();
  return 1e3 * watch.seconds() / repeat;
}

double measure(const char* what, long size, const Mechanism& m, int steps) {
  State s = initial_state(m), next;
  start_rows(m, s);
  initialize(m, s);
  GeneralizedAlpha integrator(m, {});
  constexpr double h = 1e-3;
  integrator.prepare(s, h);
  long iterations = 0, factorizations = 0;
  const double per_step = milliseconds(steps, [&] {
    const StepReport step = integrator.step(s, h, next);
    iterations += step.iterations;
    factorizations += step.factorizations;
    std::swap(s, next);
  });
  Workspace work(m);
  const StepContext at{s.t, h, h, StageKind::transient};
  const double residual = milliseconds(3, [&] { assemble_residual(m, at, s, work); });
  const double jacobian = milliseconds(3, [&] { assemble_jacobian(m, at, s, {{1, h, h * h}, 0, 1e-13}, work); });
  const double factor = milliseconds(3, [&] { work.lu.factor(work.jacobian.matrix()); });
  VectorXd x;
  const double solve = milliseconds(3, [&] { work.lu.solve(work.residual, x); });
  fmt::print(
      "{:>8} {:>5}  {:9.3f} ms/step  {:4.2f} iterations  {:4.2f} factorizations   residual {:8.3f}  jacobian "
      "{:8.3f}  factor {:8.3f}  solve {:8.3f} ms\n",
      what, size, per_step, static_cast<double>(iterations) / steps, static_cast<double>(factorizations) / steps,
      residual, jacobian, factor, solve);
  return per_step;
}

}  // namespace

int main() {
  measure("bodies", 10, chain(10), 200);
  const double c100 = measure("bodies", 100, chain(100), 50);
  const double c1000 = measure("bodies", 1000, chain(1000), 10);
  fmt::print("1000 bodies cost {:.1f} times 100 bodies (10 = linear)\n", c1000 / c100);
  for (const Index modes : {20, 60, 140, 300}) measure("modes", modes, swinging_bar(modes), 20);
  return 0;
}
