#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

#include "lubrication/film_cases.h"
#include "support/verification.h"

namespace trunnion {
namespace {

using namespace film_cases;
using testing::record;

/// What leaves over the edges of the pads where the film next to them is full [m^3/s].
std::pair<double, double> side_flows(const Film& film, const FilmSolution& s) {
  const FilmGrid& grid = film.grid;
  const Index top = grid.rows() - 1;
  double out = 0, in = 0;
  for (Index i = 0; i < grid.columns(); ++i) {
    if (film.boundary.in_feed(grid.at(i, 0))) continue;
    if (s.full[static_cast<std::size_t>(grid.at(i, top - 1))]) out -= s.flow.outflow[grid.at(i, top)];
    if (s.full[static_cast<std::size_t>(grid.at(i, 1))]) in -= s.flow.outflow[grid.at(i, 0)];
  }
  return {out, in};
}

struct Row {
  Index columns, rows;
  bool fitted;
  double force, mx, my, torque, out, in, peak;
};

void expect_row(double ambient, const Row& r) {
  const Film film = washer({.columns = r.columns, .rows = r.rows, .fitted = r.fitted, .ambient = ambient});
  ASSERT_EQ(film.grid.columns(), r.columns);
  const FilmMotion m = washer_motion(film);
  const FilmSolution s = steady(film, m);
  ASSERT_TRUE(s.converged) << s.message;
  const WasherLoad load = washer_load(film, s);
  const auto [out, in] = side_flows(film, s);
  const auto near = [](double value, double reference, double digits) { EXPECT_NEAR(value, reference, 0.51 * digits); };
  near(load.force, r.force, 1e-3);
  near(load.mx, r.mx, 1e-5);
  near(load.my, r.my, 1e-5);
  near(-film_friction(film, m, s).face_2, r.torque, 1e-5);
  near(out * 1e6, r.out, 1e-5);
  near(in * 1e6, r.in, 1e-5);
  near(s.pressure.maxCoeff() - ambient, r.peak, 1);
}

TEST(FilmWasher, SixGroovesWithoutSuction) {
  for (const Row& r : {Row{120, 11, false, 50.612, 1.37037, .91110, .24447, .16385, .12471, 244601},
                       Row{120, 11, true, 48.827, 1.32082, .88074, .23787, .15835, .12034, 243098},
                       Row{144, 11, false, 49.051, 1.32706, .88449, .23779, .15940, .12102, 243196},
                       Row{288, 21, false, 50.029, 1.35443, .90236, .23700, .16120, .12241, 244848},
                       Row{576, 41, false, 50.279, 1.36144, .90693, .23659, .16174, .12279, 245419}})
    expect_row(0, r);
}

TEST(FilmWasher, SixGroovesWithSuction) {
  for (const Row& r : {Row{120, 11, false, 14.505, 2.40428, .44535, .25165, .01502, .01338, 244601},
                       Row{120, 11, true, 13.824, 2.32308, .42709, .24472, .01423, .01263, 243098},
                       Row{144, 11, false, 13.869, 2.33437, .42741, .24472, .01438, .01277, 243196},
                       Row{288, 21, false, 14.034, 2.38539, .43195, .24470, .01472, .01303, 244848},
                       Row{576, 41, false, 14.047, 2.39935, .43229, .24470, .01482, .01313, 245419}})
    expect_row(1e5, r);
}

double force_of(const WasherOptions& o) {
  const Film film = washer(o);
  return washer_load(film, steady(film, washer_motion(film))).force;
}

TEST(FilmWasher, LoadConvergesWithSecondOrder) {
  const double coarse = force_of({.columns = 144, .rows = 11}), middle = force_of({.columns = 288, .rows = 21}),
               fine = force_of({.columns = 576, .rows = 41});
  const double order = std::log2((middle - coarse) / (fine - middle)), limit = fine + (fine - middle) / 3;
  EXPECT_NEAR(limit, 50.36, 0.01);
  record({.group = "Oil films",
          .name = "load of a washer with six grooves: order of convergence, 144, 288 and 576 nodes around",
          .reference = "second-order differences",
          .reference_value = 2,
          .value = order,
          .error = std::abs(order - 2),
          .allowed = 0.1,
          .why = "edges of grooves lie between nodes by up to half a step, by another share on every grid"});
  record({.group = "Oil films",
          .name = "load of a washer with six grooves, limit [N]",
          .reference = "independent program, limit of fine grids",
          .reference_value = 50.36,
          .value = limit,
          .error = testing::relative_error(limit, 50.36),
          .allowed = 5e-4,
          .why = "digits of the reference, two finest of three grids"});
  record({.group = "Oil films",
          .name = "load of a washer with six grooves, 144 x 11 [N]",
          .reference = "independent program, limit of fine grids",
          .reference_value = 50.36,
          .value = coarse,
          .error = testing::relative_error(coarse, 50.36),
          .allowed = 0.03,
          .why = "second order, ten steps across"});
}

TEST(FilmWasher, DivergingPadsBreakUpCompletely) {
  const Film film = washer({});
  const FilmSolution s = steady(film, washer_motion(film));
  EXPECT_LE(s.iterations, 3);
  for (Index i = 0; i < film.grid.columns(); ++i)
    for (Index j = 1; j + 1 < film.grid.rows(); ++j) {
      const Index k = film.grid.at(i, j);
      if (film.boundary.fixed(k)) continue;
      const double angle = film.grid.along[i] * 360 / turn;
      EXPECT_EQ(s.theta[k]<1, angle> 180) << angle;
    }
  const Film fine = washer({.columns = 576, .rows = 41});
  EXPECT_NEAR(steady(fine, washer_motion(fine)).theta.minCoeff(), 0.763, 0.006);
}

/// Change of (load, its first moments) with the gap and with its rate in the modes 1, r cos, r sin.
Eigen::Matrix<double, 3, 6> derivatives_of(const Film& film) {
  FilmMotion m = washer_motion(film);
  FilmSolution s = steady(film, m);
  FilmDirections d = no_directions(film.grid.size(), 6);
  for (Index i = 0; i < film.grid.columns(); ++i)
    for (Index j = 0; j < film.grid.rows(); ++j) {
      const double r = film.grid.arm[j], phi = film.grid.along[i];
      const Eigen::RowVector3d modes(1, r * std::cos(phi), r * std::sin(phi));
      d.gap.row(film.grid.at(i, j)).head<3>() = modes;
      d.rate.row(film.grid.at(i, j)).tail<3>() = modes;
    }
  const FilmChange change = film_change(film, s, d);
  return d.gap.leftCols(3).transpose() * film.grid.areas().asDiagonal() * change.pressure;
}

TEST(FilmWasher, StiffnessAndDampingOfTheWholeRing) {
  const Eigen::Matrix<double, 3, 6> J = derivatives_of(washer({}));
  EXPECT_NEAR(J(0, 0), -9.51351e6, 10);
  EXPECT_NEAR(J(0, 1), 4.60845e5, 1);
  EXPECT_NEAR(J(0, 2), -1.13029e4, 1);
  EXPECT_NEAR(J(0, 3), -1.10782e5, 1);
  EXPECT_NEAR(J(0, 4), 2463.26, 0.01);
  EXPECT_NEAR(J(0, 5), -2603.04, 0.01);
  const Matrix3d damping = J.rightCols<3>();
  EXPECT_LE((damping - damping.transpose()).norm(), 1e-13 * damping.norm());
  EXPECT_LE(Eigen::SelfAdjointEigenSolver<Matrix3d>(damping).eigenvalues().maxCoeff(), 0);
}

TEST(FilmWasher, StiffnessAndDampingConvergeToTheirLimits) {
  const Eigen::Matrix<double, 3, 6> middle = derivatives_of(washer({.columns = 288, .rows = 21})),
                                    fine = derivatives_of(washer({.columns = 576, .rows = 41})),
                                    limit = fine + (fine - middle) / 3;
  for (const auto& [name, column, expected] :
       {std::tuple{"stiffness of a washer with six grooves, limit [N/m]", 0, -9.770e6},
        {"squeeze damping of a washer with six grooves, limit [N s/m]", 3, -1.1376e5}})
    record({.group = "Oil films",
            .name = name,
            .reference = "independent program, limit of fine grids",
            .reference_value = expected,
            .value = limit(0, column),
            .error = testing::relative_error(limit(0, column), expected),
            .allowed = 5e-4,
            .why = "digits of the reference, 288 and 576 nodes around"});
}

TEST(FilmWasher, RoughFacesCarryMoreOrLessByWhichOneMoves) {
  struct Case {
    double sigma_1, sigma_2, limit;
  };
  const double both = std::sqrt(8.0) * 1e-6;
  for (const Case& c : {Case{2e-6, 2e-6, 52.83}, Case{both, 0, 56.53}, Case{0, both, 49.13}}) {
    const Roughness rough{c.sigma_1, c.sigma_2};
    const double middle = force_of({.columns = 288, .rows = 21, .roughness = rough}),
                 fine = force_of({.columns = 576, .rows = 41, .roughness = rough});
    EXPECT_NEAR(fine + (fine - middle) / 3, c.limit, 0.01);
  }
}

TEST(FilmWasher, MirroredAndTurnedWashersDoTheSame) {
  const Film film = washer({.ambient = 1e5});
  const FilmMotion m = washer_motion(film);
  const FilmSolution s = steady(film, m);
  const Index n = film.grid.columns(), rows = film.grid.rows();
  FilmMotion mirrored = m, turned = m;
  mirrored.speed_2 = -m.speed_2;
  for (Index i = 0; i < n; ++i) {
    mirrored.gap.segment(i * rows, rows) = m.gap.segment((n - i) % n * rows, rows);
    turned.gap.segment((i + n / 6) % n * rows, rows) = m.gap.segment(i * rows, rows);
  }
  const FilmSolution a = steady(film, mirrored), b = steady(film, turned);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < rows; ++j) {
      const double p = s.pressure[film.grid.at(i, j)];
      EXPECT_NEAR(a.pressure[film.grid.at((n - i) % n, j)], p, 1e-11 * s.pressure.maxCoeff());
      EXPECT_NEAR(b.pressure[film.grid.at((i + n / 6) % n, j)], p, 1e-11 * s.pressure.maxCoeff());
    }
}

TEST(FilmWasher, OilIsNeitherMadeNorLost) {
  for (const double ambient : {0.0, 1e5}) {
    const Film film = washer({.ambient = ambient});
    FilmMotion m = washer_motion(film);
    const FilmSolution s = steady(film, m);
    const FilmBalance still_film = film_balance(film, s, 6);
    EXPECT_LE(std::abs(still_film.unexplained()), 1e-13 * still_film.passing);
    EXPECT_LE(s.pressure.cwiseProduct(VectorXd((1 - s.theta.array()).matrix())).cwiseAbs().maxCoeff(), 0);
    m.rate.setConstant(-2e-4);
    FilmSolution moving;
    solve_film(film, m, full_past(film, 1.02 * m.gap, 1e-4), moving);
    const FilmBalance balance = film_balance(film, moving, 6);
    EXPECT_NE(balance.stored, 0);
    EXPECT_LE(std::abs(balance.unexplained()), 1e-13 * balance.passing);
  }
}

TEST(FilmWasher, OverRelaxationFindsTheSamePressures) {
  for (const double ambient : {0.0, 1e5}) {
    const Film film = washer({.columns = 120, .fitted = true, .ambient = ambient});
    const FilmMotion m = washer_motion(film);
    const FilmSolution newton = steady(film, m),
                       relaxed =
                           steady(film, m, {.method = FilmOptions::Method::over_relaxation, .relaxed_change = 1e-10});
    ASSERT_TRUE(relaxed.converged);
    EXPECT_GT(relaxed.iterations, 20);
    const double off = (relaxed.pressure - newton.pressure).cwiseAbs().maxCoeff() / newton.pressure.maxCoeff();
    record({.group = "Oil films",
            .name = fmt::format("washer with six grooves by over-relaxation, ambient pressure {} bar: pressures",
                                ambient / 1e5),
            .reference = "Newton's method, same grid",
            .value = off,
            .error = off,
            .allowed = 1e-6,
            .why = "sweeps end at changes of 1e-10",
            .inside = true});
    EXPECT_LE((relaxed.theta - newton.theta).cwiseAbs().maxCoeff(), 1e-6);
  }
}

TEST(FilmWasher, OverRelaxationFindsThePressuresOfOilThatGivesWay) {
  Film film = make_film("journal", cylinder_grid(0.05, fitted_angles({}, 48), fitted_nodes(-0.025, 0.025, {}, 4)),
                        {{.along_width = 1e-6}}, {.pressure = 1e5}, {.viscosity = 0.01});
  for (const Oil& oil : {Oil{.viscosity = 0.01, .bulk_modulus = 1.5e9}, Oil{.viscosity = 0.01, .bulk_modulus = 0.05e9},
                         Oil{.viscosity = 0.01, .pressure_coefficient = 2e-8, .bulk_modulus = 1.5e9}})
    for (const double step : {0.0, 1e-4}) {
      film.oil = oil;
      FilmMotion m = still(journal_gap(film.grid, 50e-6, 0.8));
      m.speed_2 = 100;
      m.rate.setConstant(step > 0 ? -2e-4 : 0);
      const FilmPast past = step > 0 ? full_past(film, m.gap, step) : FilmPast{};
      FilmSolution newton, relaxed, close;
      solve_film(film, m, past, newton);
      solve_film(film, m, past, relaxed, {.method = FilmOptions::Method::over_relaxation});
      solve_film(film, m, past, close, {.method = FilmOptions::Method::over_relaxation, .relaxed_change = 1e-10});
      ASSERT_TRUE(newton.converged && relaxed.converged && close.converged) << relaxed.message << close.message;
      const auto off = [&](const FilmSolution& s) {
        return (s.pressure - newton.pressure).cwiseAbs().maxCoeff() / newton.pressure.maxCoeff();
      };
      EXPECT_LE(off(relaxed), 1e-5) << oil.bulk_modulus << " Pa, step " << step;
      EXPECT_LE(off(close), 1e-8) << oil.bulk_modulus << " Pa, step " << step;
      EXPECT_LE((close.theta - newton.theta).cwiseAbs().maxCoeff(), 1e-8);
    }
}

TEST(FilmWasher, OverRelaxationThatHasNotSettledSaysSo) {
  const Film film = washer({.columns = 120, .fitted = true, .ambient = 1e5});
  const FilmSolution s =
      steady(film, washer_motion(film), {.method = FilmOptions::Method::over_relaxation, .max_iterations = 10});
  EXPECT_FALSE(s.converged);
  EXPECT_NE(s.message.find("10 sweeps"), std::string::npos) << s.message;
}

}  // namespace
}  // namespace trunnion
