#include "trunnion/run/mechanism_stages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "trunnion/math/free_memory.h"
#include "trunnion/math/stopwatch.h"
#include "trunnion/results/stress_recovery.h"
#include "trunnion/run/film_extremes.h"
#include "trunnion/solvers/energy_ledger.h"
#include "trunnion/solvers/ida.h"
#include "trunnion/system/joint_equations.h"

namespace trunnion {

namespace {

constexpr double energy_limit = 0.01;  // unexplained share of energy that is worth a warning
constexpr double drift_limit = 1e-6;   // [m]
constexpr Index most_pictures = 60, fewest_pictures = 12;
constexpr Index most_picture_nodes = 1'000'000;  // over all pictures of a stage: about 10 MB in the page
constexpr double saving_share = 9;               // a slow disk gets at most a tenth of the time
constexpr double picture_share = 19;             // pictures for those who look on, at most a twentieth

// Whether velocities come from a transient stage and still agree with what acts now, up to the drift of the integrator.
bool fits_joints(const Mechanism& m, const StepContext& at, const MechanismRun& run, Workspace& work) {
  constexpr double usual_drift = 1e-3;  // [m/s, rad/s]
  if (!run.moving_rows) return false;
  VectorXd rates = VectorXd::Zero(m.num_rows);
  if (m.num_rows > 0) constraint_rates(m, at, run.state, work, rates);
  return m.num_rows == 0 || rates.cwiseAbs().maxCoeff() < usual_drift;
}

// Velocities and accelerations that fit the state, e.g. after a static stage or a change of motions. A stage that goes
// on where a transient one ended has both, and where a motion only lets go the velocities fit still: changing them by
// however little would be felt in stiff dampers like oil films.
void make_moving(MechanismRun& run) {
  const Mechanism& m = run.built.mechanism;
  const StepContext at{run.state.t, 0, 0, StageKind::transient};
  Workspace work(m);
  if (!run.moving_rows && !run.built.ball_rows.empty()) {
    update_kinematics(m, run.state, work);
    project_velocities(m, run.state, work);  // the rings run as they are driven, then the balls roll on them
    seat_balls(run.built, run.state);
  }
  update_kinematics(m, run.state, work);
  if (fits_joints(m, at, run, work)) {
    if (run.moving_rows == run.state.row_active) return;
  } else {
    project_velocities(m, run.state, work);
  }
  solve_accelerations(m, at, run.state, work);
  run.state.a_aux = run.state.a;
  run.state.jerk.setZero();
  run.state.previous_step = 0;
}

// Pictures over a stage that does not name its own: fewer where bodies have many nodes, so that the page stays light.
Index pictures_of(const BuiltMechanism& built) {
  Index nodes = 1;
  for (const auto& [name, body] : built.reduced)
    if (body) nodes += body->display.position.cols();
  return std::clamp(most_picture_nodes / nodes, fewest_pictures, most_pictures);
}

/// From where to where a stage goes, and whether it goes on from a checkpoint.
struct Span {
  double begin = 0, end = 0;  ///< [s]
  bool resume = false;
};

// Times of pictures that are still to come; a run that goes on from a checkpoint has those before already.
std::vector<double> pictures_after(const MechanismStageInput& in, const Span& span, const State& s) {
  std::vector<double> times;
  for (const double t : in.pictures_at)
    if (!span.resume || span.begin + t > s.t) times.push_back(span.begin + t);
  std::sort(times.begin(), times.end());
  return times;
}

TransientReport integrate(const MechanismStageInput& in, const Mechanism& m, State& s, const Span& span,
                          const TransientCallbacks& callbacks, Observer& observer) {
  const double sample = (span.end - span.begin) / in.samples;
  if (in.integrator == Integrator::ida) {
    IdaOptions options;
    options.end = span.end;
    options.resume = span.resume;
    options.relative *= in.accuracy;
    options.absolute.position *= in.accuracy;
    options.absolute.rotation *= in.accuracy;
    options.absolute.elastic *= in.accuracy;
    options.max_order = in.max_order;
    options.max_step = in.max_step;
    options.output_step = sample;
    options.output_origin = span.begin;
    options.picture_times = pictures_after(in, span, s);
    return run_ida(m, s, options, callbacks, observer);
  }
  TransientOptions options;
  options.end = span.end;
  options.resume = span.resume;
  options.fixed_step = in.step;
  options.max_step = in.max_step > 0 ? in.max_step : (span.end - span.begin) / 100;
  options.output_step = sample;
  options.output_origin = span.begin;
  options.picture_times = pictures_after(in, span, s);
  options.alpha.rho = in.damping;
  options.alpha.fixed_point = in.fixed_point;
  Tolerances& tol = options.alpha.tolerances;
  tol.position *= in.accuracy;
  tol.rotation *= in.accuracy;
  tol.elastic *= in.accuracy;
  tol.relative *= in.accuracy;
  tol.resolution *= in.accuracy;
  return run_transient(m, s, options, callbacks, observer);
}

// What the stage has to tell of the curves recorded so far.
MechanismResult result_so_far(const StageInput& stage, const MechanismRun& run, const Checkpoint& kept,
                              const TransientReport& report) {
  MechanismResult out;
  out.record.steps = report.steps;
  out.record.iterations = report.iterations;
  out.record.balances.push_back(
      {"Energy, unexplained over the largest that flowed", "all steps", report.energy_balance_error, energy_limit, ""});
  out.record.balances.push_back({"Joints, largest opening", "all steps", report.constraint_drift, drift_limit, "m"});
  out.quantities.push_back({"energy_balance_error", report.energy_balance_error, ""});
  out.quantities.push_back({"constraint_drift", report.constraint_drift, ""});
  out.quantities.push_back({"velocity_drift", report.velocity_drift, ""});
  out.quantities.push_back({"events", static_cast<double>(report.events), ""});
  add_time_curves(stage, {"time", "s", false}, kept.record, out);
  add_peaks(run.built.mechanism, kept.record, out);
  return out;
}

// Curves that follow from recorded ones, for all instants that do not have them yet.
void derive_curves(MechanismRun& run, TimeRecord& record) {
  record_stress(run.built.mechanism, run.built.reduced, record);
  run.channels.record(record);
}

// Where the time of the integration went.
void add_cost(const StageInput& stage, const TransientReport& report, double simulated, double spent, double recording,
              MechanismResult& out) {
  const StepCost& cost = report.cost;
  const double steps = cost.residual + cost.tangent + cost.factor + cost.solve;
  if (!(steps > 0) || !(spent > 0)) return;
  Table table;
  table.section = stage.name;
  table.title = "Time of the integration";
  table.detail =
      fmt::format("{} steps, {} iterations, {} factorizations", report.steps, report.iterations, report.factorizations);
  table.columns = {{"part", "", true}, {"time", "s", false}, {"share, %", "", false}};
  struct Part {
    const char *key, *label;
    double time;
  };
  for (const Part& part : {Part{"forces", "forces and inertia", cost.residual},
                           {"tangents", "tangents", cost.tangent},
                           {"factorization", "factorization", cost.factor},
                           {"solves", "solves", cost.solve},
                           {"records", "records and stress", recording},
                           {"rest", "balances, events and the rest", spent - steps - recording}}) {
    table.rows.push_back({{std::string(part.label), {}}, {part.time, {}}, {100 * part.time / spent, {}}});
    out.quantities.push_back({fmt::format("time_share.{}", part.key), part.time / spent, ""});
  }
  out.quantities.push_back({"transient_wall_s", spent, ""});
  out.quantities.push_back({"factorizations", static_cast<double>(report.factorizations), ""});
  out.quantities.push_back({"simulated_s_per_wall_s", simulated / spent, ""});
  out.tables.push_back(std::move(table));
}

// Pictures and figures of what is recorded.
void add_pictures(const StageInput& stage, const MechanismRun& run, const TimeRecord& record, MechanismResult& out) {
  const Mechanism& m = run.built.mechanism;
  const Axis over{"time", "s", false};
  add_scene(stage, run, over, record, out);
  add_bearing_figures(stage, m, record, out);
  add_gear_mesh_figures(stage, m, record, out);
  add_ball_row_figures(stage, run.built, record, out);
  add_film_figures(stage, run, record, out);
  add_fit_figures(stage, run.built, over, record, out);
}

/// Saves on the way: the checkpoint and the files a reader looks at; both are whole at any time. Pictures are dear
/// where meshes are large, so they have a clock of their own.
class Saver {
 public:
  Saver(const StageInput& stage, MechanismRun& run, const CheckpointPlan& plan)
      : stage_(stage),
        run_(run),
        plan_(plan),
        file_(checkpoint_file(plan.folder, stage.name)),
        pause_(stage.mechanism.checkpoint_every) {}

