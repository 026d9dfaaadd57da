#pragma once
// report/coarser_map.h -- matrices of a page with fewer cells: a block of cells shows its worst value, so that nothing
// bad hides. Worst is the smallest in a map of classes or where small is bright, else the largest in magnitude.

#include <span>

#include "trunnion/results/run_record.h"

namespace trunnion {

/// At most about `cells`; the map as it is when it has no more. Short sides stay whole.
MatrixMap coarser_map(const MatrixMap& map, Index cells);

/// Cells of each map so that all of them take at most `budget` bytes of the page; 0: they fit as they are.
Index cells_that_fit(std::span<const MatrixMap> maps, std::size_t budget);

}  // namespace trunnion
