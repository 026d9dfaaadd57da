#include <fmt/format.h>

#include "trunnion/base/error.h"
#include "trunnion/math/stopwatch.h"
#include "trunnion/results/stress_recovery.h"
#include "trunnion/run/film_extremes.h"
#include "trunnion/run/fit_slip.h"
#include "trunnion/run/mechanism_stages.h"
#include "trunnion/solvers/statics.h"

namespace trunnion {

namespace {

/// What a sweep varies: its values, the axis of its diagrams, and how a value is brought about.
struct Sweep {
  VectorXd values;
  Axis axis;
  std::function<const Mechanism&(double value, State& state)> place;
};

Sweep over_time(const MechanismStageInput& in, MechanismRun& run) {
  Sweep sweep{VectorXd::LinSpaced(in.samples, run.state.t, run.state.t + in.duration), {"time", "s", false}, {}};
  sweep.place = [&run](double value, State& s) -> const Mechanism& {
    s.t = value;
    return run.built.mechanism;
  };
  return sweep;
}

// The motion gives way to a constant; the next stage has it back.
Sweep over_motion(const StageInput& stage, MechanismRun& run) {
  const MechanismStageInput& in = stage.mechanism;
  Mechanism& m = run.built.mechanism;
  std::size_t j = 0;
  while (m.joints[j].name != in.motion || !m.joints[j].motion) ++j;
  const bool turns = m.joints[j].rows[0].terms[0].coordinate.kind == CoordinateKind::angle;
  const Kind kind = turns ? Kind::angle : Kind::length;
  Sweep sweep{VectorXd::LinSpaced(in.samples, as_kind(*in.first, kind), as_kind(*in.last, kind)),
              {in.motion, turns ? "rad" : "m", false},
              {}};
  const auto original = *m.joints[j].motion;
  const std::shared_ptr<void> restore(nullptr, [&m, j, original](void*) { m.joints[j].motion = original; });
  sweep.place = [&m, j, restore](double value, State& s) -> const Mechanism& {
    m.joints[j].motion = constant_value(value);
    s.row_offset[m.first_row[j]] = 0;
    s.coordinate[m.first_term[j]] = value;  // full turns are those of the wanted angle
    return m;
  };
  return sweep;
}

// Builds the mechanism anew at each value; its coordinates must stay the same.
Sweep over_parameter(const StageInput& stage, MechanismRun& run) {
  const MechanismStageInput& in = stage.mechanism;
  if (!run.rebuild) throw InputError(stage.where, "this run cannot change parameters");
  if (!(in.first->dimension == in.last->dimension))
    throw InputError(stage.where, fmt::format("stage '{}': 'first' and 'last' are not of the same kind", stage.name));
  Sweep sweep{VectorXd::LinSpaced(in.samples, in.first->value, in.last->value),
              {in.parameter, text(in.first->dimension), false},
              {}};
  sweep.place = [&run, &stage](double value, State& s) -> const Mechanism& {
    const MechanismStageInput& input = stage.mechanism;
    run.built = run.rebuild(input.parameter, {value, input.first->dimension, 0});
    const Mechanism& m = run.built.mechanism;
    if (m.num_velocities != s.v.size() || m.num_rows != s.lambda.size())
      throw InputError(stage.where, fmt::format("stage '{}': with {} = {:.6g} the mechanism has other coordinates than "
                                                "before; a sweep can only vary what keeps bodies, modes and joints",
                                                stage.name, input.parameter, value));
    return m;
  };
  return sweep;
}

Sweep sweep_of(const StageInput& stage, MechanismRun& run) {
  if (!stage.mechanism.motion.empty()) return over_motion(stage, run);
  return stage.mechanism.parameter.empty() ? over_time(stage.mechanism, run) : over_parameter(stage, run);
}

// A sweep that a fit ends has found what it was made for: it is done, at its last equilibrium.
void end_at(const State& last, MechanismRun& run, MechanismResult& out) {
  out.record.status = StageStatus::done;
  out.record.message.clear();
  out.record.balances.clear();  // of the position that has none
  run.state = last;
}

// Where a sweep varies parameters, fits are others at each position.
void keep_fits(const Mechanism& m, const Snapshot& at, const std::string& unit, MechanismResult& out) {
  for (FitElement& fit : fit_elements(m)) {
    FitStates& states = out.fits[fit.name];
    states.unit = unit;
    states.at.push_back(at.t);
    states.fields.push_back(field_at(m, fit, at));
    states.fit = std::move(fit);
  }
}

}  // namespace

void run_equilibrium(const StageInput& stage, MechanismRun& run, Observer& observer, MechanismResult& out) {
  StaticOptions options;
  options.steady = stage.type == StageType::steady || stage.mechanism.running;
  options.load_steps = stage.mechanism.load_steps;
  options.motion_lag = run.motion_lag;
  TimeRecord recorded;
  Axis over{"time", "s", false};
  VectorXd tried;                   // of a sweep
  std::optional<FitElement> slips;  // and what ends it
  SlipBracket bracket;
  const StageKind kind = options.steady ? StageKind::steady : StageKind::stationary;
  const auto keep = [&](const State& reached) {
    Workspace work(run.built.mechanism);
    State s = reached;
    seat_balls(run.built, s);
    record_state(run.built.mechanism, s, kind, recorded, work);
    record_rows(run.built, s, work, recorded);
    FilmExtremes(run.built.mechanism).sample({s, s}, recorded);
    record_stress(run.built.mechanism, run.built.reduced, recorded);
    run.channels.record(recorded);
    recorded.snapshots.push_back({s.t, s.x, s.history});
  };
  const Stopwatch watch;
  StaticReport report;
  State last;  // equilibrium of a sweep
  if (stage.type == StageType::sweep) {
    const Sweep sweep = sweep_of(stage, run);
    over = sweep.axis;
    tried = sweep.values;
    const auto keep_at = [&](double value, const State& s) {
      keep(s);
      recorded.t.back() = recorded.snapshots.back().t = value;
      keep_fits(run.built.mechanism, recorded.snapshots.back(), over.unit, out);
      last = s;
    };
    const SweepPlace place = [&](Index k, State& s) -> const Mechanism& { return sweep.place(tried[k], s); };
    const auto reached = [&](const State& s) {
      std::string refused = slid_away(run.built.mechanism, s);
      if (refused.empty()) keep_at(tried[static_cast<Index>(recorded.t.size())], s);
      return refused;
    };
    report = sweep_static(tried.size(), place, run.state, options, reached, observer);
    const auto next = static_cast<Index>(recorded.t.size());
    if (!report.converged && next > 0) slips = slipping_fit(run.built.mechanism, run.state);
    if (slips) {
      const auto has_equilibrium = [&](double value) {
        State s = last;
        const SweepPlace here = [&](Index, State& state) -> const Mechanism& { return sweep.place(value, state); };
        const StaticReport there = sweep_static(1, here, s, options, {}, observer);
        report.iterations += there.iterations;
        const bool holds = there.converged && slid_away(run.built.mechanism, s).empty();
        if (holds) keep_at(value, s);
        return holds;
      };
      bracket = narrowed({tried[next - 1], tried[next]}, has_equilibrium);
      sweep.place(bracket.held, last);
    }
  } else {
    report = solve_static(run.built.mechanism, run.state, options, observer);
    if (const std::string refused = slid_away(run.built.mechanism, run.state); report.converged && !refused.empty()) {
      report.converged = false;
      report.message = refused;
    }
    keep(run.state);
  }
  if (!report.caution.empty()) observer.warn(stage_place(stage) + report.caution);
  out.record.steps = stage.type == StageType::sweep ? static_cast<long>(recorded.t.size()) : options.load_steps;
  out.record.iterations = report.iterations;
  out.quantities.push_back({stage.name + ".solve_wall_s", watch.seconds(), ""});  // without pictures and files
  out.record.balances.push_back(
      {"Equilibrium, largest unbalanced over largest force", "last position", report.residual, options.tolerance, ""});
  add_peaks(run.built.mechanism, recorded, out);
  if (stage.type == StageType::sweep) {
    add_time_curves(stage, over, recorded, out);
  } else {
    add_arrays(stage, over, recorded, out);
    for (const TimeColumn& column : recorded.columns)
      if (column.group == "Position" || column.group == "Measured motions")
        out.quantities.push_back({column.name, column.values.back(), ""});
  }
  add_scene(stage, run, over, recorded, out);
  add_film_figures(stage, run, recorded, out);
  add_fit_figures(stage, run.built, over, recorded, out);
  if (stage.type == StageType::sweep) add_fit_events(stage, run.built, over, recorded, out);
  hint_at_reference_condition(run, recorded, observer);
  observer.end(fmt::format("{} iterations", report.iterations));
  if (!report.converged) {
    out.record.status = StageStatus::failed;
    out.record.message = report.message;
    if (slips) {
      tell_of_slipping(*slips, over, bracket, recorded, out);
      end_at(last, run, out);
    } else if (tell_of_opening(stage, over, tried, recorded, run, out)) {
      end_at(last, run, out);
    } else if (const auto fit = slipping_fit(run.built.mechanism, run.state)) {
      out.record.message = fmt::format("the fit '{}' slips: all that touches stands on the limit of friction; {}",
                                       fit->name, out.record.message);
    }
  }
}

}  // namespace trunnion
