#include "trunnion/solvers/statics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/math/rotations.h"
#include "trunnion/solvers/soft_tangent.h"
#include "trunnion/solvers/steady_rotors.h"
#include "trunnion/system/blame.h"
#include "trunnion/system/initialize.h"
#include "trunnion/system/joint_equations.h"

namespace trunnion {

namespace {

constexpr double far = 1e6;           // way of a step, over what an element needs to be resolved
constexpr double largest_turn = 0.3;  // of a body in one iteration [rad]
constexpr double near_enough = 1e-3;  // share of the largest force from where Newton takes over
constexpr int rounds = 3;
constexpr double heavy_modes = 1e6;  // share of K_ff in the metric that keeps modal rates at zero
constexpr double heavy_turns = 1e9;  // factor on inertias of bodies on which a motion stands

// Accelerations of bodies that keep their angular velocities and do not deform further: R'' = w x R'.
void turn_on(const Mechanism& m, State& s) {
  s.a.setZero();
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    const Index k = m.first_velocity[b];
    const Vector3d w = s.x.A[b] * s.v.segment<3>(k + 3);
    s.a.segment<3>(k) = w.cross(s.v.segment<3>(k));
  }
}

// Mass metric of velocities in which a motion between two bodies turns the first one: the second, a housing in springs,
// stands as far as joints let it.
bool factor_metric(const Mechanism& m, const StepContext& at, const State& s, Workspace& work) {
  assemble_jacobian(m, at, s, {{1, 0, 0}, heavy_modes, 0}, work);
  for (const Joint& joint : m.joints) {
    if (!joint.motion || joint.rows[0].terms[0].coordinate.kind != CoordinateKind::angle) continue;
    if (const Index b = m.markers[joint.rows[0].terms[0].coordinate.J].body; b >= 0)
      work.jacobian.block(b, b).block(3, 3, 3, 3) *= heavy_turns;
  }
  return work.lu.factor(work.jacobian.matrix());
}

// Velocities that the motions force upon the bodies, least in the mass metric beyond `wanted`. Running steadily every
// body goes on turning as it does, so its origin is accelerated by w x R'; the joints change that only as far as they
// must. Without it a mass that may slide along a turning guide would feel no centrifugal force.
void prescribe_steady_motion(const Mechanism& m, const StepContext& at, const VectorXd& wanted, State& s,
                             Workspace& work) {
  s.v = wanted;
  for (std::size_t b = 0; b < m.bodies.size(); ++b)
    s.v.segment(m.first_velocity[b] + 6, m.bodies[b].num_modes()).setZero();
  turn_on(m, s);
  if (m.num_rows == 0) return;
  VectorXd rhs = VectorXd::Zero(m.num_velocities + m.num_rows), change;
  if (!factor_metric(m, at, s, work)) return;
  constraint_rates(m, at, s, work, rhs.tail(m.num_rows));
  rhs.tail(m.num_rows) *= -1;
  work.lu.solve(rhs, change);
  s.v += change.head(m.num_velocities);
  if (!factor_metric(m, at, s, work)) return;  // with marker rates of the new velocities
  turn_on(m, s);
  VectorXd turning = VectorXd::Zero(m.num_velocities + m.num_rows);
  turning.head(m.num_velocities) = s.a;
  constraint_bias(m, at, s, work, rhs.tail(m.num_rows));
  rhs.tail(m.num_rows) += (work.jacobian.matrix() * turning).tail(m.num_rows);
  rhs.tail(m.num_rows) *= -1;
  work.lu.solve(rhs, change);
  s.a += change.head(m.num_velocities);
}

// One load level. Merit: |unbalanced force| over the largest force, and |C| in metres, whichever is larger.
class Equilibrium {
 public:
  Equilibrium(const Mechanism& m, const StaticOptions& options, const VectorXd& wanted)
      : m_(m), options_(options), wanted_(wanted), work_(m), resolution_(finest_resolution(m)) {
    // Without any load only rounding is left: forces below a millionth of the mechanism's weight count as none.
    for (const auto& body : m.bodies) scale_floor_ += 1e-6 * 9.81 * body.inertia.I1;
  }

  // Newton; where it gets stuck (a dead center, a ridge) the mechanism is let down to a valley first.
  StaticReport solve(State& s, const StepContext& at, Observer& observer) {
    const State begin = s;
    StaticReport report = newton(s, at, observer);
    for (int round = 0; round < rounds && !report.converged; ++round) {
      State lower = round == 0 ? begin : s;
      int iterations = report.iterations;
      if (!let_down(lower, at, iterations, observer)) break;
      StaticReport next = newton(lower, at, observer);
      next.iterations += iterations;
      if (next.converged || next.residual < report.residual) s = std::move(lower);
      report = std::move(next);
    }
    return report;
  }

  Workspace& workspace() { return work_; }

