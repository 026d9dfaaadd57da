#include "trunnion/solvers/ida.h"

#include <fmt/format.h>
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "trunnion/base/error.h"
#include "trunnion/solvers/energy_ledger.h"
#include "trunnion/solvers/ida_equations.h"
#include "trunnion/solvers/switches.h"
#include "trunnion/system/blame.h"
#include "trunnion/system/force_reports.h"
#include "trunnion/system/initialize.h"

namespace trunnion {

namespace {

VectorView view(N_Vector x) { return {N_VGetArrayPointer(x), static_cast<Index>(N_VGetLength(x))}; }

int residual_callback(realtype t, N_Vector y, N_Vector yp, N_Vector r, void* data) {
  auto& system = *static_cast<IdaEquations*>(data);
  try {
    system.residual(t, view(y), view(yp), view(r));
  } catch (const Error& error) {
    system.trouble = error.what();
    return 1;  // recoverable: IDA tries a smaller step
  }
  return view(r).allFinite() ? 0 : 1;
}

int event_callback(realtype t, N_Vector y, N_Vector yp, realtype* out, void* data) {
  auto& system = *static_cast<IdaEquations*>(data);
  try {
    const VectorXd values = system.events(t, view(y), view(yp));
    std::copy(values.begin(), values.end(), out);
  } catch (const Error& error) {
    system.trouble = error.what();
    return 1;
  }
  return 0;
}

// What IDA's linear solver object carries: the system and IDA itself, which knows cj.
struct SolverContent {
  IdaEquations* system;
  void* ida;
};

int solve_callback(SUNLinearSolver solver, SUNMatrix, N_Vector x, N_Vector b, realtype) {
  const auto* content = static_cast<SolverContent*>(solver->content);
  realtype t = 0, cj = 0;
  N_Vector y_predicted, yp_predicted, y, yp, r;
  void* data = nullptr;
  if (IDAGetNonlinearSystemData(content->ida, &t, &y_predicted, &yp_predicted, &y, &yp, &r, &cj, &data) != IDA_SUCCESS)
    return SUNLS_PACKAGE_FAIL_UNREC;
  N_VScale(1.0, b, x);
  try {
    return content->system->solve(t, cj, view(y), view(yp), view(x)) ? SUNLS_SUCCESS : SUNLS_LUFACT_FAIL;
  } catch (const Error& error) {
    content->system->trouble = error.what();
    return SUNLS_PACKAGE_FAIL_REC;
  }
}

SUNLinearSolver_Type type_callback(SUNLinearSolver) { return SUNLINEARSOLVER_MATRIX_EMBEDDED; }

// Owns what SUNDIALS hands out.
struct IdaMemory {
  SUNContext context = nullptr;
  N_Vector y = nullptr, yp = nullptr, id = nullptr, tolerance = nullptr;
  SUNLinearSolver solver = nullptr;
  void* ida = nullptr;
  IdaMemory() = default;
  IdaMemory(const IdaMemory&) = delete;
  IdaMemory& operator=(const IdaMemory&) = delete;
  ~IdaMemory() {
    if (ida) IDAFree(&ida);
    if (solver) SUNLinSolFreeEmpty(solver);
    for (N_Vector v : {y, yp, id, tolerance})
      if (v) N_VDestroy(v);
    if (context) SUNContext_Free(&context);
  }
};

void check(int flag, const char* call) {
  if (flag < 0) throw SolveError(fmt::format("IDA: {} failed with code {}", call, flag));
}

constexpr double rate_tolerance = 100;  // rates are allowed the error of a position over a hundredth of a second

// Absolute tolerances in IDA's vector.
void fill_tolerances(const Mechanism& m, const IdaLayout& layout, const Tolerances& tol, VectorView out) {
  out.setConstant(1.0);
  constexpr double rate = rate_tolerance;
  for (Index b = 0; b < static_cast<Index>(m.bodies.size()); ++b) {
    const Index k = IdaLayout::first_position(m, b), v = layout.first_velocity() + m.first_velocity[b];
    out.segment<3>(k).setConstant(tol.position);
    out.segment<4>(k + 3).setConstant(0.5 * tol.rotation);
    out.segment<3>(v).setConstant(rate * tol.position);
    out.segment<3>(v + 3).setConstant(rate * tol.rotation);
    for (Index j = 0; j < m.bodies[b].num_modes(); ++j) {
      const double size = std::max(m.bodies[b].mode_size[j], 1e-12);
      out[k + 7 + j] = tol.elastic / size;
      out[v + 6 + j] = rate * tol.elastic / size;
    }
  }
}

// The velocity with the largest estimated error over its tolerance, and what acts there.
std::string worst_element(IdaMemory& mem, const IdaLayout& layout, const Mechanism& m, const State& s,
                          Workspace& work) {
  if (IDAGetEstLocalErrors(mem.ida, mem.id) < 0 || IDAGetErrWeights(mem.ida, mem.tolerance) < 0) return "no step yet";
  const VectorXd error = view(mem.id).segment(layout.first_velocity(), layout.velocities);
  const VectorXd weights = view(mem.tolerance).segment(layout.first_velocity(), layout.velocities);
  Index worst = 0;
  (error.array() * weights.array()).abs().maxCoeff(&worst);
  update_kinematics(m, s, work);
  return fmt::format("the error is largest at {}; what acts there most is {}", worst_coordinate(m, weights, error),
                     strongest_element(m, {s.t, 0, 0, StageKind::transient}, s, work, worst));
}

constexpr double jump_gap = 0.01;  // share of a step that is left before a jump

// Whether a state may be led over a jump before `after` by its velocities and accelerations: what the change of
// acceleration adds to them, at most, is a hundredth of the allowed errors.
bool coasts(const Mechanism& m, const State& s, const State& after, const IdaOptions& o) {
  const double dt = after.t - s.t;
  const VectorXd weights = error_weights(m, s, o.absolute);
  const double change = weighted_norm(weights, after.a - s.a);
  return std::max(dt * dt * change / 6, dt * change / (2 * rate_tolerance)) < 0.01;
}

}  // namespace

TransientReport run_ida(const Mechanism& m, State& s, const IdaOptions& o, const TransientCallbacks& callbacks,
                        Observer& observer) {
  TransientReport report;
  const double begin = s.t, duration = o.end - s.t;
  IdaEquations system(m, s);
  IdaMemory mem;
  check(SUNContext_Create(nullptr, &mem.context), "SUNContext_Create");
  const auto size = static_cast<sunindextype>(system.layout().size());
  mem.y = N_VNew_Serial(size, mem.context);
  mem.yp = N_VClone(mem.y);
  mem.id = N_VClone(mem.y);
  mem.tolerance = N_VClone(mem.y);
  system.to_vector(s, view(mem.y), view(mem.yp));
  view(mem.id).setOnes();
  view(mem.id).tail(2 * m.num_rows).setZero();
  fill_tolerances(m, system.layout(), o.absolute, view(mem.tolerance));
  mem.ida = IDACreate(mem.context);
  check(IDAInit(mem.ida, residual_callback, s.t, mem.y, mem.yp), "IDAInit");
  check(IDASVtolerances(mem.ida, o.relative, mem.tolerance), "IDASVtolerances");
  check(IDASetUserData(mem.ida, &system), "IDASetUserData");
  check(IDASetId(mem.ida, mem.id), "IDASetId");
  check(IDASetSuppressAlg(mem.ida, SUNTRUE), "IDASetSuppressAlg");
  check(IDASetMaxOrd(mem.ida, o.max_order), "IDASetMaxOrd");
  check(IDASetMaxNumSteps(mem.ida, o.max_steps), "IDASetMaxNumSteps");
  check(IDASetStopTime(mem.ida, o.end), "IDASetStopTime");
  if (o.max_step > 0) check(IDASetMaxStep(mem.ida, o.max_step), "IDASetMaxStep");
  SolverContent content{&system, mem.ida};
  mem.solver = SUNLinSolNewEmpty(mem.context);
  mem.solver->content = &content;
  mem.solver->ops->gettype = type_callback;
  mem.solver->ops->solve = solve_callback;
  check(IDASetLinearSolver(mem.ida, mem.solver, nullptr), "IDASetLinearSolver");

  const auto num_events = static_cast<int>(system.events(s.t, view(mem.y), view(mem.yp)).size());
  if (num_events > 0) check(IDARootInit(mem.ida, num_events, event_callback), "IDARootInit");

  Workspace work(m);
  EnergyLedger ledger(m, s, o.resume, work);
  if (o.resume) resume_counts(s.book, report);
  TransientReport before = report;  // counts up to the last start of IDA
  const auto count = [&] {
    long iterations = 0, failures = 0;
    IDAGetNumNonlinSolvIters(mem.ida, &iterations);
    IDAGetNumErrTestFails(mem.ida, &failures);
    report.iterations = before.iterations + iterations;
    report.factorizations = before.factorizations + iterations;
    report.rejected = before.rejected + failures;
  };
  State next = s;
  ChatterGuard guard(1e-5 * duration);
  int slow_steps = 0;  // within a billionth of the duration
  constexpr int most_slow = 1000;
  double slow_since = s.t;
  std::string last_trouble;
  const auto stopped = [&s](const std::string& how, const std::string& who) {
    return fmt::format(
        "IDA stopped at t = {:.6g} s ({}): {}. All results so far are kept. What to try: integrator = "
        "\"generalized-alpha\", a smoother law, or looser accuracy.",
        s.t, how, who);
  };
  OutputClock clock(o.output_origin, o.output_step, s.t);
  clock.tick(m, s, s, callbacks.output);
  PictureList pictures(o.picture_times);
  pictures.tick(m, s, s, callbacks.picture);
  double stop_at = o.end;
  // From s at order 1, up to `stop` at most.
  const auto start = [&](double stop) {
    stop_at = stop;
    system.take_over(s);
    system.to_vector(s, view(mem.y), view(mem.yp));
    before = report;
    check(IDAReInit(mem.ida, s.t, mem.y, mem.yp), "IDAReInit");
    check(IDASetStopTime(mem.ida, stop), "IDASetStopTime");
  };
  std::optional<Switch> ahead;  // a jump that s is led up to
  // From just before it to just past it, where IDA starts anew.
  const auto cross = [&] {
    const StepContext at{s.t, 0, 0, StageKind::transient};
    next = s;
    solve_accelerations(m, at, next, work);
    update_kinematics(m, next, work);
    VectorXd events = event_values(m, next.t, force_reports(m, at, next, work));
    cross_jump(m, ahead->t, next, events, work);
    ledger.cross(next, next.t - s.t, work);
    clock.tick(m, s, next, callbacks.output);
    pictures.tick(m, s, next, callbacks.picture);
    s = next;
    ++report.events;
    if (callbacks.event) callbacks.event(ahead->t, ahead->source.name);
    report.message = guard.jumped(*ahead);
    ahead.reset();
    start(o.end);
    return report.message.empty();
  };
  while (s.t < o.end - 1e-12 * duration) {
    check_cancelled(observer);
    realtype t = s.t;
    const int flag = IDASolve(mem.ida, o.end, &t, mem.y, mem.yp, IDA_ONE_STEP);
    if (flag < 0) {
      report.message = guard.gave_up(s.t);
      if (report.message.empty())
        report.message =
            stopped(fmt::format("code {}, {}", flag, flag == IDA_TOO_MUCH_WORK ? "too many steps" : "no convergence"),
                    system.trouble.empty() ? worst_element(mem, system.layout(), m, s, work) : system.trouble);
      return report;
    }
    // What failed on the way was overcome, unless time stands still: IDA itself would go on for ever.
    if (!system.trouble.empty()) last_trouble = std::exchange(system.trouble, {});
    if (t - slow_since > 1e-9 * duration) {
      slow_since = t;
      slow_steps = 0;
    }
    if (++slow_steps > most_slow)
      report.message = stopped("time stands still",
                               last_trouble.empty() ? worst_element(mem, system.layout(), m, s, work) : last_trouble);
    system.to_state(t, view(mem.y), view(mem.yp), next);
    const double h = t - s.t;
    const StepContext at{t, h, h, StageKind::transient};
    count();
    assemble_residual(m, at, next, work);
    std::vector<ForceReport> reports = force_reports(m, at, next, work);
    if (flag == IDA_ROOT_RETURN) {
      std::vector<int> found(num_events);
      check(IDAGetRootInfo(mem.ida, found.data()), "IDAGetRootInfo");
      std::vector<EventSource> sources;
      for (int e = 0; e < num_events; ++e)
        if (found[e] != 0) sources.push_back(event_source(m, t, reports, e));
      const auto jump = std::find_if(sources.begin(), sources.end(), [](const EventSource& one) { return one.jumps; });
      if (jump != sources.end()) {  // the step has both sides of it in its formula: it is taken back
        ++report.rejected;
        ahead = {t, *jump};
        if (!coasts(m, s, next, o))
          start(t - jump_gap * h);
        else if (!cross())
          return report;
        continue;
      }
      for (const EventSource& source : sources) {
        ++report.events;
        if (callbacks.event) callbacks.event(t, source.name);
      }
    }
    ledger.add(next, h, reports, work, report);
    const std::string stop = commit(m, next, reports, work);
    system.take_over(next);
    if (flag == IDA_ROOT_RETURN) {
      // The law has a kink here: derivatives from before say nothing about what follows.
      project_velocities(m, next, work);
      solve_accelerations(m, at, next, work);
    }
    clock.tick(m, s, next, callbacks.output);
    pictures.tick(m, s, next, callbacks.picture);
    ++report.steps;
    report.largest_step = std::max(report.largest_step, h);
    report.smallest_step = report.smallest_step == 0 ? h : std::min(report.smallest_step, h);
    std::swap(s, next);
    next = s;
    if (flag == IDA_ROOT_RETURN) start(ahead ? stop_at : o.end);
    if (callbacks.accepted) callbacks.accepted(s);
    if (!report.message.empty()) return report;
    if (!stop.empty()) {
      report.message = fmt::format("ended at t = {:.6g} s: {}. All results so far are kept.", s.t, stop);
      return report;
    }
    observer.advance((s.t - begin) / duration);
    if (ahead && flag == IDA_TSTOP_RETURN && !cross()) return report;
  }
  report.finished = true;
  s.a_aux = s.a;
  s.previous_step = 0;
  return report;
}

}  // namespace trunnion
