#pragma once
// solvers/energy_ledger.h -- follows the balances of a run step by step: energy, joints, velocities.

#include "trunnion/solvers/transient.h"
#include "trunnion/system/energy.h"

namespace trunnion {

class EnergyLedger {
 public:
  EnergyLedger(const Mechanism& mechanism, const State& state, Workspace& work);
  /// Adds the works of a step of length h that ended in `state` and updates the balances of the report.
  void add(State& state, double h, Workspace& work, TransientReport& report);

 private:
  const Mechanism& mechanism_;
  Energies last_;
  double start_ = 0;    // energy plus what had left before, minus what had come
  double largest_ = 0;  // energy that was there at once
  double flowed_ = 0;   // energy that came or left, all added up
  double worst_ = 0;
  VectorXd rates_;
};

}  // namespace trunnion
