#pragma once
// reduction/check_reduction.h -- what must hold before a body is reduced. Each check throws InputError with what to
// change.

#include "trunnion/fem/constrained_system.h"
#include "trunnion/reduction/reduce.h"

namespace trunnion {

/// Solid elements and beams, free to move: no spring to the ground.
void check_reducible(const FeModel& model);

/// Parts may be joined by rigid couplings and springs; what nothing joins cannot be one body.
void check_connected(const FeModel& model, const ConstrainedSystem& held);

/// Options that contradict each other: none is passed over in silence.
void check_selection(const ReductionOptions& options);

/// Modes that will be computed, as far as the options tell.
Index usual_modes(const ReductionOptions& options);

/// Vectors of full length that are held at the same time: the interface's shapes and products, the basis of the
/// eigensolver with its own.
Index vectors_held(const ReductionOptions& options, Index interface_dofs, Index modes);

/// Refuses before memory is taken, with the numbers that decide. `vectors`: so many of full length beside the factor;
/// `limit` [B]; 0: what is free.
void check_memory(const ConstrainedSystem& system, Index vectors, double limit);

/// What further modes may take when the factor and `have` modes are there [B].
double room_for_modes(const FeModel& model, const ReductionOptions& options, double factor_bytes, Index interface_dofs,
                      Index have);

bool modes_fit(double room, const FeModel& model, Index more);

/// The same when the factor of `factor_bytes` and `have` modes are there and `more` are to come.
void check_more_modes(const FeModel& model, const ReductionOptions& options, double factor_bytes, Index interface_dofs,
                      Index have, Index more);

/// What a reduction will take, from a symbolic analysis.
struct ReductionNeed {
  Index interface_dofs = 0;
  FactorCost factor;
  double vector_bytes = 0;
  double flops = 0;  ///< factor, count and solves
};
ReductionNeed estimate_reduction(const FeModel& model, const ReductionOptions& options);

/// What the comparison with the unreduced model leaves out; empty: nothing.
std::string comparison_scope(const ReductionOptions& options, Index interface_dofs);

/// An accuracy is found by comparison; without one there is nothing to go by.
void check_automatic(const ReductionOptions& options, bool quality_wanted);

}  // namespace trunnion