  bool is_due() const { return !plan_.folder.empty() && since_.seconds() >= pause_; }

  /// `last`: pictures come with the results of the stage.
  void save(Checkpoint& kept, bool last = false) {
    const Stopwatch saving;
    derive_curves(run_, kept.record);
    write_checkpoint(kept, file_);
    double drawing = 0;
    if (plan_.publish && !kept.finished) drawing = publish(kept, last);
    pause_ = std::max(stage_.mechanism.checkpoint_every, saving_share * (saving.seconds() - drawing));
    since_ = Stopwatch();
  }

 private:
  /// Returns the wall time of the pictures [s].
  double publish(const Checkpoint& kept, bool last) {
    TransientReport report;
    resume_counts(kept.state.book, report);
    MechanismResult partial = result_so_far(stage_, run_, kept, report);
    partial.record.status = StageStatus::running;
    partial.record.message = fmt::format(
        "saved at {:.6g} s; if the run was ended here, `trunnion run --restart` goes on from it", kept.state.t);
    const bool pictures = !last && since_pictures_.seconds() >= picture_pause_ && kept.record.snapshots.size() > 1;
    const Stopwatch drawing;
    if (pictures) add_pictures(stage_, run_, kept.record, partial);
    plan_.publish(partial);
    if (!pictures) return 0;
    picture_pause_ = picture_share * drawing.seconds();
    since_pictures_ = Stopwatch();
    return drawing.seconds();
  }

