#include "trunnion/solvers/switches.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/solvers/transient.h"
#include "trunnion/system/initialize.h"

namespace trunnion {

namespace {

constexpr int most_jumps = 500;  // in a row

VectorXd events_of(const Mechanism& m, const State& s, Workspace& work) {
  update_kinematics(m, s, work);
  return event_values(m, s.t, force_reports(m, {s.t, 0, 0, StageKind::transient}, s, work));
}

// Along the parabola of velocity and acceleration.
void coast(const Mechanism& m, double dt, State& s) {
  move(m, s.x, dt * s.v + 0.5 * dt * dt * s.a, s.x);
  s.v += dt * s.a;
  s.t += dt;
}

}  // namespace

bool switched(const VectorXd& before, const VectorXd& after) {
  return before.size() == after.size() && ((before.array() > 0) != (after.array() > 0)).any();
}

Switch first_switch(const Mechanism& m, const State& before, const State& after, const VectorXd& at_start,
                    const VectorXd& at_end, Workspace& work) {
  constexpr double resolution = 1e-4;  // of the step; a straight line does the rest
  double low = 0, high = 1;
  VectorXd below = at_start, above = at_end;
  while (high - low > resolution) {
    const double middle = 0.5 * (low + high);
    const State s = interpolate(m, before, after, before.t + middle * (after.t - before.t));
    update_kinematics(m, s, work);
    const VectorXd values = events_of(m, s, work);
    if (switched(at_start, values)) {
      high = middle;
      above = values;
    } else {
      low = middle;
      below = values;
    }
  }
  double t_first = after.t;
  Index event = 0;
  for (Index e = 0; e < below.size(); ++e) {
    if ((below[e] > 0) == (above[e] > 0)) continue;
    const double share = low + (high - low) * below[e] / (below[e] - above[e]);
    const double t = before.t + share * (after.t - before.t);
    if (t > t_first) continue;
    t_first = t;
    event = e;
  }
  update_kinematics(m, after, work);
  const auto reports = force_reports(m, {after.t, 0, 0, StageKind::transient}, after, work);
  return {t_first, event_source(m, after.t, reports, event)};
}

void cross_jump(const Mechanism& m, double t, State& s, VectorXd& events, Workspace& work) {
  const auto flips = [&](double dt) {
    State there = s;
    coast(m, dt, there);
    return switched(events, events_of(m, there, work));
  };
  // The instant came from a step that had both sides in it; from here it can be found to the last digits.
  const double smallest = 1e-15 * (1 + std::abs(t));
  double low = 0, high = std::max(t - s.t, smallest);
  while (!flips(high) && high < 1e-3 * (1 + std::abs(t))) {
    low = high;
    high *= 2;
  }
  while (high - low > smallest + 1e-12 * high) {
    const double middle = 0.5 * (low + high);
    (flips(middle) ? high : low) = middle;
  }
  coast(m, high, s);
  const StepContext at{s.t, 0, 0, StageKind::transient};
  project_velocities(m, s, work);
  solve_accelerations(m, at, s, work);
  s.a_aux = s.a;
  s.jerk.setZero(s.a.size());
  s.previous_step = 0;
  commit(m, at, s, work);
  events = events_of(m, s, work);
}

std::string ChatterGuard::jumped(const Switch& at) {
  count_ = at.t - last_.t < shortest_ ? count_ + 1 : 0;
  last_ = at;
  return count_ < most_jumps ? std::string() : gave_up(at.t);
}

std::string ChatterGuard::gave_up(double t) const {
  if (t - last_.t >= shortest_) return {};
  return fmt::format(
      "stopped at t = {:.6g} s: '{}' switches to and fro without end, because its formula jumps against the motion. "
      "All "
      "results so far are kept. What to try: a steep but smooth law instead of the jump, like tanh(v/v0) for sign(v).",
      t, last_.source.name);
}

}  // namespace trunnion
