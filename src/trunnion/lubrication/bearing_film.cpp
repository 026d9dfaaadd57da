#include "trunnion/lubrication/bearing_film.h"

#include <fmt/format.h>

#include <cassert>
#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/contact/friction.h"
#include "trunnion/lubrication/held_gap.h"
#include "trunnion/math/dual.h"

namespace trunnion {
namespace {

constexpr double no_time = 1e-7;  // [s]: too short for oil to move, long enough for fill ratios to tell

struct ContactPressure {
  double value, slope;
};

ContactPressure contact_pressure(const BearingFilm& b, Index node, double gap) {
  if (b.film.boundary.in_feed(node)) return {0, 0};  // the other face is deep below
  if (b.asperities.none()) {
    const GuardPressure p = guard_pressure(gap, b.guard, b.touching);
    return {p.value, p.slope};
  }
  const AsperityPressure p = asperity_pressure(b.asperities, gap);
  return {p.value, p.slope};
}

void hold_gaps(const BearingFilm& b, const VectorXd& gap, const VectorXd& rate, BearingFilmState& s) {
  const Index n = gap.size();
  s.gap = gap + b.profile;
  for (VectorXd* v : {&s.motion.gap, &s.motion.rate, &s.hold, &s.bend, &s.contact, &s.contact_slope}) v->resize(n);
  for (Index k = 0; k < n; ++k) {
    const HeldGap h = held_gap(s.gap[k], b.guard);
    s.motion.gap[k] = h.value;
    s.motion.rate[k] = h.slope * rate[k];
    s.hold[k] = h.slope;
    s.bend[k] = h.curvature * rate[k];
    const ContactPressure p = contact_pressure(b, k, s.gap[k]);
    s.contact[k] = p.value;
    s.contact_slope[k] = p.slope;
  }
}

/// mu_b r sgn(w r) of a row, with its derivative by w.
Dual<1> rubbing_arm(const BearingFilm& b, Index row, double spin) {
  const double r = b.film.grid.arm[row];
  return b.boundary_friction * r * smooth_sign(r * Dual<1>::input(spin, 0), b.friction_speed);
}

}  // namespace

void validate(const BearingFilm& b) {
  assert(b.profile.size() == b.film.grid.size());
  validate(b.asperities, b.name);
  if (!(b.guard > 0))
    throw InputError(
        fmt::format("bearing '{}': guard = {} m, must be > 0: gaps have to end somewhere", b.name, b.guard));
  if (!(b.touching > 0 && b.boundary_friction >= 0 && b.friction_speed > 0))
    throw InputError(
        fmt::format("bearing '{}': contact pressure {} Pa and friction speed {} m/s must be > 0, boundary "
                    "friction {} >= 0",
                    b.name, b.touching, b.friction_speed, b.boundary_friction));
}

std::string place_of(const FilmGrid& grid, Index node) {
  const double across = 1e3 * grid.across[node % grid.rows()], along = grid.along[node / grid.rows()];
  return fmt::format("{:.1f} degrees, {} {:.3g} mm", along * 180 / std::numbers::pi,
                     grid.shape == FilmGrid::Shape::annulus ? "radius" : "axial place", across);
}

void solve_bearing_film(const BearingFilm& b, const VectorXd& gap, const VectorXd& rate, double spin, FilmTime time,
                        const FilmPast& past, BearingFilmState& s) {
  hold_gaps(b, gap, rate, s);
  s.motion.speed_1 = 0;
  s.motion.speed_2 = spin;
  FilmPast from;
  if (time != FilmTime::steady) {
    from = past.fill.size() > 0 ? past : full_past(b.film, s.motion.gap, past.step);
    if (time == FilmTime::instant) from.step = no_time;
  }
  solve_film(b.film, s.motion, from, s.solution, b.options);
  if (!s.solution.converged) {
    Index thinnest = 0;
    const double least = s.gap.minCoeff(&thinnest);
    throw SolveError(fmt::format("bearing '{}': {}; its smallest gap is {:.3g} um at {}", b.name, s.solution.message,
                                 1e6 * least, place_of(b.film.grid, thinnest)));
  }
  const FilmGrid& grid = b.film.grid;
  const FilmFriction shear = film_friction(b.film, s.motion, s.solution);
  s.moment = shear.face_2;
  s.face_1_moment = shear.face_1;
  s.load = grid.areas().array() * (s.solution.pressure.array() - b.film.ambient + s.contact.array());
  if (b.boundary_friction > 0)
    for (Index j = 0; j < grid.rows(); ++j) {
      const double arm = rubbing_arm(b, j, spin).v;
      for (Index i = 0; i < grid.columns(); ++i) s.moment -= arm * s.contact[grid.at(i, j)] * grid.area(i, j);
    }
  s.rubbing = s.moment - shear.face_2;
}

BearingFilmChange bearing_film_change(const BearingFilm& b, BearingFilmState& s, const RowMatrixXd& gap,
                                      const RowMatrixXd& rate, const Eigen::RowVectorXd& spin) {
  const FilmGrid& grid = b.film.grid;
  FilmDirections d;
  d.gap = s.hold.asDiagonal() * gap;
  d.rate = s.hold.asDiagonal() * rate;
  d.rate += s.bend.asDiagonal() * gap;
  d.speed_1 = Eigen::RowVectorXd::Zero(spin.size());
  d.speed_2 = spin;
  const FilmChange change = film_change(b.film, s.solution, d);
  BearingFilmChange out;
  out.moment = friction_change(b.film, s.motion, s.solution, d, change).row(1);
  out.load = change.pressure;
  out.load += s.contact_slope.asDiagonal() * gap;
  for (Index i = 0; i < grid.columns(); ++i)
    for (Index j = 0; j < grid.rows(); ++j) out.load.row(grid.at(i, j)) *= grid.area(i, j);
  if (b.boundary_friction > 0)
    for (Index j = 0; j < grid.rows(); ++j) {
      const Dual<1> arm = rubbing_arm(b, j, s.motion.speed_2);
      for (Index i = 0; i < grid.columns(); ++i) {
        const Index k = grid.at(i, j);
        if (s.contact[k] == 0) continue;
        out.moment -= grid.area(i, j) * (arm.v * s.contact_slope[k] * gap.row(k) + s.contact[k] * arm.g[0] * spin);
      }
    }
  return out;
}

VectorXd contact_pressures(const BearingFilm& b, const VectorXd& gap) {
  VectorXd out(gap.size());
  for (Index k = 0; k < gap.size(); ++k) out[k] = contact_pressure(b, k, gap[k]).value;
  return out;
}

BearingFilmFigures figures_of(const BearingFilm& b, const BearingFilmState& s) {
  const FilmGrid& grid = b.film.grid;
  BearingFilmFigures f;
  const VectorXd area = grid.areas();
  const FilmBalance balance = film_balance(b.film, s.solution, static_cast<Index>(b.feeds.size()));
  f.least_gap = 1e300;
  for (Index k = 0; k < s.gap.size(); ++k)
    if (!b.film.boundary.in_feed(k)) f.least_gap = std::min(f.least_gap, s.gap[k]);
  f.peak_pressure = (s.solution.pressure + s.contact).maxCoeff() - b.film.ambient;
  f.flow = balance.passing;
  for (const double q : balance.feeds) f.supplied += q;
  for (Index k = 0; k < s.gap.size(); ++k)
    if (s.solution.theta[k] < 1) f.broken_share += area[k];
  f.broken_share /= area.sum();
  f.contact_force = s.contact.dot(area);
  f.reynolds_number = film_limits(b.film, s.motion, s.solution).reynolds_number;
  return f;
}

}  // namespace trunnion
