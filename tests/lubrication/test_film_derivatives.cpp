#include <gtest/gtest.h>

#include <functional>

#include "lubrication/film_cases.h"

namespace trunnion {
namespace {

using namespace film_cases;

/// A wavy film with a cavity, a pocket and a hole, moving, in a step of time.
struct Case {
  Film film;
  FilmMotion motion;
  FilmPast past;
};

Case make_case(const Oil& oil, const Roughness& rough, double step) {
  const std::vector<FilmFeed> feeds{
      {.along = 0.3, .along_width = 0.4, .across = 0.041, .across_width = 0.004, .pressure = 4e5},
      {.along = 3.5, .across = 0.04, .diameter = 1.5e-3, .pressure = 3e5}};
  Case c{
      make_film("case",
                annulus_grid(fitted_angles(edges_along(feeds), 60), fitted_radii(inner, outer, edges_across(feeds), 8)),
                feeds, {.pressure = 1e5}, oil, rough),
      {},
      {}};
  const FilmGrid& grid = c.film.grid;
  c.motion = still(VectorXd(grid.size()));
  c.motion.speed_1 = -20;
  c.motion.speed_2 = washer_speed;
  for (Index i = 0; i < grid.columns(); ++i)
    for (Index j = 0; j < grid.rows(); ++j) {
      const double phi = grid.along[i], r = grid.arm[j];
      c.motion.gap[grid.at(i, j)] = 12e-6 + 1.2e-4 * r * std::cos(phi) + 2e-6 * std::cos(3 * phi + 0.3);
      c.motion.rate[grid.at(i, j)] = 2e-4 * std::sin(phi) - 3e-4;
    }
  if (step > 0) {  // two steps, so that some cells begin broken up
    c.past = full_past(c.film, c.motion.gap, step);
    FilmSolution s;
    solve_film(c.film, c.motion, c.past, s);
    EXPECT_LT(s.theta.minCoeff(), 0.999);
    c.past = next_past(c.film, c.motion, s, step);
  }
  return c;
}

void check(const Case& c) {
  const Index n = c.film.grid.size();
  FilmSolution s;
  solve_film(c.film, c.motion, c.past, s);
  ASSERT_TRUE(s.converged) << s.message;
  ASSERT_LT(s.theta.minCoeff(), 0.999) << "the case has a cavity";
  FilmDirections d = no_directions(n, 4);
  for (Index i = 0; i < c.film.grid.columns(); ++i)
    for (Index j = 0; j < c.film.grid.rows(); ++j) {
      const Index k = c.film.grid.at(i, j);
      d.gap(k, 0) = 1e-6 * (1 + 0.5 * std::cos(2 * c.film.grid.along[i] + static_cast<double>(j)));
      d.rate(k, 1) = 1e-4 * (1 + std::sin(c.film.grid.along[i]));
    }
  d.speed_1[2] = 1;
  d.speed_2[3] = 1;
  const FilmChange change = film_change(c.film, s, d);
  const Eigen::Matrix2Xd friction = friction_change(c.film, c.motion, s, d, change);
  for (Index k = 0; k < 4; ++k) {
    const double e = k < 2 ? 1e-5 : 1e-4;
    const auto moved = [&](double share, FilmFriction& f) {
      FilmMotion m = c.motion;
      m.gap += share * d.gap.col(k);
      m.rate += share * d.rate.col(k);
      m.speed_1 += share * d.speed_1[k];
      m.speed_2 += share * d.speed_2[k];
      FilmSolution t = s;
      solve_film(c.film, m, c.past, t, {.tolerance = 1e-13});
      EXPECT_EQ(t.full, s.full);
      f = film_friction(c.film, m, t);
      return t;
    };
    FilmFriction up, down;
    const FilmSolution a = moved(e, up), b = moved(-e, down);
    const VectorXd dp = (a.pressure - b.pressure) / (2 * e), dt = (a.theta - b.theta) / (2 * e);
    EXPECT_LE((dp - change.pressure.col(k)).norm(), 2e-6 * change.pressure.col(k).norm()) << "direction " << k;
    EXPECT_LE((dt - change.theta.col(k)).norm(), 2e-6 * change.theta.col(k).norm() + 1e-12) << "direction " << k;
    const double scale = friction.col(k).norm();
    EXPECT_NEAR((up.face_1 - down.face_1) / (2 * e), friction(0, k), 2e-6 * scale);
    EXPECT_NEAR((up.face_2 - down.face_2) / (2 * e), friction(1, k), 2e-6 * scale);
  }
}

TEST(FilmDerivatives, SmoothSteadyFilm) {
  Case c = make_case({.viscosity = 0.01}, {}, 0);
  c.motion.rate *= 0.05;
  check(c);
}
TEST(FilmDerivatives, SmoothFilmInAStep) { check(make_case({.viscosity = 0.01}, {}, 2e-4)); }
TEST(FilmDerivatives, RoughFilmInAStep) { check(make_case({.viscosity = 0.01}, {1.2e-6, 0.5e-6}, 2e-4)); }
TEST(FilmDerivatives, OrientedRoughness) {
  check(make_case({.viscosity = 0.01}, {1.2e-6, 0.5e-6, 3}, 2e-4));
  check(make_case({.viscosity = 0.01}, {0.4e-6, 1.0e-6, 1.0 / 6}, 2e-4));
}
TEST(FilmDerivatives, OilThatDependsOnPressure) {
  check(make_case({.viscosity = 0.05, .pressure_coefficient = 2e-8, .bulk_modulus = 1.5e9}, {}, 2e-4));
}

TEST(FilmSolver, ThickerOilUnderPressureCarriesMore) {
  // With viscosity exp(alpha p) a long slider's pressure is -ln(1 - alpha q)/alpha of the plain one's q.
  const double B = 0.05;
  const auto solve = [&](double alpha) {
    const Film film = make_film("slider", plane_grid(even(0, B, 201), even(0, 1, 2)), {}, {.low = false, .high = false},
                                {.viscosity = 0.1, .pressure_coefficient = alpha});
    FilmMotion m = still(VectorXd(film.grid.size()));
    for (Index i = 0; i < 201; ++i) m.gap.segment(2 * i, 2).setConstant(60e-6 - 30e-6 * film.grid.along[i] / B);
    m.speed_1 = 10;
    const FilmSolution s = steady(film, m);
    EXPECT_TRUE(s.converged) << s.message;
    return s.pressure.maxCoeff();
  };
  const double q = solve(0), p = solve(1e-8);
  EXPECT_NEAR(p, -std::log(1 - 1e-8 * q) / 1e-8, 6e-3 * q);  // Roelands bends away from the exponential by alpha p^2/P
  EXPECT_GT(p, 1.05 * q);
}

TEST(FilmSolver, StarvedFilmIsFollowedFromFull) {
  // No feed at all and nothing to breathe in: steadily the oil is thrown out.
  const Film film =
      make_film("ring", annulus_grid(even_angles(48), fitted_radii(inner, outer, {}, 8)), {}, {}, {.viscosity = 0.01});
  FilmMotion m = still(tilted(film.grid, 20e-6, 2e-4));
  m.speed_2 = washer_speed;
  const FilmSolution s = steady(film, m);
  EXPECT_TRUE(s.converged) << s.message;
  EXPECT_LT(s.pressure.maxCoeff(), 2e5);
}

TEST(FilmSolver, FilmAtRestIsAtAmbientPressure) {
  const Film film = washer({.ambient = 1e5});
  FilmSolution s = steady(film, washer_motion(film));  // warm start with a cavity, then everything stops
  solve_film(film, still(tilted(film.grid, 20e-6, 2e-4)), {}, s);
  ASSERT_TRUE(s.converged) << s.message;
  EXPECT_LE((s.pressure.array() - 1e5).abs().maxCoeff(), 1e-6);
}

TEST(FilmSolver, ParallelFacesCarryNothing) {
  const Film film = washer({.ambient = 1e5});
  FilmMotion m = still(VectorXd::Constant(film.grid.size(), 8e-6));
  m.speed_2 = washer_speed;
  EXPECT_NEAR(washer_load(film, steady(film, m)).force, 0, 1e-9);
}

TEST(FilmSolver, SaysWhereTheModelEnds) {
  EXPECT_TRUE(limit_warnings({.viscosity = 0.01}, {500, 10e6}).empty());
  const auto warnings = limit_warnings({.viscosity = 0.01}, {1500, 90e6});
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_NE(warnings[0].find("1500"), std::string::npos);
  EXPECT_NE(warnings[1].find("90 MPa"), std::string::npos);
}

}  // namespace
}  // namespace trunnion
