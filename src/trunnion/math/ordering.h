#pragma once
// math/ordering.h -- fill-reducing order of elimination for a symmetric sparse matrix.
// Nested dissection (METIS) on the graph of indistinguishable unknowns: the three displacements of a node have the same
// neighbours, so one vertex stands for them and the graph has a ninth of the edges.

#include <cstdint>
#include <vector>

#include "trunnion/math/types.h"

namespace trunnion {

/// order[k] = the row that is eliminated k-th. `lower`: pattern of the lower triangle, diagonal included. The last
/// order is remembered, so that asking again for the same pattern, or for another one with the same graph, is cheap.
std::vector<std::int64_t> nested_dissection(const SparseMatrix& lower);

/// A number that tells patterns apart: equal for equal patterns, different otherwise but for a chance of 2^-64.
std::uint64_t pattern_fingerprint(const SparseMatrix& lower);

/// Group number of each row, counted from 0: rows with the same neighbours (themselves included) share one.
std::vector<std::int32_t> indistinguishable_groups(const SparseMatrix& lower);

}  // namespace trunnion
