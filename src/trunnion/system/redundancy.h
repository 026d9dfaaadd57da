#pragma once
// system/redundancy.h -- constraint rows that follow from the others, found by rank of C_x M^-1/2 (pivoted QR).
// Bodies that hang on a single joint cannot take part and are stripped first, so that open chains cost nothing.

#include "trunnion/system/assembly.h"

namespace trunnion {

/// Switches off rows that are dependent in this position and stay satisfied when the mechanism moves; returns them.
/// Rows that are dependent only here (a singular position) stay. Throws OpenJoints where motions on one freedom ask for
/// different speeds.
std::vector<Index> drop_redundant_rows(const Mechanism& mechanism, State& state, Workspace& work);

}  // namespace trunnion
