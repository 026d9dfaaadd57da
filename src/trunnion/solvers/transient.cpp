#include "trunnion/solvers/transient.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/base/error.h"
#include "trunnion/math/rotations.h"
#include "trunnion/solvers/culprits.h"
#include "trunnion/solvers/energy_ledger.h"
#include "trunnion/solvers/step_control.h"
#include "trunnion/solvers/switches.h"
#include "trunnion/system/blame.h"
#include "trunnion/system/force_reports.h"
#include "trunnion/system/initialize.h"

namespace trunnion {

namespace {

// A step that meets an event is cut to end this share of itself past it: near enough for the kink of the force to
// matter no more, far enough for accelerations not to drown in rounding (they carry it over h^2).
constexpr double event_overshoot = 0.01;

double first_step(const Mechanism& m, const State& s, const TransientOptions& o, double max_step) {
  if (o.fixed_step > 0) return o.fixed_step;
  if (s.step > 0) return std::min(s.step, max_step);
  // Start so that the acceleration moves nothing by more than a tenth of the allowed error, or a percent of max_step.
  const VectorXd w = error_weights(m, s, o.alpha.tolerances);
  const double a = weighted_norm(w, s.a);
  return std::clamp(a > 0 ? std::sqrt(0.2 / a) : max_step, 1e-4 * max_step, 1e-2 * max_step);
}

// Oil films turn a change of velocity far below any tolerance into a force that counts: with them nothing is projected.
State projected(const Mechanism& m, State s, std::optional<Workspace>& work) {
  if (m.num_rows == 0 || needs_rates_of_steps(m)) return s;
  if (!work) work.emplace(m);
  project_velocities(m, s, *work);
  return s;
}

}  // namespace

State interpolate(const Mechanism& m, const State& s0, const State& s1, double t) {
  const double h = s1.t - s0.t, u = h > 0 ? (t - s0.t) / h : 1;
  State s = u < 0.5 ? s0 : s1;
  s.t = t;
  // Hermite increment from s0: turns are interpolated as rotation vectors, whose end rate is J_r^-1 w.
  const VectorXd dx = difference(m, s0.x, s1.x);
  VectorXd end_rate = s1.v;
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    const Index k = m.first_velocity[b] + 3;
    end_rate.segment<3>(k) = right_jacobian_inverse(dx.segment<3>(k)) * s1.v.segment<3>(k);
  }
  const VectorXd along = u * u * (3 - 2 * u) * dx + h * (u * (1 - u) * (1 - u) * s0.v - u * u * (1 - u) * end_rate);
  move(m, s0.x, along, s.x);
  const auto mix = [&](const VectorXd& a, const VectorXd& b) { return VectorXd((1 - u) * a + u * b); };
  s.v = mix(s0.v, s1.v) - h * u * (1 - u) * 0.5 * (s1.a - s0.a);  // quadratic: the rates' slopes are known too
  s.a = mix(s0.a, s1.a);
  s.lambda = mix(s0.lambda, s1.lambda);
  s.coordinate = mix(s0.coordinate, s1.coordinate);
  s.supplied_work = (1 - u) * s0.supplied_work + u * s1.supplied_work;
  s.dissipated_work = (1 - u) * s0.dissipated_work + u * s1.dissipated_work;
  s.element_work = mix(s0.element_work, s1.element_work);
  return s;
}

void OutputClock::tick(const Mechanism& m, const State& before, const State& after,
                       const std::function<void(const State&, const Neighbors&)>& output) {
  if (!(step_ > 0) || !output) return;
  for (;; ++next_) {
    const double t = origin_ + static_cast<double>(next_) * step_;
    if (t > after.t + 1e-9 * step_) return;
    output(projected(m, interpolate(m, before, after, std::min(t, after.t)), work_), {before, after});
  }
}

void PictureList::tick(const Mechanism& m, const State& before, const State& after,
                       const std::function<void(const State&)>& picture) {
  for (; picture && next_ < times_.size(); ++next_) {
    const double t = times_[next_], rounding = 1e-12 * std::abs(t);
    if (t > after.t + rounding) return;
    if (t >= before.t - rounding) picture(projected(m, interpolate(m, before, after, std::min(t, after.t)), work_));
  }
}

namespace {

std::string at_minimum_step(const Mechanism& m, const StepContext& at, const State& s, const Tolerances& tol,
                            Workspace& work) {
  Index fastest = 0;
  error_weights(m, s, tol).cwiseProduct(s.a).cwiseAbs().maxCoeff(&fastest);
  update_kinematics(m, s, work);
  return fmt::format(
      "stopped at t = {:.6g} s: steps get smaller than {:.2g} s, where time stands still, because {} runs away; what "
      "acts there most is {}. All results so far are kept. What to try: a law that stays bounded there, or an end of "
      "the stage before.",
      s.t, s.step, coordinate_name(m, fastest), strongest_element(m, at, s, work, fastest));
}

}  // namespace

