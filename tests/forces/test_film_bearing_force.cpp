#include <gtest/gtest.h>

#include <numbers>

#include "forces/films.h"
#include "support/tangent_check.h"
#include "trunnion/forces/film_bearing_force.h"
#include "trunnion/forces/film_memory.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

using Shape = FilmShape;
using std::numbers::pi;
using testing::journal_film;
using testing::thrust_film;

RelativeMotion running(const Vector3d& d, const Vector3d& tilt, const Vector3d& v, const Vector3d& w) {
  return {d, rotation_exp(tilt) * rotation_exp(Vector3d(0, 0, 1.3)), v, w};
}

const RelativeMotion journal_motion =
    running({14e-6, -6e-6, 1e-4}, {3e-4, -2e-4, 0}, {2e-3, 1e-3, -3e-3}, {0.02, -0.03, 180});
const RelativeMotion thrust_motion =
    running({2e-4, -1e-4, 12e-6}, {8e-5, 1.2e-4, 0}, {1e-3, 2e-3, -4e-4}, {0.01, -0.015, 188});

const StepContext steady{.kind = StageKind::steady}, instant{}, step{.t = 1e-4, .step = 1e-4};

/// Memory of a film that has run for a step.
History memory(const FilmBearingForce& force, const RelativeMotion& m) {
  CacheSlot slot;
  ForceReport report;
  force.report(steady, m, force.initial_history(), slot, report);
  return report.trial;
}

TEST(FilmBearingForce, TangentsAreTheLimitsOfDifferences) {
  const FilmBearingForce journal(Shape::journal, journal_film(), 30e-6), thrust(Shape::thrust, thrust_film(), 0);
  for (const StepContext& at : {steady, instant, step}) {
    testing::expect_exact_tangent(journal, at, journal_motion, memory(journal, journal_motion), 2e-5, 1e-6);
    testing::expect_exact_tangent(thrust, at, thrust_motion, memory(thrust, thrust_motion), 2e-5, 1e-5);
  }
}

TEST(FilmBearingForce, TangentsHoldWhereFacesTouch) {
  const FilmBearingForce journal(Shape::journal, journal_film(), 30e-6), thrust(Shape::thrust, thrust_film(), 0);
  RelativeMotion m = journal_motion;
  m.d = Vector3d(27.9e-6, 11.2e-6, 0);  // beyond the clearance on one side
  testing::expect_exact_tangent(journal, step, m, memory(journal, m), 5e-5, 1e-6);
  m = thrust_motion;
  m.d.z() = 6.5e-6;
  testing::expect_exact_tangent(thrust, step, m, memory(thrust, m), 5e-5, 1e-6);
}

TEST(FilmBearingForce, CenteredJournalFeelsPetroffsFriction) {
  BearingFilm b = journal_film();
  b.feeds.clear();
  b.film = make_film("main", cylinder_grid(0.025, fitted_angles({}, 48), fitted_nodes(-0.0125, 0.0125, {}, 8)), {},
                     {.pressure = 1e5}, {.viscosity = 0.01});
  b.profile = VectorXd::Zero(b.film.grid.size());
  const FilmBearingForce force(Shape::journal, b, 30e-6);
  CacheSlot slot;
  const RelativeMotion m = running(Vector3d::Zero(), Vector3d::Zero(), Vector3d::Zero(), {0, 0, 200});
  const Vector6d W = force.force(steady, m, force.initial_history(), slot);
  const double petroff = 2 * pi * 0.01 * std::pow(0.025, 3) * 0.025 / 30e-6 * 200;
  EXPECT_NEAR(W[5], -petroff, 1e-9 * petroff);
  EXPECT_LE(W.head<3>().norm(), 1e-6);
}

TEST(FilmBearingForce, JournalIsPushedAwayFromTheNarrowPlaceAndForward) {
  const FilmBearingForce force(Shape::journal, journal_film(), 30e-6);
  CacheSlot slot;
  const RelativeMotion m = running({0, -20e-6, 0}, Vector3d::Zero(), Vector3d::Zero(), {0, 0, 200});
  const Vector6d W = force.force(steady, m, force.initial_history(), slot);
  EXPECT_GT(W[1], 100);  // up, against the load that pressed it down
  EXPECT_GT(W[0], 100);  // and in the direction in which a journal turning about +z climbs
}

