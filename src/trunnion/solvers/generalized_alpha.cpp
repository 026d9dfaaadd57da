#include "trunnion/solvers/generalized_alpha.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trunnion/base/error.h"
#include "trunnion/math/rotations.h"
#include "trunnion/math/stopwatch.h"
#include "trunnion/solvers/culprits.h"
#include "trunnion/system/blame.h"
#include "trunnion/system/force_reports.h"
#include "trunnion/system/initialize.h"
#include "trunnion/system/joint_equations.h"

namespace trunnion {

namespace {
constexpr double softness = 1e-13;  // relative; only felt where constraint rows become dependent
constexpr double rounding = 4e-16;
constexpr double smallest_share = 0.125;    // of a correction that turns back
constexpr double tangent_entry = 16;        // operations to assemble one entry of the Jacobian
constexpr double residual_share = 1.0 / 7;  // of the tangent's cost (both measured with benchmarks/multibody.cpp)
constexpr int fixed_point_iterations = 100;
constexpr double look_ahead = 0.2;      // share of the first step over which the change of acceleration is taken
constexpr double largest_growth = 4;    // of a step whose velocity drift is scaled
constexpr double fresh_iterations = 2;  // that a new factorisation still needs, when laws are smooth

// What a tangent and its factorisation cost, counted in iterations (forces and one solve). Counts of operations, not
// clocks: a run must give the same numbers each time.
double price_of_factorization(const Workspace& work) {
  const double tangent = tangent_entry * static_cast<double>(work.jacobian.matrix().nonZeros());
  return (tangent + work.lu.factor_work()) / (residual_share * tangent + work.lu.solve_work());
}

// Whether velocities that do not fit the joints exactly are felt and may be changed: oil films would answer the change
// with forces that no step had.
bool drift_matters(const Mechanism& m) { return m.num_rows > 0 && !needs_rates_of_steps(m); }

// The coordinate where `share` of the allowed error is largest, and what acts there.
std::string blame(const Mechanism& m, const StepContext& at, const State& s, const VectorXd& share, Workspace& work) {
  Index worst = 0;
  share.cwiseAbs().maxCoeff(&worst);
  return fmt::format("{}; what acts there most is {}", coordinate_name(m, worst),
                     strongest_element(m, at, s, work, worst));
}
}  // namespace

AlphaParameters::AlphaParameters(double rho) {
  am = (2 * rho - 1) / (rho + 1);
  af = rho / (rho + 1);
  gamma = 0.5 - am + af;
  beta = 0.25 * (gamma + 0.5) * (gamma + 0.5);
}

AlphaParameters AlphaParameters::newmark() {
  constexpr double damping = 0.05;  // gamma beyond 1/2
  AlphaParameters p(1);
  p.am = p.af = 0;
  p.gamma = 0.5 + damping;
  p.beta = 0.25 * (1 + damping) * (1 + damping);
  return p;
}

GeneralizedAlpha::GeneralizedAlpha(const Mechanism& mechanism, const AlphaOptions& options)
    : mechanism_(mechanism),
      options_(options),
      p_(options.fixed_point ? AlphaParameters::newmark() : AlphaParameters(options.rho)),
      work_(mechanism),
      T_(mechanism.bodies.size()) {
  if (options_.fixed_point) options_.max_iterations = fixed_point_iterations;
}

std::string GeneralizedAlpha::settle_trouble(const StepContext& at, const State& s) {
  return "the iteration within the step does not settle at " +
         blame(mechanism_, at, s, weights_.array() * correction_.head(mechanism_.num_velocities).array(), work_);
}

bool GeneralizedAlpha::refresh(const StepContext& at, const State& s, const VectorXd& dx, double h,
                               StepReport& report) {
  const double mass = (1 - p_.am) / (h * h * p_.beta * (1 - p_.af)), damping = p_.gamma / (h * p_.beta);
  const Stopwatch assembling;
  assemble_jacobian(mechanism_, at, s, {{1, damping / mass, 1 / mass}, 0, softness, true, !options_.fixed_point},
                    work_);
  for (std::size_t b = 0; b < T_.size(); ++b) T_[b] = right_jacobian(dx.segment<3>(mechanism_.first_velocity[b] + 3));
  apply_rotation_maps(mechanism_, T_, work_);
  cost_.tangent += assembling.seconds();
  ++report.factorizations;
  const Stopwatch factoring;
  kept_step_ = work_.lu.factor(work_.jacobian.matrix()) ? h : 0;
  cost_.factor += factoring.seconds();
  if (kept_step_ > 0) kept_ = {price_of_factorization(work_)};
  return kept_step_ > 0;
}

StepReport GeneralizedAlpha::step(const State& from, double h, State& to) {
  const Mechanism& m = mechanism_;
  const double mass = (1 - p_.am) / (h * h * p_.beta * (1 - p_.af)), damping = p_.gamma / (h * p_.beta);
  const StepContext at{from.t + h, h, from.previous_step, StageKind::transient};
  StepReport report;
  weights_ = fine_error_weights(m, from, options_.tolerances);

  // a_aux belongs to t + (am - af) h: a change of step moves that point.
  VectorXd aux0 = from.a_aux;
  if (from.previous_step > 0) aux0 += (p_.am - p_.af) * (h - from.previous_step) * from.jerk;
  to = from;
  to.t = from.t + h;
  // First guess: the acceleration stays or goes on as before, whichever came closer in the last step. A guess of zero
  // would let stiff dampers (films) start far off.
  if (extrapolate_) to.a += h * from.jerk;
  const VectorXd aux1 = ((1 - p_.af) * to.a + p_.af * from.a - p_.am * aux0) / (1 - p_.am);
  dx_ = h * from.v + h * h * ((0.5 - p_.beta) * aux0 + p_.beta * aux1);
  to.v = from.v + h * ((1 - p_.gamma) * aux0 + p_.gamma * aux1);

  scale_velocity_drift(at, from, to, report);

  double length = 0;  // how far out bodies are: sets the rounding of positions
  for (const Vector3d& R : from.x.R) length = std::max(length, R.cwiseAbs().maxCoeff());
  double last = 0, size_before = 0, share = 1;
  bool fresh = false;
  for (report.iterations = 1; report.iterations <= options_.max_iterations; ++report.iterations) {
    move(m, from.x, dx_, to.x);
    try {
      const Stopwatch watch;
      assemble_residual(m, at, to, work_);
      cost_.residual += watch.seconds();
    } catch (const SolveError& error) {
      report.trouble = error.what();
      return report;
    }
    if (!work_.residual.allFinite()) {
      const std::string who = not_finite_element(m, at, to, work_);
      report.trouble = fmt::format("{} is not a finite number", who.empty() ? "a force or position" : who);
      return report;
    }
    rhs_ = -work_.residual;
    if (kept_step_ != h || (report.iterations == 1 && kept_.worn_out())) {
      if (!refresh(at, to, dx_, h, report)) {
        report.trouble = "the equations are singular: nothing holds " + loose_coordinate(m, work_.jacobian.matrix());
        return report;
      }
      fresh = true;
      last = 0;  // corrections of an old factorisation say nothing about those of a new one
    }
    rhs_.head(m.num_velocities) /= mass;
    const Stopwatch watch;
    work_.lu.solve(rhs_, correction_);
    cost_.solve += watch.seconds();
    const auto d = correction_.head(m.num_velocities);
    const double size = weighted_norm(weights_, d);
    if (!std::isfinite(size)) break;
    // Laws with kinks (a film that turns from squeeze to suction) may send the iteration to and fro for ever.
    const bool turned_back = report.iterations > 1 && size > 0.3 * size_before && d.dot(before_) < 0;
    share = turned_back ? std::max(0.5 * share, smallest_share) : 1;
    before_ = d;
    size_before = size;
    dx_ += share * d;
    to.v += share * damping * d;
    to.a += share * mass * d;
    to.lambda += share * mass * correction_.tail(m.num_rows);
    const double rate = last > 0 && share == 1 ? size / last : 0;
    // Once the corrections shrink at a known rate, the error left is size rate/(1 - rate).
    // Below the rounding of positions nothing more can be gained.
    const bool exhausted = d.cwiseAbs().maxCoeff() <= rounding * (1 + length);
    if (exhausted || size <= options_.newton ||
        (rate > 0 && rate < 0.5 && size * rate / (1 - rate) <= options_.newton)) {
      report.converged = true;
      break;
    }
    if (report.iterations > 3 && rate > 2) break;
    if (!fresh && last > 0 &&
        !options_.fixed_point) {  // go on with the old factorisation only while that is cheaper than a new one
      const double shrunk = size / last;
      const double left = shrunk < 1 ? std::log(options_.newton / size) / std::log(shrunk) : options_.max_iterations;
      // Corrections that turn back follow no rate: what is left of them can only be guessed from below.
      const double saved = turned_back ? 1 : kept_.price;
      if (left > std::min(saved + fresh_iterations, static_cast<double>(options_.max_iterations - report.iterations)))
        kept_step_ = 0;
    }
    fresh = false;
    last = size;
  }
  if (!report.converged) {
    report.trouble = settle_trouble(at, to);
    kept_step_ = 0;
    return report;
  }
  kept_.used(report.iterations);
  move(m, from.x, dx_, to.x);
  to.a_aux = ((1 - p_.af) * to.a + p_.af * from.a - p_.am * aux0) / (1 - p_.am);
  to.jerk = (to.a - from.a) / h;
  extrapolate_ = weighted_norm(weights_, to.jerk - from.jerk) < weighted_norm(weights_, to.jerk);
  to.previous_step = h;
  const VectorXd change = to.a_aux - aux0;
  report.error = std::abs(p_.beta - 1.0 / 6.0) * h * h * weighted_norm(weights_, change);
  if (report.error > 1)
    report.trouble = "the local error stays too large at " + blame(m, at, to, weights_.array() * change.array(), work_);
  return report;
}

// C_x v + C_t of the state with v in place of its own rates.
VectorXd GeneralizedAlpha::rates_with(const State& s, const VectorXd& v) {
  State other = s;
  other.v = v;
  update_kinematics(mechanism_, other, work_);
  VectorXd rates(mechanism_.num_rows);
  constraint_rates(mechanism_, {s.t, 0, 0, StageKind::transient}, other, work_, rates);
  return rates;
}

// Positions fit the joints, velocities are off by a term that grows with h^2 (theory/solvers.md, Eq. 1.6). A step of
// another length finds the drift of the old one, and its multipliers would swing by a share of the order h: the drift
// is brought to the new length first, along the freedoms that yield most easily within this step.
void GeneralizedAlpha::scale_velocity_drift(const StepContext& at, const State& from, State& to, StepReport& report) {
  const Mechanism& m = mechanism_;
  const double before = from.previous_step;
  if (before <= 0 || at.step == before || at.step > largest_growth * before || !drift_matters(m)) return;
  VectorXd drift = rates_with(from, from.v);
  if (at.step > before) {  // swings that die out do not grow with the step: at most the term itself
    const double factor = (1.0 / 6 - p_.beta - (p_.am - p_.af) / 2) * before * before;
    const VectorXd zero = VectorXd::Zero(m.num_velocities);
    const VectorXd term = factor * (rates_with(from, from.jerk) - rates_with(from, zero));
    for (Index r = 0; r < m.num_rows; ++r)
      drift[r] = drift[r] * term[r] > 0 ? std::copysign(std::min(std::abs(drift[r]), std::abs(term[r])), drift[r]) : 0;
  }
  const double ratio = at.step / before;
  rhs_.setZero(m.num_velocities + m.num_rows);
  rhs_.tail(m.num_rows) = (ratio * ratio - 1) * drift;
  move(m, from.x, dx_, to.x);
  if (!refresh(at, to, dx_, at.step, report)) return;
  work_.lu.solve(rhs_, correction_);
  const auto change = correction_.head(m.num_velocities);
  // Next to a singular position rates of dependent rows cannot be met: nothing is moved beyond the local error.
  if (!(at.step * weighted_norm(weights_, change) <= 1)) return;
  dx_ += at.step * change;
  to.v += change;
}

void GeneralizedAlpha::prepare(State& s, double h) {
  // Looking ahead: what was before the start, other motions or loads, says nothing about the run.
  const double look = look_ahead * h;
  State ahead = s;
  ahead.t += look;
  move(mechanism_, s.x, look * s.v + 0.5 * look * look * s.a, ahead.x);
  ahead.v += look * s.a;
  solve_accelerations(mechanism_, {ahead.t, 0, 0, StageKind::transient}, ahead, work_);
  s.jerk = (ahead.a - s.a) / look;
  s.a_aux = s.a + (p_.am - p_.af) * h * s.jerk;
  s.previous_step = h;
  kept_step_ = 0;
  if (drift_matters(mechanism_)) start_velocity_drift(s, h);
}

// Velocities begin with the drift that the steps would bring about: so that a step with the accelerations that are to
// be expected, A_0 and A_0 + h a', ends where the joints are closed.
void GeneralizedAlpha::start_velocity_drift(State& s, double h) {
  State ahead = s;
  ahead.t += h;
  move(mechanism_, s.x, h * s.v + h * h * (0.5 * s.a_aux + p_.beta * h * s.jerk), ahead.x);
  assemble_residual(mechanism_, {ahead.t, h, 0, StageKind::transient}, ahead, work_);
  const VectorXd rates = work_.residual.tail(mechanism_.num_rows) / -h;
  project_velocities(mechanism_, s, work_, &rates);
}

}  // namespace trunnion
