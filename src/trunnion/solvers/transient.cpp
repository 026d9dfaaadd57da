#include "trunnion/solvers/transient.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/base/error.h"
#include "trunnion/math/rotations.h"
#include "trunnion/system/energy.h"
#include "trunnion/system/initialize.h"

namespace trunnion {

namespace {

VectorXd event_values(const Mechanism& m, const StepContext& at, const State& s, Workspace& work) {
  std::vector<double> values;
  ForceReport report;
  for (std::size_t f = 0; f < m.marker_forces.size(); ++f) {
    const MarkerForceElement& force = m.marker_forces[f];
    report = {};
    force.law->report(at, relative_motion(work.markers[force.I].motion, work.markers[force.J].motion), s.history[f],
                      work.slots[f], report);
    values.insert(values.end(), report.events.begin(), report.events.end());
  }
  for (std::size_t f = 0; f < m.body_forces.size(); ++f) {
    report = {};
    m.body_forces[f].law->report(at, motions_of(m, s, work, m.body_forces[f]), s.history[m.marker_forces.size() + f],
                                 work.slots[m.marker_forces.size() + f], report);
    values.insert(values.end(), report.events.begin(), report.events.end());
  }
  return Eigen::Map<VectorXd>(values.data(), static_cast<Index>(values.size()));
}

bool switched(const VectorXd& before, const VectorXd& after) {
  return before.size() == after.size() && ((before.array() > 0) != (after.array() > 0)).any();
}

// Balances that are followed step by step.
class Ledger {
 public:
  Ledger(const Mechanism& m, const State& s, Workspace& work) : mechanism_(m) {
    update_kinematics(m, s, work);
    last_ = energies(m, context(s), s, work);
    start_ = last_.total() - s.supplied_work + s.dissipated_work;
    largest_ = last_.kinetic + last_.strain + last_.stored;
  }
  void add(State& s, double h, Workspace& work, TransientReport& report) {
    const StepContext at = context(s);
    assemble_residual(mechanism_, at, s, work);
    const Energies now = energies(mechanism_, at, s, work);
    s.supplied_work += 0.5 * h * (last_.supplied_power + now.supplied_power);
    s.dissipated_work += 0.5 * h * (last_.dissipated_power + now.dissipated_power);
    flowed_ +=
        0.5 * h * (std::abs(last_.supplied_power + now.supplied_power) + last_.dissipated_power + now.dissipated_power);
    largest_ = std::max(largest_, std::abs(now.kinetic) + now.strain + now.stored);
    const double missing = std::abs(now.total() - start_ - s.supplied_work + s.dissipated_work);
    worst_ = std::max(worst_, missing);
    const double scale = std::max(largest_, flowed_);
    report.energy_balance_error = scale > 0 ? worst_ / scale : 0;
    if (mechanism_.num_rows > 0) {
      for (Index r = 0; r < mechanism_.num_rows; ++r)
        if (s.row_active[r])
          report.constraint_drift =
              std::max(report.constraint_drift, std::abs(work.residual[mechanism_.num_velocities + r]));
      rates_.resize(mechanism_.num_rows);
      constraint_rates(mechanism_, at, s, work, rates_);
      report.velocity_drift = std::max(report.velocity_drift, rates_.cwiseAbs().maxCoeff());
    }
    last_ = now;
  }

