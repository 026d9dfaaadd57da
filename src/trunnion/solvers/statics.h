#pragma once
// solvers/statics.h -- equilibrium at rest, or running steadily at given speeds.
//   static: r(x, v = 0, a = 0, lambda) = 0, C(x, t) = 0
//   steady: v and a as the motions prescribe them, modal rates zero; centrifugal and gyroscopic loads act. Rotors on
//           elastic supports: the whirl, or the rotation about a bent axis, that stays the same (steady_rotors.h)
// Newton on (x, lambda) with mu M added to the tangent: mu falls as the residual falls (pseudo-transient continuation),
// which holds loose directions and leads to stable equilibria. (theory/solvers.md, section 2)

#include "trunnion/base/progress.h"
#include "trunnion/solvers/step_control.h"
#include "trunnion/system/assembly.h"

namespace trunnion {

struct StaticOptions {
  bool steady = false;
  bool settle = true;       ///< steady: rotors out of balance whirl, bent ones turn about their bent axis
  double tolerance = 1e-9;  ///< residual over the forces that balance each other, and |C| over 1 m
  int max_iterations = 200;
  int load_steps = 1;        ///< loads, preloads, gravity and motions are brought up in this many equal parts
  VectorXd motion_lag = {};  ///< per row: how far motions are held back at the start (hold_motions); empty = not at all
};

struct StaticReport {
  bool converged = false;
  int iterations = 0;
  double residual = 0;  ///< largest unbalanced force over the largest force
  std::string message;  ///< what is out of balance when it did not converge
  std::string caution;  ///< why a steady state is that of one instant only
};

/// `state` is the start and becomes the equilibrium; velocities end at rest (static) or at their steady values.
StaticReport solve_static(const Mechanism& mechanism, State& state, const StaticOptions& options,
                          Observer& observer = silent_observer());

/// Quasi-static sweep of `count` equilibria, each started from the one before. `place(k, state)` sets the state's time,
/// or what else is varied, and returns the mechanism there (its coordinates stay the same); `reached` sees each
/// equilibrium and says why it does not count; with an empty sentence the sweep goes on.
using SweepPlace = std::function<const Mechanism&(Index k, State& state)>;
StaticReport sweep_static(Index count, const SweepPlace& place, State& state, const StaticOptions& options,
                          const std::function<std::string(const State&)>& reached,
                          Observer& observer = silent_observer());

}  // namespace trunnion
