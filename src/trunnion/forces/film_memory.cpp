#include "trunnion/forces/film_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace trunnion {
namespace {

enum Head {
  known,
  passed,
  brought,
  unexplained,
  most_unexplained,
  reynolds,
  force_size,
  axial_force,
  least_gap,
  top_pressure,
  top_oil_pressure,
  touched,  // whether, then when first and when deepest
  touched_first,
  touched_deepest,
  touched_gap,
  touched_node,
  contact_share,
  starved,
  head  // how many they are
};
enum Array { fills, contents, pressures, gaps, squeezes, arrays };

Eigen::Map<const VectorXd> part(const History& memory, Index nodes, Index which) {
  return {memory.data() + head + which * nodes, nodes};
}

// A full cell takes its squeeze from a rate: where it breaks up, what is left in it is what it held and what flowed,
// but never more than fits in. Oil beyond that would have to leave within the next step, under a pressure that is not
// there.
void carry_on(double gap, double held, Index k, FilmPast& now) {
  now.content[k] = std::min(held, gap);
  now.fill[k] = now.content[k] / gap;
}

// Growth of the content of a full cell by its rate [m/s].
VectorXd squeeze_rates(const BearingFilm& b, const BearingFilmState& s) {
  VectorXd out(s.gap.size());
  for (Index k = 0; k < out.size(); ++k)
    out[k] = s.solution.fill[k] * mean_gap(b.film.roughness, s.motion.gap[k]).slope * s.motion.rate[k];
  return out;
}

// Content after a step, corrected where cells break up, and the balance of the oil.
void keep_account(const BearingFilm& b, const BearingFilmState& s, const VectorXd& rates, double step, FilmPast& now,
                  History& memory) {
  const Index n = s.gap.size();
  const auto full = part(memory, n, fills), held = part(memory, n, contents), before = part(memory, n, squeezes);
  const VectorXd area = b.film.grid.areas();
  double inflow = 0, growth = 0;
  for (Index k = 0; k < n; ++k) {
    double flown = step * s.solution.flow.store[static_cast<std::size_t>(k)].flow / area[k];
    if (full[k] >= 1 && now.fill[k] < 1)
      carry_on(mean_gap(b.film.roughness, s.motion.gap[k]).value, held[k] + flown, k, now);
    else if (full[k] >= 1)
      flown += 0.5 * step * (before[k] - rates[k]);
    inflow += area[k] * flown;
    growth += area[k] * (now.content[k] - held[k]);
  }
  memory[brought] += inflow;
  memory[unexplained] += growth - inflow;
  memory[most_unexplained] = std::max(memory[most_unexplained], std::abs(memory[unexplained]));
}

// The smallest gap outside of feeds.
double thinnest(const BearingFilm& b, const VectorXd& gap, Index& where) {
  double least = std::numeric_limits<double>::infinity();
  for (Index k = 0; k < gap.size(); ++k)
    if (!b.film.boundary.in_feed(k) && gap[k] < least) {
      least = gap[k];
      where = k;
    }
  return least;
}

double contact_share_of(const BearingFilm& b, const BearingFilmState& s) {
  const double load = s.load.cwiseAbs().sum();
  return load > 0 ? s.contact.dot(b.film.grid.areas()) / load : 0;
}

void note_extremes(const BearingFilm& b, const BearingFilmState& s, const Vector6d& wrench, double t, History& next) {
  next[reynolds] = std::max(next[reynolds], film_limits(b.film, s.motion, s.solution).reynolds_number);
  next[starved] = s.solution.message.empty() ? 0 : 1;
  next[force_size] = wrench.head<3>().norm();
  next[axial_force] = wrench[2];
  next[top_pressure] = (s.solution.pressure + s.contact).maxCoeff() - b.film.ambient;
  next[top_oil_pressure] = s.solution.pressure.maxCoeff() - b.film.ambient;
  Index where = 0;
  next[least_gap] = thinnest(b, s.gap, where);
  if (!(next[least_gap] < b.guard)) return;
  if (next[touched] == 0) next[touched_first] = t;
  if (next[touched] == 0 || next[least_gap] < next[touched_gap]) {
    next[touched_deepest] = t;
    next[touched_gap] = next[least_gap];
    next[touched_node] = static_cast<double>(where);
  }
  next[touched] = 1;
  next[contact_share] = std::max(next[contact_share], contact_share_of(b, s));
}

}  // namespace

History no_film_memory(Index nodes) { return History(static_cast<std::size_t>(head + arrays * nodes), 0.0); }

FilmPast film_past(const History& memory, Index nodes, double step) {
  FilmPast past;
  past.step = step;
  if (memory[known] > 0) {
    past.fill = part(memory, nodes, fills);
    past.content = part(memory, nodes, contents);
  }
  return past;
}