 private:
  static StepContext context(const State& s) { return {s.t, s.previous_step, s.previous_step, StageKind::transient}; }
  const Mechanism& mechanism_;
  Energies last_;
  double start_ = 0, largest_ = 0, flowed_ = 0, worst_ = 0;
  VectorXd rates_;
};

double first_step(const Mechanism& m, const State& s, const TransientOptions& o, double max_step) {
  if (o.fixed_step > 0) return o.fixed_step;
  if (s.step > 0) return std::min(s.step, max_step);
  // Start so that the acceleration moves nothing by more than a tenth of the allowed error, or a percent of max_step.
  const VectorXd w = error_weights(m, s, o.alpha.tolerances);
  const double a = weighted_norm(w, s.a);
  return std::clamp(a > 0 ? std::sqrt(0.2 / a) : max_step, 1e-4 * max_step, 1e-2 * max_step);
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
  return s;
}

TransientReport run_transient(const Mechanism& m, State& s, const TransientOptions& o,
                              const TransientCallbacks& callbacks, Observer& observer) {
  TransientReport report;
  const double begin = s.t, duration = o.end - s.t;
  if (duration <= 0) {
    report.finished = true;
    return report;
  }
  const double max_step = o.max_step > 0 ? o.max_step : duration / 100;
  const double min_step = o.min_step > 0 ? o.min_step : 1e-12 * duration;
  GeneralizedAlpha integrator(m, o.alpha);
  double h = std::min(first_step(m, s, o, max_step), duration);
  if (s.previous_step == 0) integrator.prepare(s, h);
  Ledger ledger(m, s, integrator.workspace());
  VectorXd events = event_values(m, {s.t, 0, 0, StageKind::transient}, s, integrator.workspace());
  long outputs = static_cast<long>(std::floor((s.t - begin) / std::max(o.output_step, 1e-300)));
  if (o.output_step > 0 && callbacks.output) {
    callbacks.output(s);
    outputs = 1;
  }
  State next;
  report.smallest_step = h;
  double cap = max_step;  // lowered while an event is being located
  while (s.t < o.end - 1e-9 * duration) {
    check_cancelled(observer);
    h = std::min(h, cap);
    const double left = o.end - s.t;
    if (h > left * (1 - 1e-9))
      h = left;
    else if (o.fixed_step <= 0 && h > 0.5 * left)
      h = 0.5 * left;
    const StepReport step = integrator.step(s, h, next);
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
            s.t, step.converged ? "the local error stays too large" : step.trouble, h);
        return report;
      }
      continue;
    }
    Workspace& work = integrator.workspace();
    update_kinematics(m, next, work);
    const StepContext at{next.t, h, s.previous_step, StageKind::transient};
    VectorXd after = event_values(m, at, next, work);
    if (switched(events, after) && h > 1e-3 * max_step && h > 8 * min_step) {
      // Come closer: a step that stops just past the switch. The first zero along the step, to a fraction of h.
      double fraction = 1;
      for (Index e = 0; e < after.size(); ++e)
        if ((events[e] > 0) != (after[e] > 0)) fraction = std::min(fraction, events[e] / (events[e] - after[e]));
      if (fraction < 0.9 && fraction > 1e-3) {
        h *= std::min(0.95, fraction + 0.02);
        ++report.rejected;
        continue;
      }
    }
    if (switched(events, after)) {
      ++report.events;
      integrator.forget();
    }
    ledger.add(next, h, work, report);
    commit(m, at, next, work);
    if (report.steps % 1000 == 999)
      for (Matrix3d& A : next.x.A) A = nearest_rotation(A);
    events = event_values(m, at, next, work);
    double wish = h * std::clamp(0.9 * std::pow(std::max(step.error, 1e-6), -1.0 / 3), 0.3, 2.0);
    if (wish > h && wish < 1.3 * h) wish = h;  // a kept step keeps its factorisation
    next.step = o.fixed_step > 0 ? o.fixed_step : wish;
    while (o.output_step > 0 && callbacks.output) {
      const double t = begin + static_cast<double>(outputs) * o.output_step;
      if (t > next.t + 1e-12 * duration) break;
      callbacks.output(interpolate(m, s, next, std::min(t, next.t)));
      ++outputs;
    }
    ++report.steps;
    report.smallest_step = std::min(report.smallest_step, h);
    report.largest_step = std::max(report.largest_step, h);
    std::swap(s, next);
    if (callbacks.accepted) callbacks.accepted(s);
    observer.advance((s.t - begin) / duration);
    h = s.step;
  }
  report.finished = true;
  return report;
}

}  // namespace trunnion
