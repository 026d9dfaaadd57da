#include "trunnion/forces/film_memory.h"

#include <algorithm>

namespace trunnion {
namespace {

constexpr Index head = 4;
enum Head { known, passed, unexplained, reynolds };

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

}  // namespace

History no_film_memory(Index nodes) { return History(static_cast<std::size_t>(head + 4 * nodes), 0.0); }

FilmPast film_past(const History& memory, Index nodes, double step) {
  FilmPast past;
  past.step = step;
  if (memory[known] > 0) {
    past.fill = part(memory, nodes, 0);
    past.content = part(memory, nodes, 1);
  }
  return past;
}

History next_film_memory(const BearingFilm& bearing, const BearingFilmState& s, const History& memory, double step) {
  const Index n = s.gap.size();
  History next = memory;
  FilmPast now = next_past(bearing.film, s.motion, s.solution, step);
  const FilmBalance balance = film_balance(bearing.film, s.solution, static_cast<Index>(bearing.feeds.size()));
  next[known] = 1;
  next[passed] += step * balance.passing;
  const FilmLimits limits = film_limits(bearing.film, s.motion, s.solution);
  next[reynolds] = std::max(next[reynolds], limits.reynolds_number);
  if (step > 0 && memory[known] > 0) {
    const auto fill = part(memory, n, 0), content = part(memory, n, 1);
    const VectorXd area = bearing.film.grid.areas();
    for (Index k = 0; k < n; ++k) {
      const double flown = step * s.solution.flow.store[static_cast<std::size_t>(k)].flow / area[k];
      if (fill[k] < 1 || now.fill[k] < 1) {
        if (fill[k] >= 1) carry_on(mean_gap(bearing.film.roughness, s.motion.gap[k]).value, content[k] + flown, k, now);
        next[unexplained] += area[k] * (now.content[k] - content[k] - flown);
      }
    }
  }
  const auto put = [&](Index which, const VectorXd& values) {
    std::copy(values.data(), values.data() + n, next.begin() + head + which * n);
  };
  put(0, now.fill);
  put(1, now.content);
  put(2, s.solution.pressure + s.contact);
  put(3, s.gap);
  return next;
}

FilmFields film_fields(const BearingFilm& bearing, const History& memory) {
  const Index n = bearing.film.grid.size();
  FilmFields f;
  f.known = !memory.empty() && memory[known] > 0;
  if (!f.known) return f;
  f.passed = memory[passed];
  f.unexplained = memory[unexplained];
  f.reynolds_number = memory[reynolds];
  f.theta = part(memory, n, 0).cwiseMin(1.0);
  f.pressure = part(memory, n, 2).array() - bearing.film.ambient;
  f.gap = part(memory, n, 3);
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

void add_film_outputs(const BearingFilm& bearing, const BearingFilmState& s, const FilmFields& memory, double power,
                      NamedOutputs& out) {
  const BearingFilmFigures f = figures_of(bearing, s);
  const double load = s.load.cwiseAbs().sum();
  out.insert(out.end(),
             {{"friction_moment", s.moment, "N m", "Friction moments of bearings"},
              {"min_film", f.least_gap, "m", "Smallest film thickness"},
              {"max_pressure", f.peak_pressure, "Pa", "Peak film pressures"},
              {"max_oil_pressure", s.solution.pressure.maxCoeff() - bearing.film.ambient, "Pa", "Peak film pressures"},
              {"flow", f.flow, "m^3/s", "Oil through films"},
              {"supply", f.supplied, "m^3/s", "Oil from feeds"},
              {"cavitated", f.broken_share, "", "Share of films that is broken up"},
              {"contact_force", f.contact_force, "N", "Contact forces in films"},
              {"contact_share", load > 0 ? f.contact_force / load : 0, "", "Load carried by contact"},
              {"power_loss", power, "W", "Power losses of bearings"},
              {"oil_passed", memory.passed, "m^3", "Oil that passed"},
              {"oil_unexplained", memory.unexplained, "m^3", "Oil not explained"},
              {"film_iterations", static_cast<double>(s.solution.iterations), "", "Iterations of films"}});
}

}  // namespace trunnion
