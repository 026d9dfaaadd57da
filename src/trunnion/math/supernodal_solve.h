#pragma once
// math/supernodal_solve.h -- L L' x = b for a few right-hand sides at a time, with the factor read once for eight.
// A dense library copies each panel of L before it multiplies; with few columns that copy costs more than the product.
// Here the columns lie side by side in registers and L streams past them.

#include <cstdint>

#include "trunnion/math/types.h"

namespace trunnion {

/// A supernodal factor as CHOLMOD stores it. Panel s holds the columns first_column[s] to first_column[s + 1] of L, all
/// on the rows row[first_row[s]] to row[first_row[s + 1]], column by column from value[first_value[s]] on; the first
/// rows are the columns themselves, with the triangle of L that belongs to them.
struct SupernodalFactor {
  Index size = 0, panels = 0;
  const std::int64_t *first_column = nullptr, *first_row = nullptr, *first_value = nullptr, *row = nullptr;
  const double* value = nullptr;
  const std::int64_t* order = nullptr;  ///< order[k] = unknown that is eliminated k-th
};

/// (P' L L' P)^-1 rhs. Eight columns form a group; groups are shared among threads.
MatrixXd supernodal_solve(const SupernodalFactor& factor, const MatrixXd& rhs);

}  // namespace trunnion
