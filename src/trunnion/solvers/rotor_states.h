#pragma once
// solvers/rotor_states.h -- rotors on elastic supports in the two motions that are equilibria for all time.
//   whirl:    all stays the same in axes that turn with the rotor: v = W x (r - axis), v' = W x v. Unbalance on
//   supports
//             that are the same in all directions. Bodies that do not turn (housings) go round their place at rest.
//   standing: the deformed axis stays in space and the rotor turns about it: q' = -W G q. Loads that stand in space on
//   a
//             rotor that is the same all around.
// In both v and a follow from x, so that the tangent is K + D dv/dx + M da/dx.          (theory/solvers.md,
// Eq. 2.3, 2.4)

#include "trunnion/base/progress.h"
#include "trunnion/solvers/rotors.h"

namespace trunnion {

class RotorState {
 public:
  virtual ~RotorState() = default;
  /// Velocities and accelerations that belong to the positions of `state`.
  virtual void prescribe(State& state) const = 0;
  /// d(v)/dx and d(a)/dx there, block by body.
  virtual void tangents(const State& state, SparseMatrix& v_x, SparseMatrix& a_x) const = 0;
  /// The positions when the fastest rotor has turned on by one radian.
  virtual Configuration turned_on(const State& state) const = 0;
};

std::unique_ptr<RotorState> whirling(const Mechanism& mechanism, const std::vector<Rotor>& rotors, Configuration rest);
std::unique_ptr<RotorState> standing(const Mechanism& mechanism, const std::vector<Rotor>& rotors);

/// Whether a flexible rotor is bent by loads that stand in space, so that it matters whether its deflection turns too.
bool is_bent(const Mechanism& mechanism, const State& state, const std::vector<Rotor>& rotors);

struct RotorReport {
  bool converged = false;
  int iterations = 0;
  double residual = 0;   ///< largest unbalanced force over the largest force
  double variation = 0;  ///< share of the forces that is out of balance when the rotor has turned on: 0 = true for ever
};
/// Newton from `state`, which becomes the answer where it converged.
RotorReport solve_rotor_state(const Mechanism& mechanism, const RotorState& motion, const StepContext& at,
                              double tolerance, int max_iterations, State& state, Observer& observer);

/// Share of the forces of `turned`, which came from `state`, that no reaction of a joint balances.
double out_of_equilibrium(const Mechanism& mechanism, const StepContext& at, State turned);

}  // namespace trunnion
