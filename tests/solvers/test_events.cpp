// A mass falls onto a stop with play and bounces: free fall and half a swing of a spring in turns, in closed form.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/mechanisms.h"
#include "support/verification.h"
#include "trunnion/forces/radial_spring.h"
#include "trunnion/solvers/ida.h"

namespace trunnion {
namespace {

using testing::add_marker;

constexpr double mass = 2, stiffness = 5e4, play = 0.02, gravity = 9.81;

Mechanism bouncer() {
  Mechanism m;
  m.gravity = {gravity, 0, 0};
  m.add_body(rigid_body("mass", {mass, Vector3d::Zero(), Matrix3d::Identity()}));
  const Matrix3d along = testing::axis_frame(Vector3d::UnitX());
  const Index slide = add_marker(m, 0, Vector3d::Zero(), along), rail = add_marker(m, -1, Vector3d::Zero(), along);
  const Index inner = add_marker(m, 0, Vector3d::Zero()), outer = add_marker(m, -1, Vector3d::Zero());
  m.joints = {prismatic_joint("slide", slide, rail)};
  m.marker_forces = {{"stop", "radial spring", inner, outer,
                      std::make_shared<RadialSpring>(RadialSpring::Data{stiffness, play, 0, play})}};
  finish(m);
  return m;
}

// x - play = g/w^2 (1 - cos wt) + v/w sin wt in touch, and back to zero where tan(wt/2) = -v w/g.
std::vector<double> touch_times(int count) {
  const double w = std::sqrt(stiffness / mass), fall = std::sqrt(2 * play / gravity), v = gravity * fall;
  const double touch = 2 / w * (std::numbers::pi - std::atan(v * w / gravity));
  std::vector<double> times;
  for (int k = 0; k < count; ++k)
    times.push_back(k % 2 == 0 ? fall + k / 2 * (touch + 2 * fall) : times.back() + touch);
  return times;
}

struct Events {
  std::vector<double> t;
  TransientReport report;
};

Events run(double tolerance, bool with_ida) {
  const Mechanism m = bouncer();
  State s = testing::consistent_state(m);
  Events found;
  TransientCallbacks callbacks;
  callbacks.event = [&](double t, const std::string& force) {
    EXPECT_EQ(force, "stop");
    found.t.push_back(t);
  };
  if (with_ida) {
    IdaOptions options;
    options.end = 0.7;
    options.relative = tolerance;
    options.absolute = {tolerance, tolerance, tolerance, 0};
    found.report = run_ida(m, s, options, callbacks);
  } else {
    TransientOptions options;
    options.end = 0.7;
    options.alpha.rho = 0.9;
    options.alpha.tolerances = {tolerance, tolerance, tolerance, 0};
    found.report = run_transient(m, s, options, callbacks);
  }
  EXPECT_TRUE(found.report.finished) << found.report.message;
  return found;
}

double worst_time(const Events& found, const std::vector<double>& exact) {
  EXPECT_EQ(found.t.size(), exact.size());
  double worst = 0;
  for (std::size_t k = 0; k < std::min(exact.size(), found.t.size()); ++k)
    worst = std::max(worst, std::abs(found.t[k] - exact[k]));
  return worst;
}

TEST(Events, BothIntegratorsFindWhenAPlayClosesAndOpens) {
  const std::vector<double> exact = touch_times(10);
  const double speed = std::sqrt(2 * gravity * play), swing = std::sqrt(stiffness / mass);
  for (const bool with_ida : {false, true})
    for (const double tolerance : {1e-9, 1e-10}) {
      const Events found = run(tolerance, with_ida);
      EXPECT_EQ(found.report.events, 10);
      const double error = worst_time(found, exact);
      testing::record(
          {.group = "Multibody dynamics",
           .name = fmt::format("Mass on a stop with play, ten touches and partings, {} at {:g} m",
                               with_ida ? "IDA" : "generalized-alpha", tolerance),
           .reference = "closed form; error: largest of the ten times [s]",
           .reference_value = exact.back(),
           .value = found.t.empty() ? 0 : found.t.back(),
           .error = error,
           .allowed = static_cast<double>(found.report.steps) * tolerance * (1 / speed + 2 * swing / gravity),
           .why = fmt::format("{} steps with that error e each: e/v at the touch, and an error w e of "
                              "speed makes a flight longer by 2 w e/g",
                              found.report.steps)});
    }
}

}  // namespace
}  // namespace trunnion
