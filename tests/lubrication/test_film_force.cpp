#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/verification.h"
#include "trunnion/base/error.h"
#include "trunnion/lubrication/film_force.h"

namespace trunnion {
namespace {

using Eigen::Vector2d;
using std::numbers::pi;
using Form = JournalFilm::Form;
using Extent = JournalFilm::Extent;

constexpr double degree = pi / 180;

/// mu = 10 mPa s, R = L = 25 mm, C = 30 micrometers.
JournalFilm reference_film(Form form = Form::finite, Extent extent = Extent::ruptured, double slenderness = 0.5) {
  return {.viscosity = 0.01,
          .length = slenderness * 0.05,
          .radius = 0.025,
          .clearance = 30e-6,
          .form = form,
          .extent = extent,
          .rest_speed = 0};
}

Vector2d at_angle(double size, double angle) { return {size * std::cos(angle), size * std::sin(angle)}; }

/// Impedance and the angle gamma from F_L to e at eccentricity eps, which leads the squeeze velocity by alpha.
struct Impedance {
  double W, gamma;
};
Impedance impedance_at(const JournalFilm& film, double eps, double alpha) {
  const Vector2d V(1e-3, 0), F = film_force(film, at_angle(eps * film.clearance, alpha), V).force;
  return {impedance(film, F.norm(), V.norm()), alpha - std::atan2(F[1], F[0])};
}

TEST(FiniteFilm, ReferenceImpedance) {
  const Impedance z = impedance_at(reference_film(), 0.6, 60 * degree);
  EXPECT_NEAR(z.gamma / degree, 25.68546596, 1e-8);
  EXPECT_NEAR(z.W, 3.651075988, 1e-8);
}

TEST(FiniteFilm, ReferenceForceAndDerivatives) {
  const JournalFilm film = reference_film();
  const Vector2d e = film.clearance * Vector2d(0.6, 0.2), V(1.9e-3, -4.7e-3);
  const FilmForce F = film_force(film, e, V);
  EXPECT_NEAR(F.force[0], 2994.982534, 1e-8 * 2995);
  EXPECT_NEAR(F.force[1], -1346.792891, 1e-8 * 1347);
  EXPECT_NEAR(impedance(film, F.force.norm(), V.norm()), 2.238682529, 1e-9);
  Eigen::Matrix<double, 2, 4> reference;
  reference << 5.49652467e8, -1.02730590e8, 1.40901171e6, -6.76298492e4,  //
      -1.13226026e8, 1.15060131e8, -5.48462868e4, 2.64379776e5;
  EXPECT_LE((F.jacobian - reference).cwiseQuotient(reference).cwiseAbs().maxCoeff(), 1e-8);
}

TEST(FiniteFilm, CenteredJournalMeetsALinearDamper) {
  const FilmForce F = film_force(reference_film(), {0, 0}, {1e-3, 0});
  EXPECT_NEAR(F.force[0] / 1e-3, 203482.314945, 1e-5);
  EXPECT_NEAR(F.force[1], 0, 1e-12);
  EXPECT_NEAR(impedance(reference_film(), F.force.norm(), 1e-3), 0.70323488, 1e-8);
}

TEST(FiniteFilm, SteadySommerfeldNumberAndAttitude) {
  struct Row {
    double slenderness, eps, S, attitude;
  };
  for (const Row& row :
       {Row{.5, .2, 2.07187, 76.06}, Row{.5, .4, .78093, 62.18}, Row{.5, .6, .30080, 48.20}, Row{.5, .8, .07814, 33.24},
        Row{.5, .9, .02461, 24.29}, Row{1, .2, .69247, 77.33}, Row{1, .4, .27464, 64.65}, Row{1, .6, .11765, 51.74},
        Row{1, .8, .03848, 37.52}, Row{1, .9, .01530, 28.28}}) {
    const Impedance z = impedance_at(reference_film(Form::finite, Extent::ruptured, row.slenderness), row.eps, pi / 2);
    EXPECT_NEAR(1 / (pi * row.eps * z.W), row.S, 6e-6) << row.eps;
    EXPECT_NEAR(z.gamma / degree, row.attitude, 6e-3) << row.eps;
  }
}

TEST(FiniteFilm, BigEndBearingAtTenThousandRevolutions) {
  const JournalFilm film{.viscosity = 6e-3, .length = 17e-3, .radius = 22.5e-3, .clearance = 30e-6};
  const double w = 10000 * pi / 30;
  for (const auto& [eps, load, attitude] :
       {std::tuple{0.5, 0.53e3, 54.6}, {0.8, 3.65e3, 32.2}, {0.9, 12.7e3, 23.1}, {0.95, 38.1e3, 17.2}}) {
    const Vector2d e(0, eps * film.clearance), V(0.5 * w * e[1], 0);  // V = -(w/2) x e
    const Vector2d F = film_force(film, e, V).force;
    EXPECT_NEAR(F.norm(), load, 0.01 * load);
    EXPECT_NEAR((pi / 2 - std::atan2(F[1], F[0])) / degree, attitude, 0.1);
  }
}

/// The published equations in angles: mobility-like magnitude over gamma, and gamma over alpha.
Vector2d published_fit(const JournalFilm& film, double eps, double beta, double zeta, double speed) {
  const double l2 = std::pow(film.length / (2 * film.radius), 2), alpha = std::remainder(beta - zeta, 2 * pi);
  const double eta = eps * std::sin(alpha), root = std::sqrt(1 - eta * eta), B = (1 - eps * eps) / l2;
  const double A = 4 * (1 + 2.12 * B) * root / (3 * eta * (1 + 3.6 * B));
  const double gamma =
      (1 - eps * std::cos(alpha) / root) * (std::atan(A) + std::asin(eta) - pi * eta / (2 * std::abs(eta))) -
      std::asin(eta) + alpha;
  const double q = 1 - eps * std::cos(gamma), Q = q / l2, E = 1 + 2.12 * Q,
               G = 3 * eps * std::sin(gamma) * (1 + 3.6 * Q) / (4 * q);
  const double W = 1 / (0.15 * std::hypot(E, G) * std::pow(q, 1.5));
  return at_angle(2 * film.viscosity * film.length * std::pow(film.radius / film.clearance, 3) * W * speed,
                  beta - gamma);
}

TEST(FiniteFilm, EqualsThePublishedEquationsWithoutTheirSingularities) {
  const JournalFilm film = reference_film();
  for (int i = 1; i <= 2000; ++i) {  // low-discrepancy states
    const double eps = 0.98 * std::fmod(0.5 + i * 0.6180339887, 1), beta = 2 * pi * std::fmod(i * 0.7548776662, 1),
                 zeta = 2 * pi * std::fmod(i * 0.5698402910, 1);
    const double speed = std::pow(10, -4 + 4 * std::fmod(i * 0.3247, 1));
    const Vector2d F = film_force(film, at_angle(eps * film.clearance, beta), at_angle(speed, zeta)).force,
                   G = published_fit(film, eps, beta, zeta, speed);
    EXPECT_LE((F - G).norm(), 1e-12 * G.norm()) << eps << " " << beta - zeta;
  }
}

TEST(FiniteFilm, PureSqueezeAndRetreatAreOrdinaryPoints) {
  for (const double alpha : {0.0, pi}) {
    const JournalFilm film = reference_film();
    const Vector2d e = at_angle(0.7 * film.clearance, alpha), aside = at_angle(0.7 * film.clearance, alpha + 1e-7);
    const FilmForce F = film_force(film, e, {1e-3, 0}), G = film_force(film, aside, {1e-3, 0});
    EXPECT_TRUE(F.jacobian.allFinite());
    EXPECT_LE((F.force - G.force).norm(), 1e-6 * F.force.norm());
    EXPECT_NEAR(F.force[1], 0, 1e-12 * F.force[0]);
  }
}

TEST(FiniteFilm, DeviatesFromReynoldsSolutionsAsMeasured) {
  // Impedance of finite-volume Reynolds solutions (film ruptured by Swift and Stieber's condition), and the deviation
  // of the fit in percent: approach, steady turning, retreat.
  struct Row {
    double slenderness, eps, squeeze, squeeze_error, steady, steady_error, retreat, retreat_error;
  };
  for (const Row& r : {Row{.5, .1, .9306, -3, .7363, -2, .5727, -2}, Row{.5, .3, 1.689, -3, .8672, -1, .3799, -2},
                       Row{.5, .5, 3.672, -2, 1.246, 3, .2661, -1}, Row{.5, .7, 11.36, 1, 2.451, 11, .1942, 0},
                       Row{.5, .8, 26.66, 4, 4.328, 18, .1681, 1}, Row{.5, .9, 104.7, 9, 11.30, 27, .1465, 2},
                       Row{.5, .95, 371.7, 13, 28.0, 32, .1371, 2}, Row{1, .1, 3.010, -11, 2.440, -11, 1.956, -11},
                       Row{1, .3, 5.045, -9, 2.740, -8, 1.348, -11}, Row{1, .5, 9.727, -6, 3.551, -1, .9698, -10},
                       Row{1, .7, 24.83, 0, 5.810, 9, .7214, -9}, Row{1, .8, 50.32, 4, 8.880, 16, .6286, -9},
                       Row{1, .9, 160.2, 9, 18.71, 24, .5511, -8}, Row{1, .95, 489.7, 10, 39.49, 26, .5171, -8}}) {
    const JournalFilm film = reference_film(Form::finite, Extent::ruptured, r.slenderness);
    EXPECT_NEAR(100 * (impedance_at(film, r.eps, 0).W / r.squeeze - 1), r.squeeze_error, 0.6) << r.eps;
    const double steady = impedance_at(film, r.eps, pi / 2).W;
    EXPECT_NEAR(100 * (steady / r.steady - 1), r.steady_error, 0.6) << r.eps;
    testing::record({.group = "Journal bearings",
                     .name = fmt::format("impedance of the finite-film fit in steady running, L/D {}, eccentricity {}",
                                         r.slenderness, r.eps),
                     .reference = "independent program, finite volumes",
                     .reference_value = r.steady,
                     .value = steady,
                     .error = testing::relative_error(steady, r.steady),
                     .allowed = 0.33,
                     .why = "known deviation of the published fit; within 12 % up to 0.7"});
    EXPECT_NEAR(100 * (impedance_at(film, r.eps, pi).W / r.retreat - 1), r.retreat_error, 0.6) << r.eps;
  }
}

TEST(FiniteFilm, BecomesTheShortHalfFilmForShortBearings) {
  const JournalFilm fit = reference_film(Form::finite, Extent::ruptured, 0.005),
                    film = reference_film(Form::short_, Extent::ruptured, 0.005);
  for (const auto& [eps, percent] : {std::pair{0.1, 0.2}, {0.95, 7.3}}) {
    EXPECT_NEAR(100 * (impedance_at(fit, eps, pi / 2).W / impedance_at(film, eps, pi / 2).W - 1), percent, 0.1);
    EXPECT_NEAR(impedance_at(fit, eps, pi / 2).gamma / degree, impedance_at(film, eps, pi / 2).gamma / degree, 0.02);
  }
}

// ---- all forms ---------------------------------------------------------------------------------------------------

template <class Check>
void for_all_films(const Check& check) {
  for (const Form form : {Form::finite, Form::short_, Form::long_})
    for (const Extent extent : {Extent::ruptured, Extent::full}) {
      SCOPED_TRACE(::testing::Message() << "form " << int(form) << " extent " << int(extent));
      const JournalFilm film = reference_film(form, extent);
      for (const double eps : {1e-9, 0.05, 0.0999, 0.1001, 0.4, 0.8, 0.95})
        for (const double beta : {0.3, 2.0, 3.9, 5.5})
          check(film, at_angle(eps * film.clearance, beta), Vector2d(2e-3, -1e-3));
    }
}

TEST(Film, DerivativesAreTheLimitOfDifferences) {
  for_all_films([](const JournalFilm& film, const Vector2d& e, const Vector2d& V) {
    const FilmForce at = film_force(film, e, V);
    Eigen::Matrix<double, 2, 4> slopes;
    const double de = 1e-5 * (film.clearance - e.norm()), dv = 1e-8;
    for (int j = 0; j < 2; ++j) {
      const Vector2d unit = Vector2d::Unit(j);
      slopes.col(j) = (film_force(film, e + de * unit, V).force - film_force(film, e - de * unit, V).force) / (2 * de);
      slopes.col(2 + j) =
          (film_force(film, e, V + dv * unit).force - film_force(film, e, V - dv * unit).force) / (2 * dv);
    }
    const double rounding = 4e-15 * at.force.norm() / de;
    EXPECT_LE((slopes - at.jacobian).leftCols(2).norm(), 1e-7 * at.jacobian.leftCols(2).norm() + rounding)
        << e.transpose();
    EXPECT_LE((slopes - at.jacobian).rightCols(2).norm(), 1e-7 * at.jacobian.rightCols(2).norm()) << e.transpose();
  });
}

TEST(Film, ForceIsProportionalToTheSqueezeSpeed) {  // Euler: (dF/dV) V = F
  for_all_films([](const JournalFilm& film, const Vector2d& e, const Vector2d& V) {
    const FilmForce F = film_force(film, e, V);
    EXPECT_LE((F.jacobian.rightCols(2) * V - F.force).norm(), 1e-11 * F.force.norm());
  });
}

TEST(Film, AlwaysDissipates) {
  for_all_films([](const JournalFilm& film, const Vector2d& e, const Vector2d& V) {
    for (double turn = 0; turn < 2 * pi; turn += 0.37) {
      const Vector2d U = at_angle(V.norm(), turn);
      EXPECT_GT(film_force(film, e, U).force.dot(U), 0);
    }
  });
}

TEST(Film, DampingMatrixOfTheReynoldsEquationIsSymmetric) {
  for_all_films([](const JournalFilm& film, const Vector2d& e, const Vector2d& V) {
    if (film.form == Form::finite && film.extent == Extent::ruptured) return;  // a fit, slightly unsymmetric
    if (film.form == Form::long_ && film.extent == Extent::ruptured) return;   // its pressure is cut after the solution
    const Eigen::Matrix2d C = film_force(film, e, V).jacobian.rightCols(2);
    EXPECT_NEAR(C(0, 1), C(1, 0), 1e-11 * C.norm());
  });
}

TEST(Film, RestIsAnOrdinaryPointOfEveryForm) {
  for (const Form form : {Form::finite, Form::short_, Form::long_})
    for (const Extent extent : {Extent::ruptured, Extent::full}) {
      JournalFilm film = reference_film(form, extent);
      film.rest_speed = 1e-6;
      const FilmForce F = film_force(film, film.clearance * Vector2d(0.5, 0.3), {0, 0});
      EXPECT_EQ(F.force.norm(), 0);
      EXPECT_TRUE(F.jacobian.allFinite());
      EXPECT_GT(F.jacobian(0, 2), 0);
      const FilmForce G = film_force(film, film.clearance * Vector2d(0.5, 0.3), {1e-9, 1e-9});
      EXPECT_LE((G.jacobian - F.jacobian).rightCols(2).norm(), 0.02 * F.jacobian.norm());
    }
}

/// Force by quadrature of the pressure over phi, the angle from e; `gap_law` is what the pressure over (V.n) is.
template <class GapLaw>
Vector2d integrate_pressure(const Vector2d& x, const Vector2d& U, bool ruptured, double scale, const GapLaw& gap_law) {
  const int n = 400000;
  Vector2d sum(0, 0);
  for (int i = 0; i < n; ++i) {
    const Vector2d dir = at_angle(1, 2 * pi * (i + 0.5) / n);
    const double drive = U.dot(dir);
    if (drive > 0 || !ruptured) sum += drive * gap_law(1 - x.dot(dir)) * dir;
  }
  return scale * 2 * pi / n * sum;
}

TEST(ShortFilm, IsTheIntegralOfItsPressure) {
  for (const Extent extent : {Extent::ruptured, Extent::full}) {
    const JournalFilm film = reference_film(Form::short_, extent);
    const double scale = film.viscosity * std::pow(film.length, 3) * film.radius / std::pow(film.clearance, 3);
    for (const Vector2d& x : {Vector2d(0, 0), Vector2d(0.3, -0.2), Vector2d(-0.7, 0.5)})
      for (const double zeta : {0.4, 2.5, 4.4}) {
        const Vector2d V = at_angle(1e-3, zeta);
        const Vector2d F =
            integrate_pressure(x, V, extent == Extent::ruptured, scale, [](double h) { return 1 / (h * h * h); });
        EXPECT_LE((film_force(film, film.clearance * x, V).force - F).norm(), 1e-9 * F.norm());
      }
  }
}

TEST(LongFilm, IsTheIntegralOfItsPressure) {
  for (const Extent extent : {Extent::ruptured, Extent::full}) {
    const JournalFilm film = reference_film(Form::long_, extent);
    const double scale = 6 * film.viscosity * std::pow(film.radius, 3) * film.length / std::pow(film.clearance, 3);
    for (const Vector2d& x : {Vector2d(0.02, 0.01), Vector2d(0.3, -0.2), Vector2d(-0.7, 0.5)})
      for (const double zeta : {0.4, 2.5, 4.4}) {
        const Vector2d V = at_angle(1e-3, zeta), p = x.normalized(), q(-p[1], p[0]);
        const Vector2d U = V.dot(p) * p + 2 / (2 + x.squaredNorm()) * V.dot(q) * q;
        const Vector2d F =
            integrate_pressure(x, U, extent == Extent::ruptured, scale, [](double h) { return (1 + h) / (h * h); });
        EXPECT_LE((film_force(film, film.clearance * x, V).force - F).norm(), 1e-9 * F.norm());
      }
  }
}

TEST(ShortFilm, SteadyHalfFilmIsOcvirks) {
  const JournalFilm film = reference_film(Form::short_);
  const double w = 300, eps = 0.6,
               unit = film.viscosity * w * film.radius * std::pow(film.length, 3) / std::pow(film.clearance, 2);
  const Vector2d e(0, eps * film.clearance), F = film_force(film, e, {0.5 * w * e[1], 0}).force;
  EXPECT_NEAR(F[1], unit * eps * eps / std::pow(1 - eps * eps, 2), 1e-10 * F[1]);
  const double tangential = unit * pi * eps / (4 * std::pow(1 - eps * eps, 1.5));
  testing::record({.group = "Journal bearings",
                   .name = "tangential force of the short half film, eccentricity 0.6",
                   .reference = "Ocvirk, closed form",
                   .reference_value = tangential,
                   .value = F[0],
                   .error = testing::relative_error(F[0], tangential),
                   .allowed = 1e-10,
                   .why = "round-off"});
}

TEST(LongFilm, SteadyFullFilmIsSommerfelds) {
  const JournalFilm film = reference_film(Form::long_, Extent::full);
  const double w = 300, eps = 0.7;
  const Vector2d e(0, eps * film.clearance), F = film_force(film, e, {0.5 * w * e[1], 0}).force;
  EXPECT_NEAR(F[0],
              12 * pi * film.viscosity * w * std::pow(film.radius, 3) * film.length * eps /
                  (std::pow(film.clearance, 2) * (2 + eps * eps) * std::sqrt(1 - eps * eps)),
              1e-10 * F[0]);
  EXPECT_NEAR(F[1], 0, 1e-10 * F[0]);
}

TEST(FiniteFullFilm, TendsToTheShortAndTheLongFilm) {
  for (const double eps : {0.0, 0.5, 0.9})
    for (const double alpha : {0.0, 1.0, pi / 2}) {
      const auto W = [&](Form form, double slenderness) {
        return impedance_at(reference_film(form, Extent::full, slenderness), eps, alpha).W;
      };
      EXPECT_NEAR(W(Form::finite, 1e-3) / W(Form::short_, 1e-3), 1, 1e-4);
      EXPECT_NEAR(W(Form::finite, 1e3) / W(Form::long_, 1e3), 1, 1e-4);
    }
}

TEST(FiniteFullFilm, CenteredJournalIsWithinFivePercentOfTheExactSolution) {  // W = 6 pi (1 - tanh(lambda)/lambda)
  for (const auto& [slenderness, percent] : {std::pair{0.25, 0.6}, {0.5, 1.6}, {1.0, 4.9}}) {
    const double exact = 6 * pi * (1 - std::tanh(slenderness) / slenderness);
    EXPECT_NEAR(impedance_at(reference_film(Form::finite, Extent::full, slenderness), 0, 0).W / exact, 1,
                0.01 * percent);
  }
}

TEST(Film, ImpossibleFilmsAreRefusedWithASentence) {
  for (int i = 0; i < 5; ++i) {
    JournalFilm film = reference_film();
    (i == 0   ? film.viscosity
     : i == 1 ? film.length
     : i == 2 ? film.radius
     : i == 3 ? film.clearance
              : film.rest_speed) = i == 1 ? std::nan("") : -1;
    EXPECT_THROW(validate(film, "big end"), InputError);
  }
  JournalFilm loose = reference_film();
  loose.clearance = 0.1 * loose.radius;
  EXPECT_THROW(validate(loose, "big end"), InputError);
}

}  // namespace
}  // namespace trunnion
