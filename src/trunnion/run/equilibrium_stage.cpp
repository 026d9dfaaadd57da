#include <fmt/format.h>

#include "trunnion/base/error.h"
#include "trunnion/math/stopwatch.h"
#include "trunnion/results/stress_recovery.h"
#include "trunnion/run/fit_pictures.h"
#include "trunnion/run/mechanism_stages.h"
#include "trunnion/solvers/statics.h"

namespace trunnion {

namespace {

/// What a sweep varies: its values, the axis of its diagrams, and how a value is brought about.
struct Sweep {
  VectorXd values;
  Axis axis;
  SweepPlace place;
};

Sweep over_time(const MechanismStageInput& in, MechanismRun& run) {
  Sweep sweep{VectorXd::LinSpaced(in.samples, run.state.t, run.state.t + in.duration), {"time", "s", false}, {}};
  sweep.place = [&run, values = sweep.values](Index k, State& s) -> const Mechanism& {
    s.t = values[k];
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
  sweep.place = [&m, j, restore, values = sweep.values](Index k, State& s) -> const Mechanism& {
    m.joints[j].motion = constant_value(values[k]);
    s.row_offset[m.first_row[j]] = 0;
    s.coordinate[m.first_term[j]] = values[k];  // full turns are those of the wanted angle
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
  sweep.place = [&run, &stage, values = sweep.values](Index k, State& s) -> const Mechanism& {
    const MechanismStageInput& input = stage.mechanism;
    run.built = run.rebuild(input.parameter, {values[k], input.first->dimension, 0});
    const Mechanism& m = run.built.mechanism;
    if (m.num_velocities != s.v.size() || m.num_rows != s.lambda.size())
      throw InputError(stage.where, fmt::format("stage '{}': with {} = {:.6g} the mechanism has other coordinates than "
                                                "before; a sweep can only vary what keeps bodies, modes and joints",
                                                stage.name, input.parameter, values[k]));
    return m;
  };
  return sweep;
}

Sweep sweep_of(const StageInput& stage, MechanismRun& run) {
  if (!stage.mechanism.motion.empty()) return over_motion(stage, run);
  return stage.mechanism.parameter.empty() ? over_time(stage.mechanism, run) : over_parameter(stage, run);
}

// Where all that touches stands on the limit of friction, the parts slip as a whole: no equilibrium is to be expected.
const FitElement* slipping(const std::vector<FitElement>& fits, const MechanismRun& run) {
  constexpr double all = 0.99;
  for (const FitElement& fit : fits) {
    const FitField field = field_at(run.built.mechanism, fit, {run.state.t, run.state.x, run.state.history});
    const FitShares shares = shares_of(field, fit.force->fit().area);
    if (shares.sliding > 0 && shares.open + shares.sliding >= all) return &fit;
  }
  return nullptr;
}

// A sweep that a fit ends has found what it was made for: it goes back to its last equilibrium.
void end_at_last_equilibrium(const TimeRecord& recorded, MechanismRun& run, MechanismResult& out) {
  out.record.status = StageStatus::done;
  out.record.message.clear();
  out.record.balances.clear();  // of the position that has none
  run.state.x = recorded.snapshots.back().x;
  run.state.history = recorded.snapshots.back().history;
}

void tell_of_slipping(const TimeRecord& recorded, const Axis& over, const VectorXd& tried, MechanismRun& run,
                      MechanismResult& out) {
  const std::vector<FitElement> fits = fit_elements(run.built.mechanism);
  const FitElement* fit = slipping(fits, run);
  if (!fit) return;
  const std::string slips =
      fmt::format("the fit '{}' slips: all that touches stands on the limit of friction", fit->name);
  const auto next = static_cast<Index>(recorded.t.size());
  if (next == 0 || next >= tried.size()) {
    out.record.message = fmt::format("{}; {}", slips, out.record.message);
    return;
  }
  const auto column = [&](const char* output) -> const std::vector<double>& {
    return recorded.find(fmt::format("fit.{}.{}", fit->name, output))->values;
  };
  // No equilibrium, no torque: what the sweep would have asked for if it went on as it did.
  const std::vector<double>& torque = column("torque");
  const double held = torque.back();
  const auto n = static_cast<std::size_t>(next);
  const double asked =
      n < 2 ? held
            : held + (held - torque[n - 2]) * (tried[next] - tried[next - 1]) / (tried[next - 1] - tried[next - 2]);
  end_at_last_equilibrium(recorded, run, out);
  out.record.warnings.push_back(
      fmt::format("{}, at a torque between {:.5g} and {:.5g} N m: at {} = {:.5g} {} it carried the first with {:.3g} % "
                  "of its area sliding, at {:.5g} {} the second is asked for",
                  slips, std::abs(held), std::abs(asked), over.label, tried[next - 1], over.unit,
                  100 * column("sliding_share").back(), tried[next], over.unit));
  out.quantities.push_back({fmt::format("fit.{}.slips_at", fit->name), tried[next], ""});
  out.quantities.push_back({fmt::format("fit.{}.slips_at_torque", fit->name), std::abs(asked), ""});
  out.quantities.push_back({fmt::format("fit.{}.torque_held", fit->name), std::abs(held), ""});
}

}  // namespace

void run_equilibrium(const StageInput& stage, MechanismRun& run, Observer& observer, MechanismResult& out) {
  StaticOptions options;
  options.steady = stage.type == StageType::steady || stage.mechanism.running;
  options.load_steps = stage.mechanism.load_steps;
  options.motion_lag = run.motion_lag;
  TimeRecord recorded;
  Axis over{"time", "s", false};
  VectorXd tried;  // of a sweep
  const StageKind kind = options.steady ? StageKind::steady : StageKind::stationary;
  const auto keep = [&](const State& reached) {
    Workspace work(run.built.mechanism);
    State s = reached;
    seat_balls(run.built, s);
    record_state(run.built.mechanism, s, kind, recorded, work);
    record_rows(run.built, s, work, recorded);
    record_stress(run.built.mechanism, run.built.reduced, recorded);
    run.channels.record(recorded);
    recorded.snapshots.push_back({s.t, s.x, s.history});
  };
  const Stopwatch watch;
  StaticReport report;
  if (stage.type == StageType::sweep) {
    const Sweep sweep = sweep_of(stage, run);
    over = sweep.axis;
    tried = sweep.values;
    const auto reached = [&](const State& s) {
      keep(s);
      const double value = sweep.values[static_cast<Index>(recorded.t.size()) - 1];
      recorded.t.back() = recorded.snapshots.back().t = value;
    };
    report = sweep_static(sweep.values.size(), sweep.place, run.state, options, reached, observer);
  } else {
    report = solve_static(run.built.mechanism, run.state, options, observer);
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
  add_scene(stage, run, recorded, out);
  add_film_figures(stage, run, recorded, out);
  add_fit_figures(stage, run.built, recorded, out);
  if (stage.type == StageType::sweep) add_fit_events(stage, run.built, over, recorded, out);
  hint_at_reference_condition(run, recorded, observer);
  observer.end(fmt::format("{} iterations", report.iterations));
  if (!report.converged) {
    out.record.status = StageStatus::failed;
    out.record.message = report.message;
    tell_of_slipping(recorded, over, tried, run, out);
    if (out.record.status == StageStatus::failed && tell_of_opening(stage, over, tried, recorded, run, out))
      end_at_last_equilibrium(recorded, run, out);
  }
}

}  // namespace trunnion
