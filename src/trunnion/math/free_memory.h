#pragma once
// math/free_memory.h -- refuse what does not fit before memory is taken: without this the system would end the program
// without a word.

#include <string>

#include "trunnion/math/factor.h"

namespace trunnion {

/// What can be taken: of the machine without ending other programs, of what `ulimit -v` or a container allows [B];
/// infinite where the system does not tell.
double free_memory();

/// Throws SolveError with both numbers when `what`, the begin of the sentence, needs more than `free` [B]; `instead`
/// tells what to do about it.
void check_room(double bytes, const std::string& what, const std::string& instead, double free = free_memory());

/// The same of a factor.
void check_factor_fits(const FactorCost& cost, Index unknowns, double free);

}  // namespace trunnion