TEST(FilmBearingForce, PowerIsThatOfTheWrench) {
  const FilmBearingForce thrust(Shape::thrust, thrust_film(), 0);
  CacheSlot slot;
  ForceReport report;
  const History past = memory(thrust, thrust_motion);
  const Vector6d W = thrust.force(step, thrust_motion, past, slot);
  thrust.report(step, thrust_motion, past, slot, report);
  const double power = W.head<3>().dot(thrust_motion.v) + W.tail<3>().dot(thrust_motion.w);
  EXPECT_NEAR(report.dissipated_power, -power, 1e-12 * std::abs(power));
  EXPECT_GT(report.dissipated_power, 0);
}

TEST(FilmBearingForce, StepsOfAStillSteadyFilmChangeNothing) {
  const FilmBearingForce force(Shape::journal, journal_film(), 30e-6);
  RelativeMotion m = running({0, -20e-6, 0}, Vector3d::Zero(), Vector3d::Zero(), {0, 0, 200});
  CacheSlot slot;
  History past = memory(force, m);
  const Vector6d before = force.force(steady, m, past, slot);
  for (int k = 1; k <= 5; ++k) {
    const StepContext at{.t = k * 1e-4, .step = 1e-4};
    const Vector6d W = force.force(at, m, past, slot);
    EXPECT_LE((W - before).norm(), 1e-6 * before.norm());
    ForceReport report;
    force.report(at, m, past, slot, report);
    past = report.trial;
  }
  const FilmFields fields = film_fields(force.bearing(), past);
  EXPECT_TRUE(fields.known);
  EXPECT_GT(fields.passed, 0);
  EXPECT_LE(std::abs(fields.unexplained), 1e-9 * fields.passed);
}

/// What a film remembers of a journal at rest that is drawn aside by `way` with the speed `rate`, both over time.
template <class Way, class Rate>
FilmFields drawn_aside(const FilmBearingForce& force, const Way& way, const Rate& rate, double dt) {
  History past = force.initial_history();
  CacheSlot slot;
  for (int k = 0; k <= 40; ++k) {
    const double t = k * dt;
    RelativeMotion m;
    m.d.x() = way(t);
    m.v.x() = rate(t);
    ForceReport report;
    force.report({.t = t, .step = k == 0 ? 0 : dt}, m, past, slot, report);
    past = report.trial;
  }
  return film_fields(force.bearing(), past);
}

/// What a thrust film remembers after a millisecond in steps of dt in which its gap follows `gap` with this rate.
template <class Gap, class Rate>
FilmFields squeezed(const FilmBearingForce& force, const Gap& gap, const Rate& rate, double dt) {
  History past = force.initial_history();
  CacheSlot slot;
  for (int k = 0; k * dt < 1.0001e-3; ++k) {
    RelativeMotion m;
    m.d.z() = gap(k * dt);
    m.v.z() = rate(k * dt);
    ForceReport report;
    force.report({.t = k * dt, .step = k == 0 ? 0 : dt}, m, past, slot, report);
    past = report.trial;
  }
  return film_fields(force.bearing(), past);
}

// A full film takes its squeeze from the rate: its content and what flowed in agree by the trapezoidal rule.
TEST(FilmBearingForce, NetInflowIsTheGrowthOfTheContent) {
  const FilmBearingForce force(Shape::thrust, thrust_film(), 0);
  const FilmFields f = squeezed(
      force, [](double t) { return 16e-6 - 2 * t * t; }, [](double t) { return -4 * t; }, 1e-4);
  const double growth = -2e-6 * force.bearing().film.grid.areas().sum();
  EXPECT_EQ((f.theta.array() < 1).count(), 0);
  EXPECT_NEAR(f.brought, growth, 1e-9 * std::abs(growth));  // the rule is exact for a straight line
  EXPECT_LE(f.most_unexplained, 1e-9 * std::abs(growth));
  EXPECT_GT(f.passed, 0.4 * std::abs(growth));
}

