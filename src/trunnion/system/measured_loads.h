#pragma once
// system/measured_loads.h -- loads whose size depends on measured motions, in the equations of motion.

#include "trunnion/system/pair_terms.h"

namespace trunnion {

/// Current values of the measures; `past` keeps the angles' full turns.
VectorXd measured_values(const MeasuredLoad& load, const Workspace& work, const History& past);

void add_measured_load(const Mechanism& mechanism, const StepContext& at, const State& state, Index load,
                       Workspace& work);
void add_measured_tangent(const Mechanism& mechanism, const StepContext& at, const State& state, Index load,
                          const TangentWeights& weights, Workspace& work);
void report_measured_load(const Mechanism& mechanism, const StepContext& at, const State& state, Index load,
                          Workspace& work, ForceReport& out);

}  // namespace trunnion
