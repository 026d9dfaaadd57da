#include "trunnion/run/mechanism_stage.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "trunnion/base/error.h"
#include "trunnion/math/stopwatch.h"
#include "trunnion/run/mechanism_scene.h"
#include "trunnion/solvers/ida.h"
#include "trunnion/solvers/modes.h"
#include "trunnion/solvers/statics.h"

namespace trunnion {

namespace {

constexpr double energy_limit = 0.01;  // unexplained share of energy that is worth a warning
constexpr double drift_limit = 1e-6;   // [m]
constexpr int most_pictures = 60;

void start(const StageInput& stage, MechanismRun& run, Observer& observer) {
  const Mechanism& m = run.built.mechanism;
  const auto* driven = stage.mechanism.motions ? &*stage.mechanism.motions : nullptr;
  if (!run.started) {
    run.state = initial_state(m);
    start_rows(m, run.state, driven);
    run.start = initialize(m, run.state, observer);
    for (const Body& body : m.bodies)
      if (!body.warning.empty()) observer.warn(body.warning);
    observer.note(fmt::format("{} degrees of freedom: {} velocities, {} constraint rows, {} of them redundant",
                              run.start.degrees_of_freedom, m.num_velocities, m.num_rows, run.start.redundant.size()));
    run.started = true;
    return;
  }
  // Redundant rows stay off; motions come and go with the stage, and held values start anew.
  const std::vector<char> before = run.state.row_active;
  start_rows(m, run.state, driven);
  for (std::size_t j = 0; j < m.joints.size(); ++j)
    if (!m.joints[j].motion)
      for (std::size_t r = 0; r < m.joints[j].rows.size(); ++r)
        run.state.row_active[m.first_row[j] + static_cast<Index>(r)] = before[m.first_row[j] + static_cast<Index>(r)];
}

// Velocities and accelerations that fit the state, e.g. after a static stage or a change of motions.
void make_moving(MechanismRun& run) {
  Workspace work(run.built.mechanism);
  project_velocities(run.built.mechanism, run.state, work);
  solve_accelerations(run.built.mechanism, {run.state.t, 0, 0, StageKind::transient}, run.state, work);
  run.state.a_aux = run.state.a;
  run.state.jerk.setZero();
  run.state.previous_step = 0;
}

Curve curve_of(const std::string& section, const std::string& title, const TimeRecord& record, const std::string& group,
               const std::string& label, const std::string& unit) {
  Curve curve;
  curve.section = section;
  curve.title = title;
  curve.x = {"time", "s", false};
  curve.y = {label, unit, false};
  const VectorXd t = Eigen::Map<const VectorXd>(record.t.data(), static_cast<Index>(record.t.size()));
  for (const TimeColumn& column : record.columns)
    if (column.group == group && column.unit == unit && peak(column) > 0 && curve.series.size() < 12)
      curve.series.push_back(
          {column.name, t, Eigen::Map<const VectorXd>(column.values.data(), static_cast<Index>(column.values.size()))});
  return curve;
}

void add_time_curves(const StageInput& stage, const TimeRecord& record, MechanismResult& out) {
  const auto add = [&](const char* title, const char* group, const char* label, const char* unit) {
    Curve curve = curve_of(stage.name, title, record, group, label, unit);
    if (!curve.series.empty()) out.curves.push_back(std::move(curve));
  };
  add("Joint forces", "Joint forces", "force", "N");
  add("Joint moments", "Joint moments", "moment", "N m");
  add("Forces of elements", "Forces", "force", "N");
  add("Positions of the bodies", "Position", "position", "m");
  add("Speeds of the bodies", "Speed", "speed", "m/s");
  add("Angular speeds of the bodies", "Angular speed", "angular speed", "rad/s");
  add("Modal coordinates", "Modal coordinates", "coordinate", "");
  add("Energy", "Energy", "energy", "J");
}

void add_peaks(const Mechanism& m, const TimeRecord& record, MechanismResult& out) {
  double bearing = 0;
  for (const Joint& joint : m.joints) {
    const TimeColumn* force = record.find("joint." + joint.name + ".force");
    if (!force) continue;
    out.quantities.push_back({fmt::format("joint.{}.peak_force", joint.name), peak(*force), ""});
    if (joint.type == "revolute" || joint.type == "spherical" || joint.type == "cylindrical")
      bearing = std::max(bearing, peak(*force));
  }
  for (const MarkerForceElement& force : m.marker_forces)
    if (const TimeColumn* column = record.find("force." + force.name + ".force")) {
      out.quantities.push_back({fmt::format("force.{}.peak", force.name), peak(*column), ""});
      if (force.type == "radial-spring") bearing = std::max(bearing, peak(*column));
    }
  out.quantities.push_back({"peak_bearing_force", bearing, ""});
}

// Mean-axis modes lose accuracy when a body turns fast against its first mode (theory/bodies.md, reference conditions).
void hint_at_reference_condition(const MechanismRun& run, const TimeRecord& record, Observer& observer) {
  constexpr double limit = 0.02;
  for (const auto& [name, reduced] : run.built.reduced) {
    const TimeColumn* speed = record.find("body." + name + ".angular_speed");
    if (!speed || reduced->reference_condition != "mean-axis" || reduced->frequency.size() == 0) continue;
    const double share = std::pow(peak(*speed) / (2 * std::numbers::pi * reduced->frequency[0]), 2);
    if (share > limit)
      observer.note(
          fmt::format("body '{}': (speed/first frequency)^2 reaches {:.2g}, above {}; if it is a rod between "
                      "two eyes, reference = \"chord\" in its reduction is more accurate",
                      name, share, limit));
  }
}

void finish_time_stage(const StageInput& stage, const MechanismRun& run, const TimeRecord& record,
                       MechanismResult& out) {
  add_time_curves(stage, record, out);
  add_peaks(run.built.mechanism, record, out);
  Scene scene = mechanism_scene(run.built, record.snapshots, stage.name);
  if (!scene.bodies.empty() && !scene.frames.empty()) out.scenes.push_back(std::move(scene));
}

TransientReport integrate(const MechanismStageInput& in, const Mechanism& m, State& s, double begin, double end,
                          const TransientCallbacks& callbacks, Observer& observer) {
  const double sample = (end - begin) / in.samples;
  if (in.integrator == Integrator::ida) {
    IdaOptions options;
    options.end = end;
    options.relative *= in.accuracy;
    options.absolute.position *= in.accuracy;
    options.absolute.rotation *= in.accuracy;
    options.absolute.elastic *= in.accuracy;
    options.max_order = in.max_order;
    options.max_step = in.max_step;
    options.output_step = sample;
    options.output_origin = begin;
    return run_ida(m, s, options, callbacks, observer);
  }
  TransientOptions options;
  options.end = end;
  options.fixed_step = in.step;
  options.max_step = in.max_step > 0 ? in.max_step : (end - begin) / 100;
  options.output_step = sample;
  options.output_origin = begin;
  options.alpha.rho = in.damping;
  Tolerances& tol = options.alpha.tolerances;
  tol.position *= in.accuracy;
  tol.rotation *= in.accuracy;
  tol.elastic *= in.accuracy;
  tol.relative *= in.accuracy;
  return run_transient(m, s, options, callbacks, observer);
}

void run_time(const StageInput& stage, MechanismRun& run, const CheckpointPlan& plan, Observer& observer,
              MechanismResult& out) {
  const Mechanism& m = run.built.mechanism;
  const MechanismStageInput& in = stage.mechanism;
  const std::filesystem::path file = plan.folder / fmt::format("{}.h5", stage.name);
  Checkpoint kept;
  kept.input_hash = plan.input_hash;
  double begin = run.state.t;
  if (plan.restart && !plan.folder.empty())
    if (auto found = read_checkpoint(file, m, plan.input_hash)) {
      kept = std::move(*found);
      begin = kept.record.t.empty() ? begin : kept.record.t.front();
      run.state = kept.state;
      observer.note(
          fmt::format("'{}' goes on from {:.6g} s{}", stage.name, run.state.t, kept.finished ? ", its end" : ""));
    }
  const bool fresh = kept.record.t.empty();
  if (fresh) make_moving(run);
  const double end = begin + in.duration;
  const long between_pictures = std::max(1, in.samples / most_pictures);
  TransientCallbacks callbacks;
  callbacks.output = [&](const State& s) {
    if (!kept.record.t.empty() && s.t <= kept.record.t.back() + 1e-9 * in.duration) return;  // known from before
    record_state(m, s, StageKind::transient, kept.record);
    if (static_cast<long>(kept.record.t.size() - 1) % between_pictures == 0)
      kept.record.snapshots.push_back({s.t, s.x});
  };
  Stopwatch since;
  callbacks.accepted = [&](const State& s) {
    if (plan.folder.empty() || since.seconds() < plan.every_s) return;
    kept.state = s;
    write_checkpoint(kept, file);
    since = Stopwatch();
  };
  TransientReport report;
  if (kept.finished)
    report.finished = true;
  else
    report = integrate(in, m, run.state, begin, end, callbacks, observer);
  if (!plan.folder.empty() && !kept.finished) {
    kept.state = run.state;
    kept.finished = report.finished;
    write_checkpoint(kept, file);
  }
  out.record.steps = report.steps;
  out.record.iterations = report.iterations;
  out.record.balances.push_back(
      {"Energy, unexplained over the largest that flowed", "all steps", report.energy_balance_error, energy_limit, ""});
  out.record.balances.push_back({"Joints, largest opening", "all steps", report.constraint_drift, drift_limit, "m"});
  out.quantities.push_back({"energy_balance_error", report.energy_balance_error, ""});
  out.quantities.push_back({"constraint_drift", report.constraint_drift, ""});
  out.quantities.push_back({"velocity_drift", report.velocity_drift, ""});
  finish_time_stage(stage, run, kept.record, out);
  hint_at_reference_condition(run, kept.record, observer);
  observer.end(fmt::format("{} steps, {} iterations, energy closes to {:.1e}", report.steps, report.iterations,
                           report.energy_balance_error));
  if (!report.finished) {
    out.record.status = StageStatus::failed;
    out.record.message = report.message;
  }
}

void run_equilibrium(const StageInput& stage, MechanismRun& run, Observer& observer, MechanismResult& out) {
  const MechanismStageInput& in = stage.mechanism;
  StaticOptions options;
  options.steady = stage.type == StageType::steady;
  options.load_steps = in.load_steps;
  TimeRecord record;
  const StageKind kind = options.steady ? StageKind::steady : StageKind::stationary;
  const auto keep = [&](const State& s) {
    record_state(run.built.mechanism, s, kind, record);
    record.snapshots.push_back({s.t, s.x});
  };
  StaticReport report;
  if (stage.type == StageType::sweep) {
    const VectorXd times = VectorXd::LinSpaced(in.samples, run.state.t, run.state.t + in.duration);
    report = sweep_static(run.built.mechanism, run.state, times, options, keep, observer);
  } else {
    report = solve_static(run.built.mechanism, run.state, options, observer);
    keep(run.state);
  }
  out.record.steps = stage.type == StageType::sweep ? static_cast<long>(record.t.size()) : in.load_steps;
  out.record.iterations = report.iterations;
  out.record.balances.push_back(
      {"Equilibrium, largest unbalanced over largest force", "last position", report.residual, options.tolerance, ""});
  if (stage.type == StageType::sweep) {
    finish_time_stage(stage, run, record, out);
  } else {
    add_peaks(run.built.mechanism, record, out);
    for (const TimeColumn& column : record.columns)
      if (column.group == "Position") out.quantities.push_back({column.name, column.values.back(), ""});
  }
  observer.end(fmt::format("{} iterations", report.iterations));
  if (!report.converged) throw SolveError(report.message);
}

Table modes_table(const StageInput& stage, const std::vector<ComplexMode>& modes) {
  Table table;
  table.section = stage.name;
  table.title = "Modes";
  table.columns = {{"mode", "", true},
                   {"frequency", "Hz", false},
                   {"damping ratio", "", false},
                   {"whirl", "", true},
                   {"from the ground", "Hz", false}};
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const char* whirl =
        modes[k].whirl == Whirl::none ? "" : (modes[k].whirl == Whirl::forward ? "forward" : "backward");
    table.rows.push_back({{std::to_string(k + 1), {}},
                          {modes[k].frequency, {}},
                          {modes[k].damping, {}},
                          {std::string(whirl), {}},
                          {modes[k].fixed_frequency, {}}});
  }
  return table;
}

void run_modes(const StageInput& stage, const MechanismRun& run, Observer& observer, MechanismResult& out) {
  const auto modes = complex_modes(run.built.mechanism, run.state, stage.modes);
  for (std::size_t k = 0; k < modes.size(); ++k) {
    out.quantities.push_back({fmt::format("modes.{}.frequency", k + 1), modes[k].frequency, ""});
    out.quantities.push_back({fmt::format("modes.{}.damping", k + 1), modes[k].damping, ""});
  }
  out.tables.push_back(modes_table(stage, modes));
  observer.end(fmt::format("{} modes", modes.size()));
}

Table campbell_table(const StageInput& stage, const VectorXd& speeds, const std::vector<Series>& lines) {
  Table table;
  table.section = stage.name;
  table.title = "Frequencies by speed, as seen from the ground";
  table.columns = {{"mode", "", true}};
  for (const double speed : speeds) table.columns.push_back({fmt::format("at {:.6g} rad/s", speed), "Hz", false});
  for (const Series& line : lines) {
    auto& row = table.rows.emplace_back();
    row.push_back({line.name, {}});
    for (const double f : line.y) row.push_back(std::isnan(f) ? Cell{} : Cell{f, {}});
  }
  return table;
}

// Modes of one whirl and rank at every speed form a line of the diagram.
void run_campbell(const StageInput& stage, const MechanismRun& run, Observer& observer, MechanismResult& out) {
  const MechanismStageInput& in = stage.mechanism;
  const VectorXd speeds = Eigen::Map<const VectorXd>(in.speeds.data(), static_cast<Index>(in.speeds.size()));
  const auto points = campbell(run.built.mechanism, run.state, in.motion, speeds, 0, observer);
  Curve curve;
  curve.section = stage.name;
  curve.title = "Campbell diagram";
  curve.detail = "Frequencies as seen from the ground; the dashed line is the speed itself.";
  curve.x = {"speed", "rad/s", false};
  curve.y = {"frequency", "Hz", false};
  double highest = 0;  // of the whirl modes [Hz]
  for (const Whirl whirl : {Whirl::backward, Whirl::forward, Whirl::none}) {
    const char* name = whirl == Whirl::forward ? "forward" : (whirl == Whirl::backward ? "backward" : "other");
    for (int rank = 0; rank < stage.modes; ++rank) {
      VectorXd y = VectorXd::Constant(speeds.size(), std::nan(""));
      for (std::size_t p = 0; p < points.size(); ++p) {
        int seen = 0;
        for (const ComplexMode& mode : points[p].modes)
          if (mode.whirl == whirl && mode.fixed_frequency > 1e-3 && seen++ == rank)
            y[static_cast<Index>(p)] = mode.fixed_frequency;
      }
      if (y.array().isNaN().all()) break;
      // Torsion and axial modes far above the whirl modes would only squeeze the diagram.
      if (whirl == Whirl::none && highest > 0 && y[0] > highest) break;
      for (const double f : y)
        if (whirl != Whirl::none && f > highest) highest = f;
      for (Index p = 0; p < speeds.size(); ++p)
        if (!std::isnan(y[p]))
          out.quantities.push_back({fmt::format("campbell.{}.{}_{}", p + 1, name, rank + 1), y[p], ""});
      curve.series.push_back({fmt::format("{} {}", name, rank + 1), speeds, y, false, true});
    }
  }
  out.tables.push_back(campbell_table(stage, speeds, curve.series));
  curve.series.push_back({"speed", speeds, speeds / (2 * std::numbers::pi), true, false});
  out.curves.push_back(curve);
  observer.end(fmt::format("{} speeds", speeds.size()));
}

void run_response(const StageInput& stage, const MechanismRun& run, Observer& observer, MechanismResult& out) {
  const MechanismStageInput& in = stage.mechanism;
  const auto marker = [&](const std::string& name) {
    const auto found = run.built.markers.find(name);
    if (found == run.built.markers.end())
      throw InputError(stage.where, fmt::format("stage '{}': there is no marker '{}'", stage.name, name));
    return found->second;
  };
  ResponseInput input;
  input.load_marker = marker(in.load);
  input.response_marker = marker(in.at.empty() ? in.load : in.at);
  input.wrench.head<3>() = in.direction.normalized();
  input.frequencies.resize(in.samples);
  for (Index k = 0; k < in.samples; ++k)
    input.frequencies[k] = in.from * std::pow(in.to / in.from, static_cast<double>(k) / (in.samples - 1));
  const auto response = frequency_response(run.built.mechanism, run.state, input);
  Curve curve;
  curve.section = stage.name;
  curve.title = fmt::format("Response of '{}' to 1 N at '{}'", in.at.empty() ? in.load : in.at, in.load);
  curve.x = {"frequency", "Hz", true};
  curve.y = {"displacement", "m", true};
  constexpr const char* axis[] = {"x", "y", "z"};
  for (Index k = 0; k < 3; ++k)
    curve.series.push_back({axis[k], input.frequencies, response.row(k).cwiseAbs().transpose()});
  Index at = 0;
  out.quantities.push_back({"peak_response", response.topRows(3).colwise().norm().maxCoeff(&at), ""});
  out.quantities.push_back({"peak_response_frequency", input.frequencies[at], ""});
  out.curves.push_back(curve);
  observer.end(fmt::format("{} frequencies", in.samples));
}

}  // namespace

