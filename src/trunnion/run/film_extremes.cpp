#include "trunnion/run/film_extremes.h"

#include <algorithm>
#include <array>

namespace trunnion {
namespace {

constexpr const char* group = "Extremes of films";

/// A curve of extremes, the sampled curve it widens, and where a step has its value.
struct Extreme {
  const char *name, *sampled, *unit;
  double FilmStep::*value;
  bool least;
};
constexpr std::array extremes{
    Extreme{"largest_force", "force", "N", &FilmStep::force, false},
    Extreme{"largest_fz", "fz", "N", &FilmStep::axial, false},
    Extreme{"least_film", "min_film", "m", &FilmStep::least_gap, true},
    Extreme{"largest_pressure", "max_pressure", "Pa", &FilmStep::pressure, false},
    Extreme{"largest_oil_pressure", "max_oil_pressure", "Pa", &FilmStep::oil_pressure, false}};

double wider(const Extreme& e, double a, double b) { return e.least ? std::min(a, b) : std::max(a, b); }

TimeColumn& column(TimeRecord& record, const std::string& name, const char* unit) {
  const auto found =
      std::find_if(record.columns.begin(), record.columns.end(), [&](const TimeColumn& c) { return c.name == name; });
  if (found != record.columns.end()) return *found;
  return record.columns.emplace_back(TimeColumn{name, group, unit, {}});
}

}  // namespace

void FilmExtremes::step(const State& state, TimeRecord& record) const {
  const std::size_t size = films_.size() * extremes.size();
  const bool first = record.pending.size() != size;
  record.pending.resize(size);
  for (std::size_t f = 0; f < films_.size(); ++f) {
    const FilmStep step = film_step(state.history[films_[f].slot]);
    for (std::size_t e = 0; e < extremes.size(); ++e) {
      double& value = record.pending[f * extremes.size() + e];
      value = first ? step.*extremes[e].value : wider(extremes[e], value, step.*extremes[e].value);
    }
  }
}

void FilmExtremes::sample(const Neighbors& steps, TimeRecord& record) const {
  const bool between = record.pending.size() == films_.size() * extremes.size();
  for (std::size_t f = 0; f < films_.size(); ++f)
    for (std::size_t e = 0; e < extremes.size(); ++e) {
      const std::string name = "bearing." + films_[f].name + ".";
      double value = record.find(name + extremes[e].sampled)->values.back();
      if (between) value = wider(extremes[e], value, record.pending[f * extremes.size() + e]);
      for (const State* s : {&steps.before, &steps.after})
        if (const History& memory = s->history[films_[f].slot]; film_known(memory))
          value = wider(extremes[e], value, film_step(memory).*extremes[e].value);
      column(record, name + extremes[e].name, extremes[e].unit).values.push_back(value);
    }
  record.pending.clear();
}

}  // namespace trunnion
