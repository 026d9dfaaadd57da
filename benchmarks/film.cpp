// Times solutions of oil films over grid sizes: Newton against over-relaxation to the same accuracy, steps in time,
// derivatives. One JSON object per line.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <numbers>

#include "trunnion/lubrication/film_change.h"

using namespace trunnion;

namespace {

constexpr double turn = 2 * std::numbers::pi;

struct Case {
  std::string name;
  Film film;
  FilmMotion motion;
};

VectorXd gap_of(const FilmGrid& grid, const std::function<double(double angle, double across)>& h) {
  VectorXd out(grid.size());
  for (Index i = 0; i < grid.columns(); ++i)
    for (Index j = 0; j < grid.rows(); ++j) out[grid.at(i, j)] = h(grid.along[i], grid.across[j]);
  return out;
}

Case washer(Index around, Index across) {
  std::vector<FilmFeed> feeds;
  for (int k = 0; k < 6; ++k) feeds.push_back({.along = k * turn / 6, .along_width = turn * 25 / 360});
  Case c{"washer with six grooves",
         make_film("washer",
                   annulus_grid(fitted_angles(edges_along(feeds), around), fitted_radii(0.035, 0.045, {}, across - 1)),
                   feeds, {}, {.viscosity = 0.01}),
         {}};
  c.motion.gap = gap_of(c.film.grid, [](double a, double r) { return 20e-6 + 2e-4 * r * std::cos(a); });
  return c;
}

Case wavy_ring(Index around, Index across) {
  Case c{"wavy ring, one feed line",
         make_film("ring", annulus_grid(fitted_angles({}, around), fitted_radii(0.035, 0.045, {}, across - 1)),
                   {{.along_width = 1e-6}}, {}, {.viscosity = 0.01}),
         {}};
  c.motion.gap = gap_of(c.film.grid, [](double a, double r) {
    return 20e-6 + 1.2e-4 * r * std::cos(a) + 4e-6 * std::cos(5 * a + 0.3) + 2e-6 * std::cos(17 * a);
  });
  return c;
}

Case journal(Index around, Index across) {
  Case c{"journal, eccentricity 0.9",
         make_film("journal", cylinder_grid(0.05, fitted_angles({}, around), fitted_nodes(-0.05, 0.05, {}, across - 1)),
                   {{.along_width = 1e-6}}, {}, {.viscosity = 0.01}),
         {}};
  c.motion.gap = gap_of(c.film.grid, [](double a, double) { return 50e-6 * (1 + 0.9 * std::cos(a)); });
  return c;
}

/// Shortest of several runs, as many as fit into a fifth of a second: CPU time, so that ratios hold on a busy machine.
template <class Work>
double shortest(const Work& work) {
  double best = 1e300, total = 0;
  for (int k = 0; k < 3 || (total < 0.2 && k < 50); ++k) {
    const std::clock_t begin = std::clock();
    work();
    const double spent = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    best = std::min(best, spent);
    total += spent;
  }
  return best;
}

void run(Case c) {
  c.motion.rate = VectorXd::Zero(c.film.grid.size());
  c.motion.speed_2 = 188.5;
  FilmSolution newton, relaxed;
  const double newton_s = shortest([&] {
    newton = {};
    solve_film(c.film, c.motion, {}, newton);
  });
  FilmOptions options{.method = FilmOptions::Method::over_relaxation};
  const double relaxed_s = shortest([&] {
    relaxed = {};
    solve_film(c.film, c.motion, {}, relaxed, options);
  });
  // a step in time from the steady film with the gap a little smaller: what a run does thousands of times
  const FilmPast past = next_past(c.film, c.motion, newton, 1e-4);
  FilmMotion closer = c.motion;
  closer.gap *= 0.995;
  closer.rate.setConstant(-1e-3);
  FilmSolution step;
  const double step_s = shortest([&] {
    step = newton;
    solve_film(c.film, closer, past, step);
  });
  const FilmDirections directions{RowMatrixXd::Ones(c.film.grid.size(), 8), RowMatrixXd::Zero(c.film.grid.size(), 8),
                                  Eigen::RowVectorXd::Zero(8), Eigen::RowVectorXd::Zero(8)};
  const double change_s = shortest([&] { film_change(c.film, newton, directions); });
  const double error = (relaxed.pressure - newton.pressure).cwiseAbs().maxCoeff() / newton.pressure.maxCoeff();
  fmt::print(
      "{{\"case\": \"{}\", \"around\": {}, \"across\": {}, \"newton_s\": {:.3e}, \"newton_iterations\": {}, "
      "\"relaxed_s\": {:.3e}, \"sweeps\": {}, \"relaxed_error\": {:.2e}, \"step_s\": {:.3e}, "
      "\"step_iterations\": {}, \"eight_derivatives_s\": {:.3e}}}\n",
      c.name, c.film.grid.columns(), c.film.grid.rows(), newton_s, newton.iterations, relaxed_s, relaxed.iterations,
      error, step_s, step.iterations, change_s);
}

}  // namespace

int main() {
  for (const auto& [around, across] : {std::pair<Index, Index>{60, 6}, {120, 11}, {240, 21}, {480, 41}}) {
    run(washer(around, across));
    run(wavy_ring(around, across));
    run(journal(around, across));
  }
  return 0;
}
