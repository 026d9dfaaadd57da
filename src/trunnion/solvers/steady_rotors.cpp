#include "trunnion/solvers/steady_rotors.h"

#include <fmt/format.h>

#include <cmath>

#include "trunnion/base/error.h"
#include "trunnion/solvers/ground_view.h"
#include "trunnion/solvers/rotor_states.h"

namespace trunnion {

namespace {

constexpr double noticeable = 1e-3;  // share of the forces

bool moves_freely(const Mechanism& m, const std::vector<Rotor>& rotors) {
  std::size_t turning = 0;
  for (const Rotor& rotor : rotors) turning += rotor.bodies.size();
  return turning < m.bodies.size();
}

// Free bodies go on turning about their mass centers.
bool lasts_as_it_is(const Mechanism& m, const StepContext& at, const State& s) {
  const GroundView view = ground_view(m, s);
  return view.turning && out_of_equilibrium(m, at, turned_on(m, s, 1 / view.fastest, &view)) <= noticeable;
}

// Bodies that do not turn go round where they are when nothing does.
std::unique_ptr<RotorState> whirl_about_rest(const Mechanism& m, const Configuration& begin, const StaticOptions& o,
                                             const State& s, const std::vector<Rotor>& rotors, Observer& observer) {
  State rest = s;
  rest.x = begin;
  if (!moves_freely(m, rotors)) return whirling(m, rotors, rest.x);
  StaticOptions still = o;
  still.steady = false;
  still.motion_lag.resize(0);
  solve_static(m, rest, still, observer);
  return whirling(m, find_rotors(m, s, rest.x), rest.x);
}

std::string no_lasting_state(const std::vector<Rotor>& rotors, const RotorReport& tried, bool unbalanced) {
  const std::string instead =
      "what follows is true of this instant only. A transient stage, run until it repeats itself, gives the motion";
  if (!tried.converged)
    return fmt::format(
        "no state was found that stays the same while the rotor turns with {:.5g} rad/s: the speed may be a critical "
        "one, where nothing bounds the whirl; {}",
        std::abs(rotors.front().speed), instead);
  return fmt::format(
      "no state stays the same while the rotor turns: within one radian {:.2g} % of the forces lose their balance, {}; "
      "{}",
      100 * tried.variation,
      unbalanced ? "since its unbalance turns while supports differ by direction or loads (gravity) stand in space"
                 : "since loads stand in space while the rotor is not the same all around",
      instead);
}

}  // namespace

void settle_rotors(const Mechanism& m, const Configuration& begin, const StaticOptions& o, const StepContext& at,
                   State& s, StaticReport& report, Observer& observer) {
  const std::vector<Rotor> rotors = find_rotors(m, s, begin);
  if (rotors.empty()) return;
  const bool unbalanced = out_of_balance(m, rotors);
  if (others_turn(m, s, rotors)) {
    if (unbalanced)
      report.caution =
          "the rotor is out of balance, and no state stays the same while other bodies (balls of a bearing) turn "
          "otherwise: its whirl is left out; a transient stage gives it";
    return;
  }
  if (!unbalanced && (!report.converged || !is_bent(m, s, rotors))) return;
  if (unbalanced && report.converged && lasts_as_it_is(m, at, s)) return;
  RotorReport best;
  for (const bool whirls : {true, false}) {
    if (whirls && !unbalanced) continue;
    State trial = s;
    RotorReport tried;
    try {
      const auto motion = whirls ? whirl_about_rest(m, begin, o, s, rotors, observer) : standing(m, rotors);
      tried = solve_rotor_state(m, *motion, at, o.tolerance, o.max_iterations, trial, observer);
    } catch (const SolveError&) {  // an element knows no force there
      continue;
    }
    report.iterations += tried.iterations;
    if (tried.converged && tried.variation <= noticeable) {
      s = std::move(trial);
      report.converged = true;
      report.residual = tried.residual;
      report.message.clear();
      return;
    }
    if (!best.converged || (tried.converged && tried.variation < best.variation)) best = tried;
  }
  report.caution = no_lasting_state(rotors, best, unbalanced);
}

VectorXd without_driven(const Mechanism& m, const State& s, const VectorXd& wanted) {
  VectorXd out = wanted;
  const std::vector<Rotor> rotors = find_rotors(m, s, s.x);
  if (others_turn(m, s, rotors)) return out;
  for (const Rotor& rotor : rotors)
    for (const Index b : rotor.driven_with) out.segment(m.first_velocity[b], m.bodies[b].size()).setZero();
  return out;
}

}  // namespace trunnion