History next_film_memory(const BearingFilm& bearing, const BearingFilmState& s, const Vector6d& wrench,
                         const History& memory, double t, double step) {
  const Index n = s.gap.size();
  History next = memory;
  FilmPast now = next_past(bearing.film, s.motion, s.solution, step);
  const VectorXd rates = squeeze_rates(bearing, s);
  next[passed] += step * film_balance(bearing.film, s.solution, static_cast<Index>(bearing.feeds.size())).passing;
  if (step > 0 && memory[known] > 0) keep_account(bearing, s, rates, step, now, next);
  next[known] = 1;
  note_extremes(bearing, s, wrench, t, next);
  const auto put = [&](Index which, const VectorXd& values) {
    std::copy(values.data(), values.data() + n, next.begin() + head + which * n);
  };
  put(fills, now.fill);
  put(contents, now.content);
  put(pressures, s.solution.pressure + s.contact);
  put(gaps, s.gap);
  put(squeezes, rates);
  return next;
}

std::string film_stop(const BearingFilm& b, const BearingFilmState& s) {
  if (!b.stop_on_contact) return {};
  Index where = 0;
  const double least = thinnest(b, s.gap, where);
  if (!(least < b.guard)) return {};
  return fmt::format(
      "the film is used up: {:.3g} um are left at {}, limit {:.3g} um (guard_film). A larger bearing, thicker oil or a "
      "smaller load avoids it; on_contact = \"guard\" lets a contact carry and goes on",
      1e6 * least, place_of(b.film.grid, where), 1e6 * b.guard);
}

bool film_known(const History& memory) { return !memory.empty() && memory[known] > 0; }

FilmStep film_step(const History& memory) {
  return {memory[force_size], memory[axial_force], memory[least_gap], memory[top_pressure], memory[top_oil_pressure]};
}

FilmFields film_fields(const BearingFilm& bearing, const History& memory) {
  const Index n = bearing.film.grid.size();
  FilmFields f;
  f.known = film_known(memory);
  if (!f.known) return f;
  f.passed = memory[passed];
  f.brought = memory[brought];
  f.unexplained = memory[unexplained];
  f.most_unexplained = memory[most_unexplained];
  f.reynolds_number = memory[reynolds];
  f.step = film_step(memory);
  f.starved = memory[starved] > 0;
  if (memory[touched] > 0)
    f.touch = {memory[touched_first], memory[touched_deepest], memory[touched_gap],
               static_cast<Index>(memory[touched_node]), memory[contact_share]};
  f.theta = part(memory, n, fills).cwiseMin(1.0);
  f.pressure = part(memory, n, pressures).array() - bearing.film.ambient;
  f.gap = part(memory, n, gaps);
  f.contact = contact_pressures(bearing, f.gap);
  return f;
}

FilmTime film_time(const StepContext& at) {
  if (at.kind != StageKind::transient) return FilmTime::steady;
  return at.step > 0 ? FilmTime::step : FilmTime::instant;
}

void add_wrench_outputs(FilmShape shape, const Vector6d& W, const RelativeMotion& m, double clearance,
                        const VectorXd& q, NamedOutputs& out) {
  constexpr const char *force = "Bearing forces", *parts = "Bearing force components";
  out.insert(out.end(), {{"force", W.head<3>().norm(), "N", force},
                         {"fx", W[0], "N", parts},
                         {"fy", W[1], "N", parts},
                         {"fz", W[2], "N", parts},
                         {"mx", W[3], "N m", "Bearing moment components"},
                         {"my", W[4], "N m", "Bearing moment components"}});
  if (shape == FilmShape::journal)
    out.insert(out.end(), {{"ex", m.d[0], "m", "Journal orbits"},
                           {"ey", m.d[1], "m", "Journal orbits"},
                           {"eccentricity", m.d.head<2>().norm() / clearance, "", "Eccentricity of journals"}});
  else
    out.push_back({"gap", clearance + q[0], "m", "Gaps of thrust bearings"});
}

void add_film_outputs(const BearingFilm& bearing, const BearingFilmState& s, const FilmFields& memory, double friction,
                      double power, NamedOutputs& out) {
  const BearingFilmFigures f = figures_of(bearing, s);
  out.insert(out.end(),
             {{"friction_moment", friction, "N m", "Friction moments of bearings"},
              {"min_film", f.least_gap, "m", "Smallest film thickness"},
              {"max_pressure", f.peak_pressure, "Pa", "Peak film pressures"},
              {"max_oil_pressure", s.solution.pressure.maxCoeff() - bearing.film.ambient, "Pa", "Peak film pressures"},
              {"flow", f.flow, "m^3/s", "Oil through films"},
              {"supply", f.supplied, "m^3/s", "Oil from feeds"},
              {"cavitated", f.broken_share, "", "Share of films that is broken up"},
              {"contact_force", f.contact_force, "N", "Contact forces in films"},
              {"contact_share", contact_share_of(bearing, s), "", "Load carried by contact"},
              {"power_loss", power, "W", "Power losses of bearings"},
              {"oil_passed", memory.passed, "m^3", "Oil that passed"},
              {"oil_brought", memory.brought, "m^3", "Oil that passed"},
              {"oil_unexplained", memory.unexplained, "m^3", "Oil not explained"},
              {"oil_most_unexplained", memory.most_unexplained, "m^3", "Oil not explained"},
              {"film_iterations", static_cast<double>(s.solution.iterations), "", "Iterations of films"}});
}

}  // namespace trunnion
