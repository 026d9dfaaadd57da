#include <gtest/gtest.h>

#include <cmath>

#include "support/mechanisms.h"
#include "support/verification.h"
#include "trunnion/solvers/ida.h"
#include "trunnion/system/energy.h"

namespace trunnion {
namespace {

Mechanism free_top() {
  Mechanism m;
  m.add_body(rigid_body("top", {1, Vector3d::Zero(), Vector3d(1.0, 2.0, 2.8).asDiagonal()}));
  m.start[0].w = {0.1, 6.0, 0.1};
  finish(m);
  return m;
}

struct Drift {
  double energy, momentum;
};
Drift drift(const Mechanism& m, const State& s) {
  Workspace work(m);
  const State start = initial_state(m);
  const auto energy = [&](const State& state) {
    update_kinematics(m, state, work);
    return energies(m, {}, state, work).kinetic;
  };
  const Momentum before = momentum(m, start, work), after = momentum(m, s, work);
  return {std::abs(energy(s) / energy(start) - 1), (after.angular - before.angular).norm() / before.angular.norm()};
}

// About 6 rad/s: 100 turns take 105 s. The spin about the middle axis is unstable, so the top tumbles all the time.
TEST(Top, ConservesEnergyAndAngularMomentumOver100TurnsWithIda) {
  const Mechanism m = free_top();
  State s = testing::consistent_state(m);
  IdaOptions options;
  options.end = 105;
  options.relative = 1e-13;
  options.absolute = {1e-13, 1e-13, 1e-13, 0};
  const TransientReport r = run_ida(m, s, options);
  ASSERT_TRUE(r.finished) << r.message;
  const Drift d = drift(m, s);
  for (const auto& [name, value] : {std::pair{"energy", d.energy}, std::pair{"angular momentum", d.momentum}})
    testing::record({.group = "Multibody dynamics",
                     .name = std::string("Torque-free asymmetric top, 100 turns, IDA: ") + name,
                     .reference = "conservation",
                     .reference_value = 0,
                     .value = value,
                     .error = value,
                     .allowed = 1e-9,
                     .why = "integration tolerance 1e-13 over 100 turns, orders up to 5"});
}

TEST(Top, ConservesEnergyAndAngularMomentumOver100TurnsWithGeneralizedAlpha) {
  const Mechanism m = free_top();
  State s = testing::consistent_state(m);
  TransientOptions options;
  options.end = 105;
  options.fixed_step = 4e-4;
  options.alpha.rho = 1;
  options.alpha.newton = 1e-9;
  const TransientReport r = run_transient(m, s, options);
  ASSERT_TRUE(r.finished) << r.message;
  const Drift d = drift(m, s);
  for (const auto& [name, value] : {std::pair{"energy", d.energy}, std::pair{"angular momentum", d.momentum}})
    testing::record({.group = "Multibody dynamics",
                     .name = std::string("Torque-free asymmetric top, 100 turns, generalized-alpha: ") + name,
                     .reference = "conservation",
                     .reference_value = 0,
                     .value = value,
                     .error = value,
                     .allowed = 1e-6,
                     .why = "second order, 2600 steps a turn"});
}

// With a tolerance that does not bind, IDA raises its order to the limit and then keeps the largest step.
TEST(Ida, ConvergesWithTheOrderItIsLimitedTo) {
  const Mechanism m = testing::pendulum();
  const auto at_end = [&](int order, double step, double tolerance) {
    State s = testing::consistent_state(m);
    IdaOptions options;
    options.end = 0.6;
    options.relative = tolerance;
    options.absolute = {tolerance, tolerance, tolerance, 0};
    options.max_order = order;
    options.max_step = step;
    const TransientReport r = run_ida(m, s, options);
    EXPECT_TRUE(r.finished) << r.message;
    return s.x.R[0];
  };
  struct Limit {
    int order;
    double step, tolerance;
  };
  const Vector3d fine = at_end(5, 5e-4, 1e-14);
  // Tolerances fall with the order as steps are halved, so that the start at order 1 keeps its share of the error.
  for (const Limit& limit :
       {Limit{1, 4e-4, 1e-5}, Limit{2, 2e-3, 1e-6}, Limit{3, 4e-3, 1e-7}, Limit{4, 6e-3, 1e-8}, Limit{5, 6e-3, 1e-7}}) {
    const auto error = [&](double part) {
      return (at_end(limit.order, part * limit.step, std::pow(part, limit.order) * limit.tolerance) - fine).norm();
    };
    const double coarse = error(1), half = error(0.5), measured = std::log2(coarse / half);
    testing::record({.group = "Multibody dynamics",
                     .name = fmt::format("Order of convergence of IDA limited to order {}, a pendulum", limit.order),
                     .reference = fmt::format("theory; errors {:.1e} and {:.1e} m", coarse, half),
                     .reference_value = static_cast<double>(limit.order),
                     .value = measured,
                     .error = std::abs(measured - limit.order),
                     .allowed = 0.2,
                     .why = "finite steps, start at order 1"});
  }
}

TEST(Ida, AgreesWithTheExactPendulumAndClosesItsJoint) {
  // Swing from horizontal: theta'' = -(g/l) cos(theta), integrated here by a fine Runge-Kutta scheme.
  const Mechanism m = testing::pendulum();
  double th = 0, w = 0;
  const auto f = [](double angle) { return -9.81 * std::cos(angle); };
  const int n = 200000;
  const double h = 10.0 / n;
  for (int i = 0; i < n; ++i) {
    const double k1 = w, l1 = f(th), k2 = w + h / 2 * l1, l2 = f(th + h / 2 * k1), k3 = w + h / 2 * l2,
                 l3 = f(th + h / 2 * k2), k4 = w + h * l3, l4 = f(th + h * k3);
    th += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    w += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
  }
  State s = testing::consistent_state(m);
  IdaOptions options;
  options.end = 10;
  options.relative = 1e-10;
  options.absolute = {1e-10, 1e-10, 1e-10, 0};
  const TransientReport r = run_ida(m, s, options);
  ASSERT_TRUE(r.finished) << r.message;
  EXPECT_LT(r.constraint_drift, 1e-7);
  testing::record({.group = "Multibody dynamics",
                   .name = "IFToMM A01 pendulum, x after 10 s, IDA",
                   .reference = "scalar equation, Runge-Kutta 5e-5 s",
                   .reference_value = std::cos(th),
                   .value = s.x.R[0].x(),
                   .error = std::abs(s.x.R[0].x() - std::cos(th)),
                   .allowed = 1e-6,
                   .why = "tolerance 1e-10 over 10 s"});
  State alpha = testing::consistent_state(m);
  const TransientReport ra = testing::run(m, alpha, 10, 0.01, 0.9);
  ASSERT_TRUE(ra.finished) << ra.message;
  testing::record({.group = "Multibody dynamics",
                   .name = "IFToMM A01 pendulum, x after 10 s, generalized-alpha",
                   .reference = "scalar equation, Runge-Kutta 5e-5 s",
                   .reference_value = std::cos(th),
                   .value = alpha.x.R[0].x(),
                   .error = std::abs(alpha.x.R[0].x() - std::cos(th)),
                   .allowed = 1e-3,
                   .why = "second order, local error 1e-9 m"});
  EXPECT_LT(ra.constraint_drift, 1e-10);
}

}  // namespace
}  // namespace trunnion
