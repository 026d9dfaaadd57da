#pragma once
// math/elimination_tree.h -- which panels of a supernodal factor can be solved without waiting for each other.
// Panel s waits for its descendants; its parent is the panel that holds the first row below its own columns.

#include <cstdint>
#include <vector>

#include "trunnion/math/types.h"

namespace trunnion {

/// A supernodal factor as CHOLMOD stores it. Panel s holds the columns first_column[s] to first_column[s + 1] of L, all
/// on the rows row[first_row[s]] to row[first_row[s + 1]], column by column from value[first_value[s]] on; the first
/// rows are the columns themselves, with the triangle of L that belongs to them. Panels are in postorder: a subtree is
/// a run of panels that ends with its root.
struct SupernodalFactor {
  Index size = 0, panels = 0;
  const std::int64_t *first_column = nullptr, *first_row = nullptr, *first_value = nullptr, *row = nullptr;
  const double* value = nullptr;
  const std::int64_t* order = nullptr;  ///< order[k] = unknown that is eliminated k-th
};

struct Subtree {
  Index first = 0, root = 0;  ///< panels, both included
};

/// The tree cut into subtrees that do not touch each other and the trunk that joins them.
struct EliminationTree {
  std::vector<Subtree> subtrees;  ///< heaviest first
  std::vector<Index> trunk;       ///< panels, ascending
};

/// Depends on the factor only, not on the number of threads, so that sums over subtrees are the same on every machine.
/// A small factor is all trunk.
EliminationTree cut_tree(const SupernodalFactor& factor);

}  // namespace trunnion
