#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "support/verification.h"
#include "trunnion/lubrication/mobility.h"
#include "trunnion/math/gauss_legendre.h"

namespace trunnion {
namespace {

using Eigen::Vector2d;
using std::numbers::pi;

JournalFilm film_of(double slenderness) {
  return {.viscosity = 0.01, .length = slenderness * 0.05, .radius = 0.025, .clearance = 30e-6};
}

/// Journal without mass under a load (journal on film), sleeve at rest: e' = V + w/2 x e, Runge-Kutta of order 4.
struct Orbit {
  JournalFilm film;
  double speed;
  std::function<Vector2d(double)> load;

  Vector2d rate(double t, const Vector2d& e) const {
    return mobility_velocity(film, e, load(t)) + 0.5 * speed * Vector2d(-e[1], e[0]);
  }
  Vector2d step(double t, const Vector2d& e, double h) const {
    const Vector2d a = rate(t, e), b = rate(t + h / 2, e + h / 2 * a), c = rate(t + h / 2, e + h / 2 * b),
                   d = rate(t + h, e + h * c);
    return e + h / 6 * (a + 2 * b + 2 * c + d);
  }
};

TEST(Mobility, SqueezeTimesUnderConstantLoad) {
  struct Row {
    double slenderness, eps, tau;
  };
  const GaussRule rule = gauss_legendre(40);
  for (const Row& row :
       {Row{.5, .5, .8126422}, Row{.5, .9, 9.5803634}, Row{1, .5, 2.2415715}, Row{1, .9, 18.3958322}}) {
    const JournalFilm film = film_of(row.slenderness);
    const double load = 1000, C = film.clearance;
    double time = 0;
    for (Index i = 0; i < rule.points.size(); ++i)
      time += row.eps * C * rule.weights[i] / mobility_velocity(film, {row.eps * C * rule.points[i], 0}, {load, 0})[0];
    const double tau = time * load * std::pow(C / film.radius, 3) / (2 * film.viscosity * film.length * C);
    testing::record({.group = "Journal bearings",
                     .name = fmt::format("squeeze time to eccentricity {}, L/D {}", row.eps, row.slenderness),
                     .reference = "independent program, quadrature",
                     .reference_value = row.tau,
                     .value = tau,
                     .error = testing::relative_error(tau, row.tau),
                     .allowed = 1e-7,
                     .why = "digits of the reference"});
  }
}

TEST(Mobility, ApproachIsTheInverseOfTheImpedance) {
  JournalFilm film = film_of(0.5);
  film.rest_speed = 0;
  for (const double eps : {0.0, 0.3, 0.7, 0.95}) {
    const Vector2d e(eps * film.clearance, 0), F(500, 0);
    const Vector2d back = film_force(film, e, mobility_velocity(film, e, F)).force;
    EXPECT_LE((back - F).norm(), 1e-12 * F.norm()) << eps;
  }
}

TEST(Mobility, SteadyJournalUnderConstantLoad) {
  const Orbit orbit{film_of(0.5), 300, [](double) { return Vector2d(-2000, 0); }};
  Vector2d e(9e-6, 0);
  const double h = 2 * pi / 300 / 200;
  for (int i = 0; i < 6000; ++i) e = orbit.step(0, e, h);
  EXPECT_NEAR(e[0] / 30e-6, -0.48319168, 1e-7);
  EXPECT_NEAR(e[1] / 30e-6, -0.46074810, 1e-7);
  EXPECT_NEAR(e.norm() / 30e-6, 0.66765486, 1e-7);
}

TEST(Mobility, PeriodicOrbitOfAFourStrokeLoad) {
  const double w = 300, period = 4 * pi / w, C = 30e-6;
  const Orbit orbit{film_of(0.5), w, [=](double t) {
                      const double phase = t / period - std::floor(t / period) - 0.5;
                      return Vector2d(-(1500 + 14000 * std::exp(-phase * phase / 0.002)), 3000 * std::sin(w * t));
                    }};
  const int steps = 4000;
  const double h = period / steps;
  Vector2d e(0.3 * C, 0);
  double eps_max = 0, t_max = 0, eps_min = 1, t_min = 0;
  for (int i = 0; i < 4 * steps; ++i) {
    e = orbit.step(i * h, e, h);
    if (i < 3 * steps) continue;
    const double eps = e.norm() / C, phase = (i + 1 - 3 * steps) / static_cast<double>(steps);
    if (eps > eps_max) eps_max = eps, t_max = phase;
    if (eps < eps_min) eps_min = eps, t_min = phase;
  }
  testing::record({.group = "Journal bearings",
                   .name = "largest eccentricity of the orbit under a four-stroke load",
                   .reference = "independent program, mobility solution",
                   .reference_value = 0.82730,
                   .value = eps_max,
                   .error = std::abs(eps_max - 0.82730),
                   .allowed = 1e-4,
                   .why = "digits of the reference"});
  EXPECT_NEAR(t_max, 0.5423, 3e-4);
  EXPECT_NEAR((1 - eps_max) * C, 5.1809e-6, 1e-4 * C);
  EXPECT_NEAR(eps_min, 0.3439, 1e-4);
  EXPECT_NEAR(t_min, 0.0561, 3e-4);
  EXPECT_NEAR(e[0] / C, -0.118347, 1e-4);
  EXPECT_NEAR(e[1] / C, -0.713075, 1e-4);
}

TEST(Mobility, LoadTurningAtHalfSpeedLosesItsFilm) {
  // no wedge is left: in axes that turn with the load the journal falls along the squeeze curve
  const JournalFilm film = film_of(0.5);
  const double w = 300, load = 2000, C = film.clearance;
  const Orbit orbit{film, w,
                    [=](double t) { return Vector2d(load * std::cos(0.5 * w * t), load * std::sin(0.5 * w * t)); }};
  const double unit = 2 * film.viscosity * film.length * C / (load * std::pow(C / film.radius, 3));
  const int steps = 4000;
  Vector2d e(0, 0);
  for (int i = 0; i < steps; ++i) e = orbit.step(i * 9.5803634 * unit / steps, e, 9.5803634 * unit / steps);
  EXPECT_NEAR(e.norm() / C, 0.9, 1e-6);
}

TEST(Mobility, LoadTurningAtAnySpeedIsASteadyLoadAtTheDifference) {
  const JournalFilm film = film_of(0.5);
  const double turning = 60, load = 2000;
  const Orbit turned{film, 300,
                     [=](double t) { return Vector2d(load * std::cos(turning * t), load * std::sin(turning * t)); }};
  const Orbit steady{film, 300 - 2 * turning, [=](double) { return Vector2d(load, 0); }};
  Vector2d a(0, 0), b(0, 0);
  const double h = 2e-5;
  const int steps = 5000;
  for (int i = 0; i < steps; ++i) {
    a = turned.step(i * h, a, h);
    b = steady.step(i * h, b, h);
  }
  EXPECT_NEAR(a.norm(), b.norm(), 1e-8 * b.norm());
}

}  // namespace
}  // namespace trunnion