 private:
  StaticReport newton(State& s, const StepContext& at, Observer& observer) {
    StaticReport report;
    VectorXd rhs, d;
    double mu = -1, merit = evaluate(at, s);
    int stalled = 0;
    for (;; ++report.iterations) {
      check_cancelled(observer);
      report.residual = merit;
      if (merit <= options_.tolerance) {
        report.converged = true;
        return report;
      }
      if (report.iterations >= options_.max_iterations || stalled > 25) break;
      if (mu < 0) mu = start_damping(at, s);
      rhs = -work_.residual;
      assemble_jacobian(m_, at, s, {{mu, 0, 1}, 0, 0, true}, work_);
      soften(m_, mu, work_.jacobian);
      State trial = s;
      bool better = false;
      double merit_trial = merit;
      if (work_.lu.factor(work_.jacobian.matrix())) {
        work_.lu.solve(rhs, d);
        if (d.allFinite()) {
          d *= std::min({1.0, largest_turn / std::max(turn_of(d), 1e-300), share_in_reach(d)});
          for (double length = 1; length > 0.05 && !better; length *= 0.5) {
            move(m_, s.x, length * d.head(m_.num_velocities), trial.x);
            trial.lambda = s.lambda + length * d.tail(m_.num_rows);
            merit_trial = evaluate(at, trial);
            better = merit_trial < merit;
          }
        }
      }
      if (better) {
        stalled = merit_trial > 0.99 * merit ? stalled + 1 : 0;
        mu *= merit_trial < 0.5 * merit ? 0.05 : 0.4;
        merit = merit_trial;
        s = trial;
      } else {
        // Downhill in energy even if the residual grows: a short step against the unbalanced force.
        ++stalled;
        mu *= 8;
        if (d.size() > 0 && d.allFinite() && stalled % 3 == 0) {
          s = trial;
          merit = merit_trial;
        }
        merit = evaluate(at, s);
      }
    }
    evaluate(at, s);
    report.message = explain(at, s);
    return report;
  }

  // Steps along -(mu M + K)^-1 r that go with the unbalanced force; mu falls while they keep their direction. Whatever
  // the residual does on the way, the potential energy falls. True when what is left is in reach of Newton.
  bool let_down(State& s, const StepContext& at, int& iterations, Observer& observer) {
    double merit = evaluate(at, s), mu = start_damping(at, s);
    const double begin = merit;
    VectorXd rhs, d, last;
    for (int k = 0; k < options_.max_iterations; ++k, ++iterations) {
      check_cancelled(observer);
      merit = evaluate(at, s);
      if (!std::isfinite(merit)) return false;
      if (merit < std::min(near_enough, 0.1 * begin)) return true;
      rhs = -work_.residual;
      assemble_jacobian(m_, at, s, {{mu, 0, 1}, 0, 0, true}, work_);
      soften(m_, mu, work_.jacobian);
      const bool solved = work_.lu.factor(work_.jacobian.matrix());
      if (solved) work_.lu.solve(rhs, d);
      if (!solved || !d.allFinite() || rhs.head(m_.num_velocities).dot(d.head(m_.num_velocities)) <= 0) {
        mu *= 4;  // against the force: the tangent alone would climb
        last.resize(0);
        continue;
      }
      d *= std::min(1.0, 0.3 * largest_turn / std::max(turn_of(d), 1e-300));
      move(m_, s.x, d.head(m_.num_velocities), s.x);
      s.lambda += d.tail(m_.num_rows);
      mu *= last.size() == 0 || last.dot(d.head(m_.num_velocities)) > 0 ? 0.6 : 3;
      last = d.head(m_.num_velocities);
    }
    return false;
  }

  double evaluate(const StepContext& at, State& s) {
    if (options_.steady) prescribe_steady_motion(m_, at, wanted_, s, work_);
    assemble_residual(m_, at, s, work_);
    if (!work_.residual.allFinite()) return std::numeric_limits<double>::infinity();
    scale_ = std::max(scale_floor_, work_.force_scale.size() ? work_.force_scale.maxCoeff() : 0);
    if (scale_ <= 0) scale_ = 1;
    const double open = m_.num_rows > 0 ? work_.residual.tail(m_.num_rows).cwiseAbs().maxCoeff() : 0;
    const double force = m_.num_velocities > 0 ? work_.residual.head(m_.num_velocities).cwiseAbs().maxCoeff() : 0;
    return std::max(force / scale_, open);
  }

  // mu so that a step moves nothing by more than about a centimetre or half a degree.
  double start_damping(const StepContext& at, const State& s) {
    assemble_jacobian(m_, at, s, {{1, 0, 0}, 0, 0}, work_);
    double mu = 0;
    for (Index b = 0; b < static_cast<Index>(m_.bodies.size()); ++b) {
      const MatrixOut M = work_.jacobian.block(b, b);
      for (Index i = 0; i < 6; ++i)
        if (M(i, i) > 0) mu = std::max(mu, std::abs(work_.residual[m_.first_velocity[b] + i]) / (M(i, i) * 0.01));
    }
    return mu;
  }

  double turn_of(const VectorXd& d) const {
    double turn = 0;
    for (std::size_t b = 0; b < m_.bodies.size(); ++b)
      turn = std::max(turn, d.segment<3>(m_.first_velocity[b] + 3).norm());
    return turn;
  }

