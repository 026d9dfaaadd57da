#pragma once
// system/energy.h -- where the energy is and what flows in and out: the balance that closes every run.
//   T + U + V + sum E_element = E_0 + W_supplied - W_dissipated                       (theory/system.md, Eq. 3.1)

#include "trunnion/system/assembly.h"

namespace trunnion {

struct Energies {
  double kinetic = 0, strain = 0, gravity = 0, stored = 0;  ///< [J]; stored: in springs and other elements
  double dissipated_power = 0;                              ///< [W]
  double supplied_power = 0;                                ///< by loads and motions [W]
  double total() const { return kinetic + strain + gravity + stored; }
  /// Power supplied less dissipated: per force, per joint (motions), per body (its damping), as State::element_work
  /// [W].
  VectorXd element_power = {};
};

/// After update_kinematics of this state.
Energies energies(const Mechanism& mechanism, const StepContext& at, const State& state, Workspace& work);

/// The same with what the forces reported at hand, and with the inertia sums in `work` as the last assembly left them.
/// An integrator's last iterate is as good for them as the state it ended in.
Energies energies(const Mechanism& mechanism, const StepContext& at, const State& state,
                  const std::vector<ForceReport>& reports, const Workspace& work);

/// Momentum of all bodies about the world origin.
Momentum momentum(const Mechanism& mechanism, const State& state, Workspace& work);

}  // namespace trunnion