MechanismResult run_mechanism_stage(const StageInput& stage, MechanismRun& run, const CheckpointPlan& plan,
                                    Observer& observer) {
  MechanismResult out;
  start(stage, run, observer);
  run.state.stage = stage.name;
  switch (stage.type) {
    case StageType::transient:
      run_time(stage, run, plan, observer, out);
      break;
    case StageType::equilibrium:
    case StageType::steady:
    case StageType::sweep:
      run_equilibrium(stage, run, observer, out);
      break;
    case StageType::modes:
      run_modes(stage, run, observer, out);
      break;
    case StageType::campbell:
      run_campbell(stage, run, observer, out);
      break;
    case StageType::response:
      run_response(stage, run, observer, out);
      break;
    case StageType::fe_static:
    case StageType::fe_modes:
      break;
  }
  out.quantities.push_back({"degrees_of_freedom", static_cast<double>(run.start.degrees_of_freedom), ""});
  return out;
}

MechanismCheck check_mechanism(MechanismRun& run, Observer& observer) {
  const Mechanism& m = run.built.mechanism;
  run.state = initial_state(m);
  start_rows(m, run.state);
  run.start = initialize(m, run.state, observer);
  run.started = true;
  MechanismCheck check;
  check.bodies = static_cast<long>(m.bodies.size());
  check.joints = static_cast<long>(m.joints.size());
  check.velocities = static_cast<long>(m.num_velocities);
  check.rows = static_cast<long>(m.num_rows);
  check.degrees_of_freedom = static_cast<long>(run.start.degrees_of_freedom);
  check.redundant = run.start.redundant;
  return check;
}

}  // namespace trunnion
