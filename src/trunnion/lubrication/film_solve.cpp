#include "trunnion/lubrication/film_solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "trunnion/math/free_memory.h"

namespace trunnion {
namespace {

constexpr double rounding = 1e-11;       // of the largest pressure, and of the fill ratio
constexpr double balanced = 1e-7;        // outflow left, over the largest flow
constexpr double relaxed_balance = 100;  // the same where sweeps end, over their last change: measured below 8
constexpr int march_steps = 80;          // of pseudo-time towards a steady film
constexpr double march_growth = 1.5;
constexpr double march_settled = 1e-8;  // change of fill

std::size_t z(Index k) { return static_cast<std::size_t>(k); }

void start(const Film& film, const FilmPast& past, FilmSolution& s) {
  const Index n = film.grid.size();
  const bool warm = s.pressure.size() == n && s.converged;
  if (!warm) {
    s.pressure = VectorXd::Zero(n);
    s.theta = VectorXd::Ones(n);
    s.full.assign(z(n), 1);
    if (past.step > 0 && film.rupture == Rupture::conserving)
      for (Index k = 0; k < n; ++k)
        if (past.fill[k] < 1) {
          s.theta[k] = past.fill[k];
          s.full[z(k)] = 0;
        }
  }
  for (Index k = 0; k < n; ++k)
    if (film.boundary.fixed(k)) {
      s.pressure[k] = film.boundary.pressure[k];
      s.theta[k] = 1;
      s.full[z(k)] = 1;
    }
  s.fill.resize(n);
  s.converged = false;
  s.message.clear();
}

void all_full(FilmSolution& s) {
  std::fill(s.full.begin(), s.full.end(), 1);
  s.theta.setOnes();
}

void update_fill(const Film& film, FilmSolution& s) {
  if (film.oil.bulk_modulus == 0) {
    s.fill = s.theta;
    return;
  }
  for (Index k = 0; k < s.fill.size(); ++k) s.fill[k] = s.theta[k] * oil_at(film.oil, s.pressure[k]).density;
}

// Largest flow through a face: what balances are measured by.
double flow_scale(const FilmSolution& s) {
  double scale = 1e-300;
  for (const FilmFace& f : s.flow.east) scale = std::max(scale, std::abs(f.transport));
  for (const FilmStore& f : s.flow.store) scale = std::max(scale, std::abs(f.flow));
  for (Index k = 0; k < s.pressure.size(); ++k)
    scale = std::max(scale, s.flow.north[z(k)].conductance * std::abs(s.pressure[k]));
  return scale;
}

/// Which cells of a solved set contradict themselves.
std::vector<Index> wrong_cells(const Film& film, const FilmSolution& s, const VectorXd& change) {
  std::vector<Index> wrong;
  if (film.rupture == Rupture::none) return wrong;
  double largest = 0;
  for (Index k = 0; k < s.pressure.size(); ++k) {
    const Index u = film.numbering.unknown[z(k)];
    largest = std::max(largest, s.full[z(k)] ? s.pressure[k] + (u >= 0 ? change[u] : 0) : 0);
  }
  for (Index k = 0; k < s.pressure.size(); ++k) {
    const Index u = film.numbering.unknown[z(k)];
    if (u < 0) continue;
    if (s.full[z(k)]) {
      if (s.pressure[k] + change[u] < -rounding * largest) wrong.push_back(k);
    } else if (film.rupture == Rupture::reynolds ? change[u] < -rounding * largest
                                                 : s.theta[k] + change[u] > 1 + rounding) {
      wrong.push_back(k);
    }
  }
  return wrong;
}

void apply(const Film& film, const VectorXd& change, FilmSolution& s) {
  for (Index k = 0; k < s.pressure.size(); ++k) {
    const Index u = film.numbering.unknown[z(k)];
    if (u < 0) continue;
    if (s.full[z(k)])
      s.pressure[k] += change[u];
    else if (film.rupture == Rupture::conserving)
      s.theta[k] += change[u];
  }
}

// A cell that changes sides stands at p = 0, theta = 1.
void flip(Index k, FilmSolution& s) {
  s.full[z(k)] = !s.full[z(k)];
  s.pressure[k] = 0;
  s.theta[k] = 1;
}

void clip(const Film& film, FilmSolution& s) {
  if (film.rupture == Rupture::none) return;
  s.pressure = s.pressure.cwiseMax(0.0);
  s.theta = s.theta.cwiseMin(1.0);
}

// Where viscosity grows faster with pressure than pressure drives the flow, none carries the oil through a wedge.
const char* no_state(const Film& film) {
  return film.oil.pressure_coefficient > 0
             ? "oil that thickens under its pressure has no steady flow through so narrow a gap (a smaller "
               "pressure_coefficient or load, or a start with a wider gap), or reaches a part of the film not at all"
             : "a part of the film that no oil reaches has no steady state";
}

bool newton(const Film& film, const FilmMotion& motion, const FilmPast& past, const FilmOptions& options,
            FilmSolution& s) {
  const int most = options.max_iterations > 0 ? options.max_iterations : 400;
  std::set<std::vector<char>> seen;
  bool one_by_one = false;
  VectorXd change(film.numbering.count);
  update_faces(film, motion, s.pressure, s.flow);
  for (int it = 1; it <= most; ++it) {
    ++s.iterations;
    if (!film.oil.constant() && it > 1) update_faces(film, motion, s.pressure, s.flow);
    update_fill(film, s);
    update_outflow(film, motion, past, s.pressure, s.fill, s.flow);
    if (!factorize(film, s)) {
      s.message = no_state(film);
      return false;
    }
    for (Index k = 0; k < s.pressure.size(); ++k)
      if (const Index u = film.numbering.unknown[z(k)]; u >= 0) change[u] = -s.flow.outflow[k];
    s.factor.solve(change);
    if (!change.allFinite()) {
      s.message = "pressures grow beyond all numbers";
      return false;
    }
    std::vector<Index> wrong = wrong_cells(film, s, change);
    apply(film, change, s);
    if (wrong.empty()) {
      double moved = 0;
      for (Index k = 0; k < s.pressure.size(); ++k)
        if (const Index u = film.numbering.unknown[z(k)]; u >= 0 && s.full[z(k)])
          moved = std::max(moved, std::abs(change[u]));
      if (film.oil.constant() || moved <= options.tolerance * s.pressure.cwiseAbs().maxCoeff()) return true;
      continue;
    }
    // All wrong cells at once; from the first repetition on one at a time, which cannot go round in circles.
    if (one_by_one) wrong = {wrong.back()};
    for (const Index k : wrong) flip(k, s);
    if (!one_by_one && !seen.insert(s.full).second) one_by_one = true;
  }
  s.message = fmt::format("the film does not settle in {} iterations", most);
  return false;
}

// Final clipping, flows at the solution and the proof that every control volume is balanced.
bool in_balance(const Film& film, const FilmMotion& motion, const FilmPast& past, double allowed, const char* message,
                FilmSolution& s) {
  clip(film, s);
  if (!film.oil.constant()) update_faces(film, motion, s.pressure, s.flow);
  update_fill(film, s);
  update_outflow(film, motion, past, s.pressure, s.fill, s.flow);
  if (film.rupture == Rupture::reynolds) return true;
  double left = 0;
  for (Index k = 0; k < s.pressure.size(); ++k)
    if (!film.boundary.fixed(k)) left = std::max(left, std::abs(s.flow.outflow[k]));
  if (left <= allowed * flow_scale(s)) return true;
  s.message = fmt::format("{}, {:.2g} of its largest flow are left over", message, left / flow_scale(s));
  return false;
}

bool finish(const Film& film, const FilmMotion& motion, const FilmPast& past, FilmSolution& s) {
  return in_balance(film, motion, past, balanced, no_state(film), s);
}

// Towards a steady film from a full one, in growing steps of time.
bool march(const Film& film, const FilmMotion& motion, const FilmOptions& options, FilmSolution& s) {
  const double speed = 0.5 * std::abs(motion.speed_1 + motion.speed_2);
  const double squeeze = (motion.rate.array().abs() / motion.gap.array()).maxCoeff();
  const double pace = std::max(speed / (film.grid.along[film.grid.columns() - 1] - film.grid.along[0]), squeeze);
  if (!(pace > 0)) return false;
  FilmPast past = full_past(film, motion.gap, 0.05 / pace);
  all_full(s);
  for (int k = 0; k < march_steps; ++k) {
    const VectorXd before = past.fill;
    if (!newton(film, motion, past, options, s) || !finish(film, motion, past, s)) return false;
    past = next_past(film, motion, s, march_growth * past.step);
    if ((past.fill - before).cwiseAbs().maxCoeff() < march_settled) break;
  }
  s.message = "the film was starved from full: no steady state by itself";
  return true;
}

}  // namespace

bool factorize(const Film& film, FilmSolution& s) {
  const std::vector<Index>& unknown = film.numbering.unknown;
  const bool conserving = film.rupture == Rupture::conserving, plain = film.oil.constant();
  const Index count = film.numbering.count, band = film.numbering.band;
  if (s.factor.size() != count || s.factor.band() != band)
    check_room(double(count) * double(2 * band + 1) * sizeof(double),
               fmt::format("the factor of an oil film of {} nodes", count),
               "use fewer of them, fewer across before fewer around, or end other programs");
  s.factor.reset(count, band);
  const auto density_slope = [&](Index k) { return plain ? 0.0 : oil_at(film.oil, s.pressure[k]).d_density; };
  const auto add = [&](Index a, Index b, double by_a, double by_b) {
    const Index ka = unknown[z(a)], kb = unknown[z(b)];
    if (ka >= 0) {
      s.factor(ka, ka) += by_a;
      if (kb >= 0) s.factor(kb, ka) -= by_a;
    }
    if (kb >= 0) {
      s.factor(kb, kb) -= by_b;
      if (ka >= 0) s.factor(ka, kb) += by_b;
    }
  };
  const auto face = [&](const FilmFace& f, Index a, Index b) {
    const double mean = plain ? 0 : 0.5 * f.by_pressure * (s.pressure[a] - s.pressure[b]);
    const bool from_a = f.transport >= 0;
    const auto carried = [&](Index k) {
      return s.full[z(k)] ? f.transport * density_slope(k) : conserving * f.transport;
    };
    add(a, b, (s.full[z(a)] ? f.conductance + mean : 0) + (from_a ? carried(a) : 0),
        (s.full[z(b)] ? mean - f.conductance : 0) + (from_a ? 0 : carried(b)));
  };
  for_each_face(film.grid, s.flow, face, face);
  for (Index k = 0; k < s.pressure.size(); ++k) {
    const Index u = unknown[z(k)];
    if (u < 0) continue;
    const FilmStore& store = s.flow.store[z(k)];
    if (s.full[z(k)])
      s.factor(u, u) += (store.by_fill + store.by_density) * density_slope(k);
    else if (conserving)
      s.factor(u, u) += store.by_fill;
    else  // the unknown is how much the balance is off, in units of pressure
      s.factor(u, u) = -(s.flow.east[z(k)].conductance + s.flow.north[z(k)].conductance);
  }
  s.factored = s.factor.factor();
  return s.factored;
}

FilmPast next_past(const Film& film, const FilmMotion& motion, const FilmSolution& s, double step) {
  FilmPast past{step, s.fill, VectorXd(s.fill.size())};
  for (Index k = 0; k < s.fill.size(); ++k) past.content[k] = s.fill[k] * mean_gap(film.roughness, motion.gap[k]).value;
  return past;
}

void solve_film(const Film& film, const FilmMotion& motion, const FilmPast& past, FilmSolution& s,
                const FilmOptions& options) {
  start(film, past, s);
  s.iterations = 0;
  s.factored = false;
  if (options.method == FilmOptions::Method::over_relaxation) {
    relax_film(film, motion, past, s, options);
    s.converged = s.converged && in_balance(film, motion, past, relaxed_balance * options.relaxed_change,
                                            "over-relaxation settled where flows do not balance", s);
    return;
  }
  const auto attempt = [&] { return newton(film, motion, past, options, s) && finish(film, motion, past, s); };
  s.converged = attempt();
  if (!s.converged) {
    const std::string first = s.message;
    all_full(s);
    for (Index k = 0; k < s.pressure.size(); ++k)
      if (!film.boundary.fixed(k)) s.pressure[k] = 0;
    s.message.clear();
    s.converged =
        attempt() || (past.step == 0 && film.rupture == Rupture::conserving && march(film, motion, options, s));
    if (!s.converged && s.message.empty()) s.message = first;
  }
}

}  // namespace trunnion
