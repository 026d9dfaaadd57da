#pragma once
// system/measured_loads.h -- loads whose size depends on measured quantities, in the equations of motion.

#include "trunnion/system/pair_terms.h"

namespace trunnion {

/// The wrench a measure looks at: on the first body, in the axes of the second marker; after update_kinematics.
Vector6d measured_wrench(const Mechanism& mechanism, const StepContext& at, const State& state,
                         const MeasuredWrench& measure, Workspace& work);
/// The number a measure takes from that wrench.
double part_of_wrench(const MeasuredWrench& measure, const Vector6d& W);

/// Second time derivative of a coordinate, from the accelerations of the state.
double coordinate_acceleration(const Mechanism& mechanism, const State& state, const RelativeCoordinate& coordinate,
                               double near, Workspace& work);

/// Current values of the measures; the load's history keeps the angles' full turns.
VectorXd measured_values(const Mechanism& mechanism, const StepContext& at, const State& state, Index load,
                         Workspace& work);

/// Whether a load depends on what a joint carries: then forces change with multipliers.
bool depends_on_reactions(const MeasuredLoad& load);
bool loads_depend_on_reactions(const Mechanism& mechanism);

void add_measured_load(const Mechanism& mechanism, const StepContext& at, const State& state, Index load,
                       Workspace& work);
void add_measured_tangent(const Mechanism& mechanism, const StepContext& at, const State& state, Index load,
                          const TangentWeights& weights, Workspace& work);
/// d(load)/d(multipliers) into the columns of the joints it measures.
void add_reaction_tangent(const Mechanism& mechanism, const StepContext& at, const State& state, Index load,
                          Workspace& work);
void report_measured_load(const Mechanism& mechanism, const StepContext& at, const State& state, Index load,
                          Workspace& work, ForceReport& out);

}  // namespace trunnion
