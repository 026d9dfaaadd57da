#include "trunnion/lubrication/film_results.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace trunnion {
namespace {

constexpr double laminar = 1000;     // Reynolds' number of thin films
constexpr double isoviscous = 50e6;  // [Pa]

/// Shear between two nodes along the motion, for both faces, with derivatives.
///   A = theta eta u r4 step/h (phi_f +- phi_fs),   B = h/2 dp strip phi_fp
struct Shear {
  double same = 0, opposite = 0;  ///< parts that act on both faces alike, and oppositely
  double same_by_gap = 0, opposite_by_gap = 0;
  double same_by_pressure = 0;                                  ///< by dp
  double same_by_theta = 0, opposite_by_theta = 0;              ///< by the mean fill ratio
  double same_by_speed = 0, opposite_by_speed = 0;              ///< by w_2 - w_1
  double same_by_viscosity_p = 0, opposite_by_viscosity_p = 0;  ///< by the mean pressure
};

Shear shear_at(const Film& film, double speed, Index i, Index j, double h, double dp, double p, double theta) {
  const FilmGrid& grid = film.grid;
  const OilState oil = oil_at(film.oil, p);
  const GapFactor f = friction_factor(film.roughness, h), fs = friction_difference(film.roughness, h),
                  fp = friction_pressure_factor(film.roughness, h);
  const double c = theta * oil.viscosity * grid.step[i] * grid.strip4[j] / h, cu = c * speed;
  const double half = 0.5 * h * grid.strip[j];
  Shear s;
  s.same = cu * fs.value + half * dp * fp.value;
  s.opposite = cu * f.value;
  s.same_by_gap = cu * (fs.slope - fs.value / h) + 0.5 * grid.strip[j] * dp * (fp.value + h * fp.slope);
  s.opposite_by_gap = cu * (f.slope - f.value / h);
  s.same_by_pressure = half * fp.value;
  s.same_by_theta = theta > 0 ? cu * fs.value / theta : 0;
  s.opposite_by_theta = theta > 0 ? cu * f.value / theta : 0;
  s.same_by_speed = c * fs.value;
  s.opposite_by_speed = c * f.value;
  s.same_by_viscosity_p = cu * fs.value * oil.d_viscosity / oil.viscosity;
  s.opposite_by_viscosity_p = cu * f.value * oil.d_viscosity / oil.viscosity;
  return s;
}

template <class Visit>
void for_each_shear(const Film& film, const FilmMotion& motion, const FilmSolution& s, Visit&& visit) {
  const FilmGrid& grid = film.grid;
  for (Index i = 0; i < grid.faces(); ++i)
    for (Index j = 0; j < grid.rows(); ++j) {
      const Index a = grid.at(i, j), b = grid.at(grid.next(i), j);
      if (film.boundary.in_feed(a) && film.boundary.in_feed(b)) continue;
      visit(shear_at(film, motion.speed_2 - motion.speed_1, i, j, 0.5 * (motion.gap[a] + motion.gap[b]),
                     s.pressure[b] - s.pressure[a], 0.5 * (s.pressure[a] + s.pressure[b]),
                     0.5 * (s.theta[a] + s.theta[b])),
            a, b);
    }
}

}  // namespace

FilmFriction film_friction(const Film& film, const FilmMotion& motion, const FilmSolution& solution) {
  FilmFriction out;
  for_each_shear(film, motion, solution, [&](const Shear& s, Index, Index) {
    out.face_1 += s.opposite - s.same;
    out.face_2 -= s.opposite + s.same;
  });
  return out;
}

Eigen::Matrix2Xd friction_change(const Film& film, const FilmMotion& motion, const FilmSolution& solution,
                                 const FilmDirections& d, const FilmChange& change) {
  Eigen::Matrix2Xd out = Eigen::Matrix2Xd::Zero(2, d.count());
  Eigen::RowVectorXd same, opposite;
  const Eigen::RowVectorXd sliding = d.speed_2 - d.speed_1;
  for_each_shear(film, motion, solution, [&](const Shear& s, Index a, Index b) {
    same = 0.5 * s.same_by_gap * (d.gap.row(a) + d.gap.row(b)) +
           s.same_by_pressure * (change.pressure.row(b) - change.pressure.row(a)) +
           0.5 * s.same_by_theta * (change.theta.row(a) + change.theta.row(b)) + s.same_by_speed * sliding +
           0.5 * s.same_by_viscosity_p * (change.pressure.row(a) + change.pressure.row(b));
    opposite = 0.5 * s.opposite_by_gap * (d.gap.row(a) + d.gap.row(b)) +
               0.5 * s.opposite_by_theta * (change.theta.row(a) + change.theta.row(b)) + s.opposite_by_speed * sliding +
               0.5 * s.opposite_by_viscosity_p * (change.pressure.row(a) + change.pressure.row(b));
    out.row(0) += opposite - same;
    out.row(1) -= opposite + same;
  });
  return out;
}

double FilmBalance::supplied() const {
  double sum = low + high + ends;
  for (const double q : feeds) sum += q;
  return sum;
}

double FilmBalance::unexplained() const { return supplied() - stored; }

FilmBalance film_balance(const Film& film, const FilmSolution& s, Index feeds) {
  const FilmGrid& grid = film.grid;
  FilmBalance out;
  out.feeds.assign(static_cast<std::size_t>(feeds), 0);
  for (Index i = 0; i < grid.columns(); ++i)
    for (Index j = 0; j < grid.rows(); ++j) {
      const Index k = grid.at(i, j);
      out.stored += s.flow.store[static_cast<std::size_t>(k)].flow;
      if (!film.boundary.fixed(k)) continue;
      const double q = s.flow.outflow[k];
      out.passing += 0.5 * std::abs(q);
      if (film.boundary.in_feed(k))
        out.feeds[static_cast<std::size_t>(film.boundary.source[static_cast<std::size_t>(k)])] += q;
      else if (j == 0)
        out.low += q;
      else if (j + 1 == grid.rows())
        out.high += q;
      else
        out.ends += q;
    }
  return out;
}

FilmLimits film_limits(const Film& film, const FilmMotion& motion, const FilmSolution& s) {
  FilmLimits out;
  const double arm = film.grid.arm.maxCoeff(), speed = std::abs(motion.speed_2 - motion.speed_1) * arm;
  out.reynolds_number = film.oil.density * speed * motion.gap.maxCoeff() / film.oil.viscosity;
  out.peak_pressure = s.pressure.size() > 0 ? s.pressure.maxCoeff() : 0;
  return out;
}

std::vector<std::string> limit_warnings(const Oil& oil, const FilmLimits& limits) {
  std::vector<std::string> out;
  if (limits.reynolds_number > laminar)
    out.push_back(
        fmt::format("Reynolds' number reached {:.0f}: beyond about 1000 the flow in the film is no longer "
                    "laminar and friction and load are larger than computed",
                    limits.reynolds_number));
  if (limits.peak_pressure > isoviscous && oil.pressure_coefficient == 0)
    out.push_back(
        fmt::format("the film pressure reached {:.0f} MPa: beyond about 50 MPa oils get thicker; give "
                    "pressure_coefficient (mineral oils: about 2e-8 1/Pa)",
                    1e-6 * limits.peak_pressure));
  return out;
}

}  // namespace trunnion