  const StageInput& stage_;
  MechanismRun& run_;
  const CheckpointPlan& plan_;
  std::filesystem::path file_;
  Stopwatch since_, since_pictures_;
  double pause_, picture_pause_ = 0;
};

}  // namespace

void run_time(const StageInput& stage, MechanismRun& run, const CheckpointPlan& plan, Observer& observer,
              MechanismResult& out) {
  const Mechanism& m = run.built.mechanism;
  const MechanismStageInput& in = stage.mechanism;
  Saver saver(stage, run, plan);
  Checkpoint kept;
  kept.input_hash = plan.input_hash;
  Span span{run.state.t, 0, false};
  if (plan.restart && !plan.folder.empty())
    if (auto found = read_checkpoint(checkpoint_file(plan.folder, stage.name), m, plan.input_hash)) {
      kept = std::move(*found);
      run.state = kept.state;
      span.resume = true;
      span.begin = kept.record.t.front();
      observer.note(
          fmt::format("'{}' goes on from {:.6g} s{}", stage.name, run.state.t, kept.finished ? ", its end" : ""));
      saver.save(kept);  // what was there stays readable while the run goes on
    }
  if (!span.resume) make_moving(run);
  run.moving_rows.reset();
  span.end = span.begin + in.duration;
  const long between_pictures = std::max<long>(1, in.samples / pictures_of(run.built));
  TransientCallbacks callbacks;
  Workspace work(m);
  const FilmExtremes film_extremes(m);
  double recording = 0;
  callbacks.output = [&](const State& s, const Neighbors& steps) {
    const Stopwatch watch;
    if (!kept.record.t.empty() && s.t <= kept.record.t.back() + 1e-9 * in.duration) return;  // known from before
    record_state(m, s, StageKind::transient, kept.record, work, &steps);
    record_rows(run.built, s, work, kept.record);
    film_extremes.sample(steps, kept.record);
    if (kept.record.t.size() == 1) {
      derive_curves(run, kept.record);  // mistakes in channels come out at once
      // What was recorded moves to twice its room while it grows.
      check_room(3.0 * double(in.samples) * double(kept.record.columns.size() + 1) * sizeof(double),
                 fmt::format("{} samples of {} curves", in.samples, kept.record.columns.size()),
                 "lower 'samples' of the stage");
    }
    if (in.pictures_at.empty() && static_cast<long>(kept.record.t.size() - 1) % between_pictures == 0)
      kept.record.snapshots.push_back({s.t, s.x, s.history});
    recording += watch.seconds();
  };
  callbacks.picture = [&](const State& s) { kept.record.snapshots.push_back({s.t, s.x, s.history}); };
  callbacks.accepted = [&](const State& s) {
    film_extremes.step(s, kept.record);
    if (!saver.is_due()) return;
    kept.state = s;
    saver.save(kept);
  };
  TransientReport report;
  bool cancelled = false;
  double spent = 0;
  const double begun = run.state.t;
  if (kept.finished) {
    resume_counts(run.state.book, report);
    report.finished = true;
  } else {
    const Stopwatch watch;
    try {
      report = integrate(in, m, run.state, span, callbacks, observer);
    } catch (const Cancelled& error) {
      resume_counts(run.state.book, report);
      report.message = error.what();
      cancelled = true;
    }
    spent = watch.seconds();
  }
  const Stopwatch deriving;
  derive_curves(run, kept.record);
  recording += deriving.seconds();
  spent += deriving.seconds();
  if (!plan.folder.empty() && !kept.finished) {
    kept.state = run.state;
    kept.finished = report.finished;
    saver.save(kept, true);
  }
  if (report.finished) run.moving_rows = run.state.row_active;
  out = result_so_far(stage, run, kept, report);
  add_cost(stage, report, run.state.t - begun, spent, recording, out);
  add_pictures(stage, run, kept.record, out);
  if (in.cycle) add_mean_cycle(stage, run, kept.record, observer, out);
  for (const OrderInput& orders : in.orders) add_order_analysis(stage, orders, kept.record, observer, out);
  hint_at_reference_condition(run, kept.record, observer);
  observer.end(fmt::format("{} steps, {} iterations, energy closes to {:.1e}", report.steps, report.iterations,
                           report.energy_balance_error));
  if (!report.finished) {
    out.record.status = cancelled ? StageStatus::stopped : StageStatus::failed;
    out.record.message = report.message;
  }
}

}  // namespace trunnion