  // Where balls or films touch, their laws hold for small ways only: beyond, a step lands where nothing is meant.
  double share_in_reach(const VectorXd& d) const {
    double share = 1;
    for (std::size_t b = 0; b < m_.bodies.size(); ++b)
      share = std::min(share, far * resolution_[b] / std::max(d.segment<3>(m_.first_velocity[b]).norm(), 1e-300));
    return share;
  }

  std::string explain(const StepContext& at, const State& s) {
    const VectorXd force = work_.residual.head(m_.num_velocities);
    if (!force.allFinite()) {
      const std::string who = not_finite_element(m_, at, s, work_);
      return fmt::format("no equilibrium was found: {} is not a finite number in the position reached",
                         who.empty() ? "a force or position" : who);
    }
    Index row = 0;
    const double open = m_.num_rows > 0 ? work_.residual.tail(m_.num_rows).cwiseAbs().maxCoeff(&row) : 0;
    if (open > options_.tolerance && open > force.cwiseAbs().maxCoeff() / scale_)
      return fmt::format("no equilibrium was found: {} stays open by {:.3g}", row_name(m_, row), open);
    Index worst = 0;
    const double unbalanced = force.cwiseAbs().maxCoeff(&worst);
    return fmt::format(
        "no equilibrium was found: {} keeps an unbalanced force or moment of {:.4g} (SI), {:.2g} of the "
        "largest force; what acts there most is {}. Something is missing that could carry it (a spring, a joint, a "
        "support, a bearing that takes thrust), or the load is beyond what the mechanism can bear; try more "
        "load_steps.",
        worst_coordinate(m_, VectorXd::Ones(m_.num_velocities), force), unbalanced, unbalanced / scale_,
        strongest_element(m_, at, s, work_, worst));
  }

  const Mechanism& m_;
  const StaticOptions& options_;
  const VectorXd wanted_;
  Workspace work_;
  double scale_ = 1, scale_floor_ = 0;
  std::vector<double> resolution_;  ///< per body [m]
};

// What motions drive has the velocities they ask for and none from before.
VectorXd steady_start(const Mechanism& m, const State& s) {
  Workspace work(m);
  State moving = s;
  prescribe_steady_motion(m, {s.t, 0, 0, StageKind::steady}, VectorXd::Zero(m.num_velocities), moving, work);
  return without_driven(m, moving, s.v);
}

}  // namespace

StaticReport solve_static(const Mechanism& m, State& s, const StaticOptions& o, Observer& observer) {
  const Configuration begin = s.x;
  const VectorXd wanted = o.steady ? steady_start(m, s) : VectorXd(VectorXd::Zero(m.num_velocities));
  s.v.setZero();
  s.a.setZero();
  Equilibrium equilibrium(m, o, wanted);
  StaticReport total;
  for (int k = 1; k <= o.load_steps; ++k) {
    StepContext at{s.t, 0, 0, o.steady ? StageKind::steady : StageKind::stationary};
    at.load_factor = static_cast<double>(k) / o.load_steps;
    if (o.motion_lag.size() > 0) s.row_offset -= o.motion_lag / o.load_steps;
    StaticReport step = equilibrium.solve(s, at, observer);
    if (o.steady && o.settle && k == o.load_steps) settle_rotors(m, begin, o, at, s, step, observer);
    const int iterations = total.iterations + step.iterations;
    total = step;
    total.iterations = iterations;
    if (!step.converged) {
      if (o.load_steps > 1)
        total.message =
            fmt::format("with {:.4g} % of the loads and motions, the last equilibrium being at {:.4g} %, {}",
                        100 * at.load_factor, 100.0 * (k - 1) / o.load_steps, step.message);
      return total;
    }
    if (const std::string stop = commit(m, at, s, equilibrium.workspace()); !stop.empty()) {
      total.converged = false;
      total.message = stop;
      return total;
    }
    observer.advance(at.load_factor);
  }
  if (!o.steady) {
    s.a.setZero();
    s.v.setZero();
  }
  s.a_aux = s.a;
  s.jerk.setZero();
  s.previous_step = 0;
  return total;
}

StaticReport sweep_static(Index count, const SweepPlace& place, State& s, const StaticOptions& o,
                          const std::function<std::string(const State&)>& reached, Observer& observer) {
  StaticReport total;
  total.converged = true;
  for (Index k = 0; k < count; ++k) {
    const Mechanism& m = place(k, s);
    Workspace work(m);
    int iterations = 0;
    assemble_positions(m, s, work, iterations);  // a kinematic first guess at the new place
    const StaticReport step = solve_static(m, s, o, observer);
    const int sum = total.iterations + step.iterations;
    const std::string caution = total.caution.empty() && !step.caution.empty()
                                    ? fmt::format("from position {} of {} on, {}", k + 1, count, step.caution)
                                    : total.caution;
    total = step;
    total.iterations = sum;
    total.caution = caution;
    if (step.converged && reached) {
      total.message = reached(s);
      total.converged = total.message.empty();
    }
    if (!total.converged) {
      total.message = fmt::format("position {} of {}: {}", k + 1, count, total.message);
      return total;
    }
    observer.advance(static_cast<double>(k + 1) / static_cast<double>(count));
  }
  return total;
}

}  // namespace trunnion
