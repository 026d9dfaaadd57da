#include "trunnion/lubrication/impedance_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/lubrication/film_forms.h"
#include "trunnion/lubrication/film_solve.h"

namespace trunnion {
namespace {

using std::numbers::pi;

constexpr double clearance = 1e-3;  // over the radius: any small one will do
constexpr double finest = 0.05;     // of the substitution that gathers nodes where the film is thin

VectorXd levels(const ImpedanceTableOptions& o) {
  return VectorXd::LinSpaced(o.eccentricities, 0, std::atanh(o.largest));
}

VectorXd even_turn(Index count) { return VectorXd::LinSpaced(count + 1, 0, 2 * pi).head(count); }

// Half of the film, from its middle plane to its end; thinnest at angle pi, nodes by Sommerfeld's substitution.
Film half_film(double slenderness, double eccentricity, const ImpedanceTableOptions& o) {
  const double s = std::max(std::sqrt((1 - eccentricity) / (1 + eccentricity)), finest);
  VectorXd angle(o.around);
  for (Index i = 0; i < o.around; ++i) {
    const double tau = 2 * pi * (static_cast<double>(i) + 0.5) / static_cast<double>(o.around) - pi;
    angle[i] = pi + 2 * std::atan(s * std::tan(0.5 * tau));
  }
  Oil oil;
  oil.viscosity = 1;
  return make_film("impedance table", cylinder_grid(1, angle, VectorXd::LinSpaced(o.across, 0, slenderness)), {},
                   {.low = false}, oil, {}, Rupture::reynolds);
}

}  // namespace

std::vector<SolvedImpedance> solve_impedance(double slenderness, double eccentricity, const VectorXd& angles,
                                             const ImpedanceTableOptions& options) {
  const Film film = half_film(slenderness, eccentricity, options);
  const FilmGrid& grid = film.grid;
  const double scale = 4 * slenderness / std::pow(clearance, 3) * clearance;  // 2 mu L (R/C)^3 V at V = C
  FilmMotion motion;
  motion.gap.resize(grid.size());
  motion.rate.resize(grid.size());
  FilmSolution s;
  std::vector<SolvedImpedance> out;
  for (const double alpha : angles) {
    const double direction = pi - alpha;  // of V, seen from where the journal lies at angle pi
    for (Index i = 0; i < grid.columns(); ++i) {
      motion.gap.segment(grid.at(i, 0), grid.rows())
          .setConstant(clearance * (1 - eccentricity * std::cos(grid.along[i] - pi)));
      motion.rate.segment(grid.at(i, 0), grid.rows()).setConstant(-clearance * std::cos(grid.along[i] - direction));
    }
    solve_film(film, motion, {}, s);
    if (!s.converged)
      throw SolveError(fmt::format("impedance table: at eccentricity {:.3g} and {:.0f} degrees {}", eccentricity,
                                   alpha * 180 / pi, s.message));
    double fx = 0, fy = 0;
    for (Index i = 0; i < grid.columns(); ++i)
      for (Index j = 0; j < grid.rows(); ++j) {
        const double load = 2 * s.pressure[grid.at(i, j)] * grid.area(i, j);
        fx += load * std::cos(grid.along[i]);
        fy += load * std::sin(grid.along[i]);
      }
    out.push_back({std::hypot(fx, fy) / scale, std::remainder(std::atan2(fy, fx) - direction, 2 * pi)});
  }
  return out;
}

ImpedanceTable::ImpedanceTable(double slenderness, const ImpedanceTableOptions& o)
    : slenderness_(slenderness),
      largest_(o.largest),
      along_(levels(o), 0),
      around_(even_turn(o.angles), 2 * pi),
      log_ratio_(o.eccentricities, o.angles),
      turn_(o.eccentricities, o.angles) {
  if (!(slenderness > 0))
    throw InputError(fmt::format("impedance table: length over diameter = {}, must be > 0", slenderness));
  const Index half = o.angles / 2;
  const VectorXd angles = around_.nodes().head(half + 1);
  for (Index k = 0; k < o.eccentricities; ++k) {
    const double eps = std::tanh(along_.nodes()[k]);
    const std::vector<SolvedImpedance> solved = solve_impedance(slenderness, eps, angles, o);
    for (Index i = 0; i <= half; ++i) {
      const film_forms::Vec<double> x{eps * std::cos(angles[i]), eps * std::sin(angles[i])};
      const auto fit = film_forms::finite_fit<double>(x, {1, 0}, slenderness, 0);
      const SolvedImpedance& film = solved[static_cast<std::size_t>(i)];
      const double ratio = std::log(film.size / std::hypot(fit.x, fit.y));
      const double turned = std::remainder(film.angle - std::atan2(fit.y, fit.x), 2 * pi);
      const Index mirrored = (o.angles - i) % o.angles;  // the other side is the mirror image
      log_ratio_(k, i) = log_ratio_(k, mirrored) = ratio;
      turn_(k, mirrored) = -turned;
      turn_(k, i) = mirrored == i ? 0 : turned;
    }
  }
}

ImpedanceCorrection ImpedanceTable::operator()(double eccentricity, double angle) const {
  const double eps = std::min(eccentricity, largest_);
  const CurveWeights a = along_.weights(std::atanh(eps)), b = around_.weights(angle);
  const double slope = eccentricity < largest_ ? 1 / (1 - eps * eps) : 0;  // of atanh
  const VectorXd r = log_ratio_ * b.value, d = turn_ * b.value;
  return {a.value.dot(r),         a.value.dot(d),
          slope * a.slope.dot(r), a.value.dot(log_ratio_ * b.slope),
          slope * a.slope.dot(d), a.value.dot(turn_ * b.slope)};
}

}  // namespace trunnion
