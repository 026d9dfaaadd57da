#pragma once
// math/free_memory.h -- refuse a factor that does not fit before memory is taken: without this the system would end the
// program without a word.

#include "trunnion/math/factor.h"

namespace trunnion {

/// What can be taken: of the machine without ending other programs, of what `ulimit -v` or a container allows [B];
/// infinite where the system does not tell.
double free_memory();

/// Throws SolveError with both numbers when the factor needs more than `free` [B].
void check_factor_fits(const FactorCost& cost, Index unknowns, double free);

}  // namespace trunnion