TransientReport run_transient(const Mechanism& m, State& s, const TransientOptions& o,
                              const TransientCallbacks& callbacks, Observer& observer) {
  TransientReport report;
  const double begin = s.t, duration = o.end - s.t;
  if (duration <= 0) {
    report.finished = true;
    return report;
  }
  const double max_step = o.fixed_step > 0 ? o.fixed_step : (o.max_step > 0 ? o.max_step : duration / 100);
  const double min_step = o.min_step > 0 ? o.min_step : 1e-12 * duration;
  GeneralizedAlpha integrator(m, o.alpha);
  double h = std::min(first_step(m, s, o, max_step), duration);
  if (s.previous_step == 0) integrator.prepare(s, h);
  EnergyLedger ledger(m, s, o.resume, integrator.workspace());
  if (o.resume) resume_counts(s.book, report);
  const bool remembers = std::any_of(s.history.begin(), s.history.end(), [](const History& h0) { return !h0.empty(); });
  VectorXd events =
      event_values(m, s.t, force_reports(m, {s.t, 0, 0, StageKind::transient}, s, integrator.workspace()));
  double met_event = 0;  // length of the step that first met the event which is being approached
  OutputClock clock(o.output_origin, o.output_step, s.t);
  clock.tick(m, s, s, callbacks.output);
  PictureList pictures(o.picture_times);
  pictures.tick(m, s, s, callbacks.picture);
  State next;
  report.smallest_step = h;
  std::optional<Switch> jump;  // that lies just ahead, by this much
  double jump_gap = 0;
  ChatterGuard guard(1e-8 * duration);
  // From just before a jump to just past it, where the integrator starts anew.
  const auto cross = [&] {
    next = s;
    cross_jump(m, jump->t, next, events, integrator.workspace());
    ledger.cross(next, next.t - s.t, integrator.workspace());
    clock.tick(m, s, next, callbacks.output);
    pictures.tick(m, s, next, callbacks.picture);
    std::swap(s, next);
    h = std::min(first_step(m, s, o, max_step), std::max(o.end - s.t, min_step));
    integrator.forget();  // a_aux is a: looking back by prepare() would see the other side
    ++report.events;
    if (callbacks.event) callbacks.event(jump->t, jump->source.name);
    report.message = guard.jumped(*jump);
    jump.reset();
    met_event = 0;
    return report.message.empty();
  };
  while (s.t < o.end - 1e-9 * duration) {
    check_cancelled(observer);
    h = std::min(h, max_step);
    const double left = o.end - s.t;
    if (h > left * (1 - 1e-9))
      h = left;
    else if (o.fixed_step <= 0 && h > 0.5 * left)
      h = 0.5 * left;
    const StepReport step = integrator.step(s, h, next);
    report.cost = integrator.cost();
    report.iterations += step.iterations;
    report.factorizations += step.factorizations;
    const bool accurate = o.fixed_step > 0 || step.error <= 1;
    if (!step.converged || !accurate) {
      ++report.rejected;
      h *= step.converged ? std::max(0.2, 0.9 * std::pow(step.error, -1.0 / 3)) : 0.25;
      if (h < min_step || (o.fixed_step > 0 && !step.converged && h < 1e-3 * o.fixed_step)) {
        report.message = fmt::format(
            "stopped at t = {:.6g} s: {}, even with a step of {:.2g} s. All results so far are kept. What to try: a "
            "look at the motion just before, a softer law or some damping there, or looser tolerances.",
            s.t, step.trouble, h);
        return report;
      }
      continue;
    }
    Workspace& work = integrator.workspace();
    update_kinematics(m, next, work);
    const StepContext at{next.t, h, s.previous_step, StageKind::transient};
    std::vector<ForceReport> reports = force_reports(m, at, next, work);
    VectorXd after = event_values(m, next.t, reports);
    if (switched(events, after)) {
      const Switch found = first_switch(m, s, next, events, after, work);
      if (met_event == 0) met_event = h;
      const double past = event_overshoot * met_event;
      if (found.source.jumps) {  // the step ends before the jump, and the state is led over it
        jump = found;
        jump_gap = past;
        if (found.t - s.t > past + 8 * min_step) {
          h = found.t - s.t - past;
          ++report.rejected;
        } else if (!cross()) {
          return report;
        }
        continue;
      }
      if (next.t - found.t > 2 * past && found.t - s.t + past > 8 * min_step) {
        h = found.t - s.t + past;  // again, to just past the switch
        ++report.rejected;
        continue;
      }
      ++report.events;
      if (callbacks.event) callbacks.event(found.t, found.source.name);
      integrator.forget();
      update_kinematics(m, next, work);
    }
    met_event = 0;
    next.book = s.book;
    ledger.add(next, h, reports, work, report);
    const std::string stop = commit(m, next, reports, work);
    if (report.steps % 1000 == 999)
      for (Matrix3d& A : next.x.A) A = nearest_rotation(A);
    events = remembers && after.size() > 0 ? event_values(m, next.t, force_reports(m, at, next, work)) : after;
    double wish = h * std::clamp(0.9 * std::pow(std::max(step.error, 1e-6), -1.0 / 3), 0.3, 2.0);
    if (wish > h && wish < 1.3 * h) wish = h;  // a kept step keeps its factorisation
    next.step = o.fixed_step > 0 ? o.fixed_step : wish;
    clock.tick(m, s, next, callbacks.output);
    pictures.tick(m, s, next, callbacks.picture);
    ++report.steps;
    report.smallest_step = std::min(report.smallest_step, h);
    report.largest_step = std::max(report.largest_step, h);
    std::swap(s, next);
    if (callbacks.accepted) callbacks.accepted(s);
    if (!stop.empty()) {
      report.message = fmt::format("ended at t = {:.6g} s: {}. All results so far are kept.", s.t, stop);
      return report;
    }
    observer.advance((s.t - begin) / duration);
    if (o.fixed_step <= 0 && s.step < h && s.step < min_step) {  // what runs away would be followed for ever
      report.message = at_minimum_step(m, at, s, o.alpha.tolerances, integrator.workspace());
      return report;
    }
    h = s.step;
    if (jump && jump->t - s.t > 2 * jump_gap) jump.reset();  // a shorter step was needed: it will be met again
    if (jump && !cross()) return report;
  }
  report.finished = true;
  return report;
}

}  // namespace trunnion