TEST(FilmBearingForce, OilOfAFullFilmIsAccountedForToSecondOrderInTheStep) {
  BearingFilm film = thrust_film();
  film.film.rupture = Rupture::none;
  const FilmBearingForce force(Shape::thrust, film, 0);
  constexpr double w = 2 * pi / 0.8e-3;
  const auto lost = [&](double dt) {
    return squeezed(
        force, [](double t) { return 16e-6 + 3e-6 * std::cos(w * t); },
        [](double t) { return -3e-6 * w * std::sin(w * t); }, dt);
  };
  const FilmFields coarse = lost(5e-5), fine = lost(2.5e-5);
  EXPECT_NEAR(coarse.most_unexplained / fine.most_unexplained, 4, 0.1);
  EXPECT_GE(coarse.most_unexplained, std::abs(coarse.unexplained));
}

TEST(FilmBearingForce, RemembersWhenAndWhereItWasUsedUp) {
  BearingFilm film = journal_film();
  const FilmBearingForce goes_on(Shape::journal, film, 30e-6);
  film.stop_on_contact = true;
  const FilmBearingForce stops(Shape::journal, film, 30e-6);
  const auto way = [](double t) { return 28e-6 * std::sin(pi * t / 2e-3) + 2e-6 * std::sin(3 * pi * t / 2e-3) * -1; };
  History past = goes_on.initial_history();
  CacheSlot slot, other;
  std::string stop;
  double first = -1;
  for (int k = 0; k <= 40; ++k) {
    const double t = k * 5e-5, e = way(t);
    RelativeMotion m;
    m.d.x() = e;
    m.v.x() = (way(t + 1e-9) - way(t - 1e-9)) / 2e-9;
    ForceReport report, stopped;
    const StepContext at{.t = t, .step = k == 0 ? 0 : 5e-5};
    goes_on.report(at, m, past, slot, report);
    stops.report(at, m, past, other, stopped);
    EXPECT_TRUE(report.stop.empty());
    EXPECT_EQ(stopped.stop.empty(), 30e-6 - e >= film.guard);
    if (!stopped.stop.empty() && first < 0) {
      first = t;
      stop = stopped.stop;
    }
    past = report.trial;
  }
  const FilmTouch touch = film_fields(goes_on.bearing(), past).touch;
  ASSERT_TRUE(touch.happened());
  EXPECT_DOUBLE_EQ(touch.first, first);
  EXPECT_NEAR(touch.deepest, 1e-3, 1e-12);
  const FilmGrid& grid = film.film.grid;
  const double angle = grid.along[touch.node / grid.rows()];
  EXPECT_NEAR(std::cos(angle), 1, 1 - std::cos(grid.step.maxCoeff()));  // where it was drawn to
  EXPECT_NEAR(touch.gap, 30e-6 * (1 - std::cos(angle)), 1e-12);
  EXPECT_NE(stop.find("used up"), std::string::npos);
  EXPECT_NE(stop.find(place_of(grid, touch.node).substr(0, 4)), std::string::npos) << stop;
}

TEST(FilmBearingForce, NoOilIsLostWhereAGapOpensMoreAndMoreSlowly) {
  const FilmBearingForce force(Shape::journal, journal_film(), 30e-6);
  constexpr double v = 10e-3, a = 2;
  const FilmFields f = drawn_aside(
      force, [](double t) { return v * t - 0.5 * a * t * t; }, [](double t) { return v - a * t; }, 5e-5);
  EXPECT_GT((f.theta.array() < 0.99).count(), 0.1 * force.bearing().film.grid.size());
  EXPECT_LE(std::abs(f.unexplained), 1e-12 * f.passed);
}

// Opening faster and faster it leaves less room at the end of a step than its rate there says: a cell must not be left
// with more oil than fits in, and what is lost is at most that error of the rate.
TEST(FilmBearingForce, WhereAGapOpensFasterAndFasterOilIsLostBySecondOrderInTheStep) {
  const FilmBearingForce force(Shape::journal, journal_film(), 30e-6);
  constexpr double a = 8, dt = 5e-5;
  const FilmFields f = drawn_aside(
      force, [](double t) { return 0.5 * a * t * t; }, [](double t) { return a * t; }, dt);
  EXPECT_GT((f.theta.array() < 0.99).count(), 0.1 * force.bearing().film.grid.size());
  EXPECT_LE(f.theta.maxCoeff(), 1);
  EXPECT_LE(std::abs(f.unexplained), 0.5 * a * dt * dt * force.bearing().film.grid.areas().sum());
}

}  // namespace
}  // namespace trunnion
