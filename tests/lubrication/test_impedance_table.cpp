#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/verification.h"
#include "trunnion/lubrication/film_force.h"
#include "trunnion/lubrication/impedance_table.h"

namespace trunnion {
namespace {

using Eigen::Vector2d;
using std::numbers::pi;

constexpr double degree = pi / 180;

/// One table for all tests: it takes a second to fill.
const std::shared_ptr<const ImpedanceTable>& half_table() {
  static const auto table = std::make_shared<const ImpedanceTable>(0.5);
  return table;
}

JournalFilm film() {
  return {.viscosity = 0.01,
          .length = 0.025,
          .radius = 0.025,
          .clearance = 25e-6,
          .form = JournalFilm::Form::table,
          .table = half_table()};
}

struct Row {
  double slenderness, eps, S;
};
// Finite-volume films of 360 x 33 nodes, extrapolated.
constexpr Row finite_journals[]{{1, .1, 1.3298},  {1, .4, .2604},   {1, .6, .12094},  {1, .8, .04456},
                                {1, .9, .01882},  {.5, .1, 4.326},  {.5, .4, .7854},  {.5, .6, .3193},
                                {.5, .8, .09171}, {.5, .9, .03124}, {.5, .97, .00621}};

TEST(ImpedanceTable, SolvedFilmsCarryAsTheFiniteJournalTableSays) {
  // The size of the load, and not of nearly centered long journals: the reference has a groove at the widest gap, which
  // turns the load by a degree and costs 2 percent of it at eccentricity 0.1 and length over diameter 1. Without the
  // groove load and angle agree there too (FilmAnalytic.WithoutItsGrooveAJournalCarriesAsImpedancesSay).
  for (const Row& row : finite_journals) {
    if (row.slenderness == 1 && row.eps == 0.1) continue;
    // Steady running: V = -w/2 x e is square to e.
    const SolvedImpedance z =
        solve_impedance(row.slenderness, row.eps, VectorXd::Constant(1, pi / 2), {.around = 240, .across = 25}).front();
    const double S = 1 / (pi * row.eps * z.size);
    EXPECT_NEAR(S, row.S, 0.005 * row.S) << row.slenderness << " " << row.eps;
  }
}

TEST(ImpedanceTable, TakesTheErrorOfTheFitAway) {
  // Steady running, where the fit is off by up to 32 percent.
  for (const Row& row : finite_journals) {
    if (row.slenderness != 0.5) continue;
    const JournalFilm f = film();
    const Vector2d e(row.eps * f.clearance, 0), V(0, -1e-3);  // the angle from V to e is +90 degrees
    const Vector2d F = film_force(f, e, V).force;
    const double S = 1 / (pi * row.eps * impedance(f, F.norm(), V.norm()));
    EXPECT_NEAR(S, row.S, 0.015 * row.S) << row.eps;  // grid of the table, 144 x 13 on half the width
    testing::record(
        {.group = "Journal bearings",
         .name = "impedance table, Sommerfeld number at eccentricity " + std::to_string(row.eps).substr(0, 4),
         .reference = "independent program, finite volumes of 360 x 33",
         .reference_value = row.S,
         .value = S,
         .error = testing::relative_error(S, row.S),
         .allowed = 0.015,
         .why = "grid of the table"});
  }
}

TEST(ImpedanceTable, AgreesWithSolvedFilmsBetweenItsNodes) {
  for (const double eps : {0.05, 0.33, 0.62, 0.87, 0.95})
    for (const double alpha : {0.1, 0.9, 1.7, 2.5, 3.0}) {
      const SolvedImpedance z = solve_impedance(0.5, eps, VectorXd::Constant(1, alpha)).front();
      const JournalFilm f = film();
      const Vector2d e = eps * f.clearance * Vector2d(std::cos(alpha), std::sin(alpha)), V(1e-3, 0);
      const Vector2d F = film_force(f, e, V).force;
      EXPECT_NEAR(impedance(f, F.norm(), 1e-3) / z.size, 1, 0.01) << eps << " " << alpha;
      EXPECT_NEAR(std::atan2(F[1], F[0]), z.angle, 0.5 * degree) << eps << " " << alpha;
    }
}

TEST(ImpedanceTable, ForceHasExactDerivatives) {
  const JournalFilm f = film();
  for (const double eps : {0.1, 0.5, 0.9})
    for (const double alpha : {-2.0, 0.3, 1.4}) {
      Eigen::Vector4d at;
      at << eps * f.clearance * std::cos(alpha), eps * f.clearance * std::sin(alpha), 2e-3, 0;
      const FilmForce exact = film_force(f, at.head<2>(), at.tail<2>());
      for (int k = 0; k < 4; ++k) {
        const double h = k < 2 ? 1e-6 * f.clearance : 1e-9;
        Eigen::Vector4d a = at, b = at;
        a[k] -= h;
        b[k] += h;
        const Vector2d slope =
            (film_force(f, b.head<2>(), b.tail<2>()).force - film_force(f, a.head<2>(), a.tail<2>()).force) / (2 * h);
        EXPECT_LE((slope - exact.jacobian.col(k)).norm(), 1e-6 * exact.jacobian.col(k).norm() + 1e-6 * slope.norm());
      }
    }
}

TEST(ImpedanceTable, EveryMotionCostsPower) {
  const JournalFilm f = film();
  for (double eps = 0; eps < 0.99; eps += 0.07)
    for (double alpha = 0; alpha < 6.3; alpha += 0.31) {
      const Vector2d V(1e-3 * std::cos(alpha), 1e-3 * std::sin(alpha));
      EXPECT_GT(film_force(f, {eps * f.clearance, 0}, V).force.dot(V), 0) << eps << " " << alpha;
    }
}

}  // namespace
}  // namespace trunnion
