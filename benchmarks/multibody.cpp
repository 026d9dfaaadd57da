// Cost per time step of the multibody engine: chains of 10, 100 and 1000 rigid pendulums, and one flexible body with
// 20, 60, 140 and 300 modes, with the shares of assembly, linear solve and output; Andrews' mechanism, error
// against time; windows of four bars. One JSON object a line; `benchmarks/run-multibody` makes a page of them.

#include <fmt/core.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "trunnion/math/blas_kernel.h"
#include "trunnion/results/time_record.h"
#include "trunnion/run/build_mechanism.h"
#include "trunnion/solvers/ida.h"
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

// Processor time of this one thread: what else the machine does counts less than in wall time.
double now_ms() { return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

template <class Work>
double milliseconds(int repeat, Work&& work) {
  const double begin = now_ms();
  for (int i = 0; i < repeat; ++i) work();
  return (now_ms() - begin) / repeat;
}

// Steps of a millisecond, every tenth recorded. Assembly and solves: what one call costs, times the calls.
void measure(const char* what, long size, const Mechanism& m, int steps) {
  State s = initial_state(m);
  start_rows(m, s);
  initialize(m, s);
  constexpr double h = 1e-3;
  TransientOptions options;
  options.end = steps * h;
  options.fixed_step = h;
  options.output_step = 10 * h;
  TimeRecord record;
  Workspace recorder(m);
  double output = 0;
  TransientCallbacks callbacks;
  callbacks.output = [&](const State& now, const Neighbors&) {
    output += milliseconds(1, [&] { record_state(m, now, StageKind::transient, record, recorder); });
  };
  const double begin = now_ms();
  const TransientReport report = run_transient(m, s, options, callbacks);
  const double total = now_ms() - begin;
  if (!report.finished) {
    fmt::print(stderr, "{}\n", report.message);
    std::exit(1);
  }
  Workspace work(m);
  const StepContext at{s.t, h, h, StageKind::transient};
  const int repeat = std::max(5, static_cast<int>(100 / (0.1 + total / steps)));
  const double residual = milliseconds(repeat, [&] { assemble_residual(m, at, s, work); });
  const double jacobian = milliseconds(repeat, [&] { assemble_jacobian(m, at, s, {{1, h, h * h}, 0, 1e-13}, work); });
  work.lu.factor(work.jacobian.matrix());  // finds its ordering once
  const double factor = milliseconds(repeat, [&] { work.lu.factor(work.jacobian.matrix()); });
  VectorXd x;
  const double solve = milliseconds(repeat, [&] { work.lu.solve(work.residual, x); });
  const auto iterations = static_cast<double>(report.iterations),
             factorizations = static_cast<double>(report.factorizations);
  fmt::print(
      R"({{"case": "{}", "size": {}, "velocities": {}, "rows": {}, "ms_per_step": {:.6g}, "iterations": {:.3g}, )"
      R"("factorizations": {:.3g}, "assembly": {:.4g}, "linear_solve": {:.4g}, "output": {:.4g}, )"
      R"("residual_ms": {:.4g}, "jacobian_ms": {:.4g}, "factor_ms": {:.4g}, "solve_ms": {:.4g}}})"
      "\n",
      what, size, m.num_velocities, m.num_rows, total / steps, iterations / steps, factorizations / steps,
      (iterations * residual + factorizations * jacobian) / total,
      (iterations * solve + factorizations * factor) / total, output / total, residual, jacobian, factor, solve);
  std::fflush(stdout);
}

// Root mean square over all instants and coordinates, each over its value or 0.001, whichever is larger.
double library_error(const std::vector<Eigen::Vector2d>& found, const std::vector<Eigen::Vector2d>& reference) {
  double sum = 0;
  for (std::size_t i = 0; i < reference.size(); ++i)
    sum += ((found.at(i) - reference[i]).array() / reference[i].array().abs().max(1e-3)).square().sum();
  return std::sqrt(sum / (2.0 * static_cast<double>(reference.size())));
}

// Andrews' mechanism over the 0.05 s of the library, the path of its point F at 400 instants: what an error costs, with
// both integrators. Reference: IDA at a tight tolerance.
void andrews(const std::filesystem::path& file) {
  const BuiltMechanism built =
      build_mechanism(read_model(file), [](const FlexibleBodyInput&) { return std::shared_ptr<const ReducedBody>(); });
  const Mechanism& m = built.mechanism;
  constexpr double end = 0.05;
  const Index coupler = built.bodies.at("K2");
  std::vector<Eigen::Vector2d> path, reference;
  const TransientCallbacks follow{
      [&](const State& s, const Neighbors&) { path.emplace_back(s.x.R[coupler].head<2>()); }};
  const auto by_ida = [&](State& s, double accuracy) {
    IdaOptions options;
    options.end = end;
    options.output_step = end / 400;
    options.relative *= accuracy;
    options.absolute = {options.absolute.position * accuracy, options.absolute.rotation * accuracy,
                        options.absolute.elastic * accuracy, 0};
    return run_ida(m, s, options, follow);
  };
  {
    State s = initial_state(m);
    start_rows(m, s);
    initialize(m, s);
    by_ida(s, 0.01);
    reference = path;
  }
  const auto run = [&](const char* name, double accuracy, auto&& integrate) {
    double best = 0;
    for (int repeat = 0; repeat < 3; ++repeat) {  // the fastest of three
      State s = initial_state(m);
      start_rows(m, s);
      initialize(m, s);
      path.clear();
      const double begin = now_ms();
      const TransientReport report = integrate(s);
      const double ms = now_ms() - begin;
      best = repeat == 0 ? ms : std::min(best, ms);
      if (repeat < 2) continue;
      fmt::print(
          R"({{"case": "andrews", "integrator": "{}", "accuracy": {:g}, "error": {:.3g}, "ms": {:.4g}, "steps": {}}})"
          "\n",
          name, accuracy, library_error(path, reference), best, report.steps);
      std::fflush(stdout);
    }
  };
  for (const double accuracy : {1000.0, 100.0, 10.0, 1.0, 0.1})
    run("generalized-alpha", accuracy, [&](State& s) {
      TransientOptions options;
      options.end = end;
      options.output_step = end / 400;
      Tolerances& tol = options.alpha.tolerances;
      tol = {tol.position * accuracy, tol.rotation * accuracy, tol.elastic * accuracy, tol.relative * accuracy};
      return run_transient(m, s, options, follow);
    });
  for (const double accuracy : {1000.0, 100.0, 10.0, 1.0})
    run("ida", accuracy, [&](State& s) { return by_ida(s, accuracy); });
}

// Windows of four bars over 20 s, with the steps for the low and the high precision of the library.
void four_bars(const std::filesystem::path& file, double step) {
  const BuiltMechanism built =
      build_mechanism(read_model(file), [](const FlexibleBodyInput&) { return std::shared_ptr<const ReducedBody>(); });
  const Mechanism& m = built.mechanism;
  State s = initial_state(m);
  start_rows(m, s);
  initialize(m, s);
  TransientOptions options;
  options.end = 20;
  options.fixed_step = step;
  options.alpha.rho = 0.9;
  options.alpha.tolerances = {1e-8, 1e-8, 1e-8, 1e-6};
  options.alpha.newton = 1e-6;
  const double begin = now_ms();
  const TransientReport report = run_transient(m, s, options);
  fmt::print(
      R"({{"case": "four-bars", "bodies": {}, "rows": {}, "step": {:g}, "steps": {}, "ms": {:.4g}, "drift_J": {:.3g}, )"
      R"("largest_J": {:.4g}, "finished": {}}})"
      "\n",
      m.bodies.size(), m.num_rows, step, report.steps, now_ms() - begin, s.book.worst, s.book.largest, report.finished);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  use_fast_blas_kernel();
  set_num_threads(1);
  measure("bodies", 10, chain(10), 500);
  measure("bodies", 100, chain(100), 200);
  measure("bodies", 1000, chain(1000), 50);
  for (const Index modes : {20, 60, 140, 300}) measure("modes", modes, swinging_bar(modes), modes > 100 ? 100 : 300);
  if (count > 1) andrews(arguments[1]);
  for (int k = 2; k < count; ++k)
    for (const double step : {4e-3, 5e-4}) four_bars(arguments[k], step);
  return 0;
}
