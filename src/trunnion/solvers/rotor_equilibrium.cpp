// Newton's method for rotor states, and whether they stay equilibria while the rotor turns.
#include <algorithm>
#include <cmath>

#include "trunnion/math/general_lu.h"
#include "trunnion/solvers/ground_view.h"
#include "trunnion/solvers/rotor_states.h"
#include "trunnion/solvers/soft_tangent.h"
#include "trunnion/system/assembly.h"
#include "trunnion/system/joint_equations.h"

namespace trunnion {

namespace {

constexpr double shortest = 1e-3;     // share of a Newton step
constexpr double largest_turn = 0.3;  // of a body in one iteration [rad]
constexpr double lever = 1e-3;        // [m] moments below the largest force times this are rounding
constexpr double slip = 1e-6;         // rate at which joints may open, over the speed [m]
constexpr double uneven = 1e-3;       // share of the speed by which angles may: a bent shaft is a joint of its own

class Newton {
 public:
  Newton(const Mechanism& m, const RotorState& motion, const StepContext& at)
      : m_(m), motion_(motion), at_(at), work_(m) {
    for (const auto& body : m.bodies) floor_ += 1e-6 * 9.81 * body.inertia.I1;
  }

  double evaluate(State& s) {
    motion_.prescribe(s);
    assemble_residual(m_, at_, s, work_);
    if (!work_.residual.allFinite()) return std::numeric_limits<double>::infinity();
    const auto force = work_.residual.head(m_.num_velocities), open = work_.residual.tail(m_.num_rows);
    const double scale = std::max(floor_, work_.force_scale.maxCoeff());
    return std::max(force.cwiseAbs().maxCoeff() / scale, m_.num_rows > 0 ? open.cwiseAbs().maxCoeff() : 0);
  }

  bool step(const State& s, VectorXd& d) {
    const Index n = m_.num_velocities;
    const VectorXd rhs = -work_.residual;
    SparseMatrix v_x, a_x;
    motion_.tangents(s, v_x, a_x);
    const auto rates = [&](const TangentWeights& weights, const SparseMatrix& change) {
      assemble_jacobian(m_, at_, s, {weights, 0, 0}, work_);
      return SparseMatrix(work_.jacobian.matrix().topLeftCorner(n, n) * change);
    };
    SparseMatrix moving = rates({0, 1, 0}, v_x) + rates({1, 0, 0}, a_x);
    moving.conservativeResize(n + m_.num_rows, n + m_.num_rows);
    assemble_jacobian(m_, at_, s, {{0, 0, 1}, 0, 0, true}, work_);
    soften(m_, 0, work_.jacobian);
    const SparseMatrix tangent = work_.jacobian.matrix() + moving;
    GeneralLu lu;
    if (!lu.factor(tangent)) return false;
    lu.solve(rhs, d);
    return d.allFinite();
  }

  double turn_of(const VectorXd& d) const {
    double turn = 0;
    for (std::size_t b = 0; b < m_.bodies.size(); ++b)
      turn = std::max(turn, d.segment<3>(m_.first_velocity[b] + 3).norm());
    return turn;
  }

  // Joints must allow the motion: C_x v + C_t = 0, but for the unevenness that the drive of a bent end has.
  bool joints_allow(const State& s) {
    if (m_.num_rows == 0) return true;
    VectorXd rates(m_.num_rows);
    update_kinematics(m_, s, work_);
    constraint_rates(m_, at_, s, work_, rates);
    double fastest = 0;
    for (std::size_t b = 0; b < m_.bodies.size(); ++b)
      fastest = std::max(fastest, s.v.segment<3>(m_.first_velocity[b] + 3).norm());
    for (std::size_t j = 0; j < m_.joints.size(); ++j)
      for (std::size_t r = 0; r < m_.joints[j].rows.size(); ++r) {
        const CoordinateKind kind = m_.joints[j].rows[r].terms[0].coordinate.kind;
        const bool turns = kind == CoordinateKind::angle || kind == CoordinateKind::dot;
        if (std::abs(rates[m_.first_row[j] + static_cast<Index>(r)]) > (turns ? uneven : slip) * fastest) return false;
      }
    return true;
  }

 private:
  const Mechanism& m_;
  const RotorState& motion_;
  const StepContext at_;
  Workspace work_;
  double floor_ = 0;
};

}  // namespace

RotorReport solve_rotor_state(const Mechanism& m, const RotorState& motion, const StepContext& at, double tolerance,
                              int max_iterations, State& state, Observer& observer) {
  RotorReport report;
  Newton newton(m, motion, at);
  State s = state;
  VectorXd d;
  double merit = newton.evaluate(s);
  for (; merit > tolerance; ++report.iterations) {
    check_cancelled(observer);
    report.residual = merit;
    if (report.iterations >= max_iterations || !std::isfinite(merit) || !newton.step(s, d)) return report;
    d *= std::min(1.0, largest_turn / std::max(newton.turn_of(d), 1e-300));
    State trial = s;
    double reached = merit;
    for (double length = 1; reached >= merit; length *= 0.5) {
      if (length < shortest) return report;
      move(m, s.x, length * d.head(m.num_velocities), trial.x);
      trial.lambda = s.lambda + length * d.tail(m.num_rows);
      reached = newton.evaluate(trial);
    }
    s = std::move(trial);
    merit = reached;
  }
  report.residual = merit;
  if (!newton.joints_allow(s)) return report;
  report.converged = true;
  state = s;
  State turned = s;
  turned.x = motion.turned_on(s);
  motion.prescribe(turned);
  report.variation = out_of_equilibrium(m, at, std::move(turned));
  return report;
}

double out_of_equilibrium(const Mechanism& m, const StepContext& at, State s) {
  Workspace work(m);
  balance_reactions(m, at, s, work);
  assemble_residual(m, at, s, work);
  if (!work.residual.allFinite()) return std::numeric_limits<double>::infinity();
  // Forces, moments and modal forces each by their own size.
  struct Share {
    double unbalanced = 0, largest = 0;
    void add(const VectorXd& r, const VectorXd& scale) {
      if (r.size() == 0) return;
      unbalanced = std::max(unbalanced, r.cwiseAbs().maxCoeff());
      largest = std::max(largest, scale.maxCoeff());
    }
  } force, moment, modal;
  for (std::size_t b = 0; b < m.bodies.size(); ++b) {
    const Index k = m.first_velocity[b], n = m.bodies[b].num_modes();
    force.add(work.residual.segment(k, 3), work.force_scale.segment(k, 3));
    moment.add(work.residual.segment(k + 3, 3), work.force_scale.segment(k + 3, 3));
    modal.add(work.residual.segment(k + 6, n), work.force_scale.segment(k + 6, n));
  }
  const double tiny = std::numeric_limits<double>::min();
  return std::max({force.unbalanced / std::max(force.largest, tiny),
                   moment.unbalanced / std::max({moment.largest, lever * force.largest, tiny}),
                   modal.unbalanced / std::max(modal.largest, tiny)});
}

}  // namespace trunnion
