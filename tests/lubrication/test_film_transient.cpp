#include <gtest/gtest.h>

#include "lubrication/film_cases.h"
#include "support/verification.h"

namespace trunnion {
namespace {

using namespace film_cases;
using std::numbers::pi;

/// Plates that oscillate: d_x(h^3 d_x p) = 2 d_t(theta h), 0 < x < 1/2 (symmetry), p = 0.025 at x = 0.
struct Plates {
  Film film;
  explicit Plates(Index cells)
      : film(make_film("plates", plane_grid(even(0, 0.5, cells + 1), even(0, 1, 2)), {},
                       {.low = false, .high = false, .end = false, .pressure = 0.025}, {.viscosity = 1.0 / 6})) {}
  static double gap(double t) { return 0.375 + 0.125 * std::cos(4 * pi * t); }
  static double gap_rate(double t) { return -0.5 * pi * std::sin(4 * pi * t); }
  FilmMotion at(double t) const {
    const Index n = film.grid.size();
    return {.gap = VectorXd::Constant(n, gap(t)), .rate = VectorXd::Constant(n, gap_rate(t))};
  }
};

TEST(FilmTransient, CavityBetweenOscillatingPlatesOpensAndFillsAsItsFrontDoes) {
  const Index cells = 200;
  const Plates plates(cells);
  const double dt = 1.0 / 1600;
  FilmPast past = full_past(plates.film, plates.at(0).gap, dt);
  FilmSolution s;
  std::vector<std::pair<double, double>> front;  // place of the front over time, 1/2 when there is no cavity
  double least = 1, rupture = -1, full_again = -1;
  for (int k = 1; k <= 1280; ++k) {
    const double t = k * dt;
    const FilmMotion m = plates.at(t);
    solve_film(plates.film, m, past, s);
    ASSERT_TRUE(s.converged) << s.message;
    past = next_past(plates.film, m, s, dt);
    double edge = 0.5;
    for (Index i = cells; i >= 0; --i)
      if (s.theta[2 * i] < 1) edge = plates.film.grid.along[i] - 0.25 / cells;
    if (edge < 0.5 && rupture < 0) rupture = t;
    if (edge == 0.5 && rupture > 0 && full_again < 0) full_again = t;
    front.emplace_back(t, edge);
    least = std::min(least, s.theta.minCoeff());
  }
  EXPECT_NEAR(rupture, 0.25008, dt);
  EXPECT_NEAR(full_again, 0.7324, 2e-3);
  EXPECT_NEAR(least, 0.5, 0.01);
  const double cell = 0.5 / cells;
  for (const auto& [t, place] : {std::pair{.28, .0274},
                                 {.30, .0236},
                                 {.31483, .02301},
                                 {.40, .0268},
                                 {.50, .0391},
                                 {.60, .0628},
                                 {.65, .0908},
                                 {.70, .1769}}) {
    const auto at = static_cast<std::size_t>(std::lround(t / dt)) - 1;
    EXPECT_NEAR(front[at].second, place, cell) << "t = " << t;
  }
  testing::record({.group = "Oil films",
                   .name = "oscillating plates: instant when the cavity has filled again [s]",
                   .reference = "ordinary differential equation of the front",
                   .reference_value = 0.7324,
                   .value = full_again,
                   .error = std::abs(full_again - 0.7324),
                   .allowed = 2e-3,
                   .why = "200 cells, 1600 steps per second"});
}

TEST(FilmTransient, OilInACavityIsKeptToRounding) {
  const Plates plates(100);
  const double dt = 1.0 / 800;
  FilmSolution s;
  FilmPast past = full_past(plates.film, plates.at(0.25).gap, dt);
  double before = 0, brought = 0;
  const VectorXd area = plates.film.grid.areas();
  for (int k = 1; k <= 300; ++k) {
    const FilmMotion m = plates.at(0.25 + k * dt);
    solve_film(plates.film, m, past, s);
    const FilmBalance balance = film_balance(plates.film, s, 0);
    EXPECT_LE(std::abs(balance.unexplained()), 1e-12 * (balance.passing + 1));
    const FilmPast next = next_past(plates.film, m, s, dt);
    // cells that were broken up: content grows by exactly what flowed in
    for (Index n = 0; n < area.size(); ++n)
      if (past.fill[n] < 1) {
        EXPECT_NEAR(area[n] * (next.content[n] - past.content[n]), dt * s.flow.store[static_cast<std::size_t>(n)].flow,
                    1e-14);
      }
    past = next;
    before = next.content.dot(area);
    brought += dt * balance.supplied();
  }
  // over the whole time the full part adds the error of integrating its squeeze, of first order in the step
  const double start = full_past(plates.film, plates.at(0.25).gap, dt).content.dot(area);
  EXPECT_NEAR(before - start, brought, 5e-3 * std::abs(brought));
}

/// A disc that wobbles as it turns: its shape is fixed in the disc.
struct Wobble {
  static constexpr double ambient = 5e6;
  static Film film() {
    return make_film("disc", annulus_grid(even_angles(144), fitted_radii(inner, outer, {}, 10)), {},
                     {.pressure = ambient}, {.viscosity = 0.01});
  }
  static FilmMotion seen_from_washer(const FilmGrid& grid, double t) {
    FilmMotion m = still(VectorXd(grid.size()));
    for (Index i = 0; i < grid.columns(); ++i)
      for (Index j = 0; j < grid.rows(); ++j) {
        const double phase = grid.along[i] - washer_speed * t, slope = 2e-4 * grid.arm[j];
        m.gap[grid.at(i, j)] = 20e-6 + slope * std::cos(phase);
        m.rate[grid.at(i, j)] = slope * washer_speed * std::sin(phase);
      }
    m.speed_2 = washer_speed;
    return m;
  }
};

TEST(FilmTransient, GridOnEitherFaceGivesTheSamePressure) {
  const Film film = Wobble::film();
  const double t = 3 * turn / washer_speed / 144;
  FilmMotion disc = Wobble::seen_from_washer(film.grid, t);  // the same gap seen from the disc: steady
  disc.rate.setZero();
  disc.speed_1 = -washer_speed;
  disc.speed_2 = 0;
  const FilmSolution seen_from_disc = steady(film, disc);
  // in one step of any length: a film that was full takes its squeeze from the rate
  for (const double dt : {1e-9, 1e-5, 1e-3}) {
    const FilmMotion m = Wobble::seen_from_washer(film.grid, t);
    FilmSolution s;
    solve_film(film, m, full_past(film, m.gap, dt), s);
    const double scale = (seen_from_disc.pressure.array() - Wobble::ambient).abs().maxCoeff();
    EXPECT_LE((s.pressure - seen_from_disc.pressure).cwiseAbs().maxCoeff(), 1e-3 * scale);
  }
  // a material velocity of zero instead of the rate of the gap would turn the moment round
  FilmMotion wrong = Wobble::seen_from_washer(film.grid, 0), right = wrong;
  wrong.rate.setZero();
  EXPECT_NEAR(washer_load(film, steady(film, wrong)).sine, 6.090, 0.01);
  EXPECT_NEAR(washer_load(film, steady(film, right)).sine, -6.090, 0.01);
}

TEST(FilmTransient, LongStepsEndInTheSteadyFilm) {
  const Film film = washer({.columns = 120, .fitted = true, .ambient = 1e5});
  const FilmMotion m = washer_motion(film);
  const FilmSolution still_film = steady(film, m);
  FilmPast past = full_past(film, m.gap, 1e-3);
  FilmSolution s;
  for (int k = 0; k < 12; ++k) {
    solve_film(film, m, past, s);
    past = next_past(film, m, s, 2 * past.step);
  }
  EXPECT_LE((s.theta - still_film.theta).cwiseAbs().maxCoeff(), 1e-3);
  EXPECT_NEAR(washer_load(film, s).force, washer_load(film, still_film).force, 1e-3 * 14);
}

}  // namespace
}  // namespace trunnion
