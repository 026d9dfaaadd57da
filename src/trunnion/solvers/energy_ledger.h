#pragma once
// solvers/energy_ledger.h -- follows the balances of a run step by step: energy, joints, velocities.

#include "trunnion/solvers/transient.h"
#include "trunnion/system/energy.h"

namespace trunnion {

/// The book itself lies in the State, so that checkpoints carry it.
class EnergyLedger {
 public:
  /// `resume`: the state comes from a checkpoint and goes on with its book; else a new one is opened.
  EnergyLedger(const Mechanism& mechanism, State& state, bool resume, Workspace& work);
  /// Adds the works of a step of length h that ended in `state`, and brings report and book to the same level. `work`:
  /// kinematics of this state, inertia sums of the last assembly.
  void add(State& state, double h, const std::vector<ForceReport>& reports, const Workspace& work,
           TransientReport& report);
  /// Adds the works of the little way h over a switch, which have the powers from before it, and takes up those after.
  void cross(State& state, double h, Workspace& work);

 private:
  const Mechanism& mechanism_;
  Energies last_;
  VectorXd openings_, rates_;
  VectorXd arms_;  ///< per row: 1 for lengths; for angles the way of the farthest marker per radian [m]
};

/// What a stage has behind it when it goes on from a checkpoint.
void resume_counts(const BalanceBook& book, TransientReport& report);

}  // namespace trunnion
