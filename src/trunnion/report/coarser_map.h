#pragma once
// report/coarser_map.h -- matrices of a page with fewer cells: a block of cells shows its worst value, so that nothing
// bad hides. Worst is the smallest in a map of classes or where small is bright, else the largest in magnitude. Maps
// over time lose instants first, evenly, then cells in all of their instants alike.

#include <limits>
#include <span>

#include "trunnion/results/run_record.h"

namespace trunnion {

/// What the maps of a page have at most.
struct MapDetail {
  static constexpr Index all = std::numeric_limits<Index>::max();
  Index cells = all;         ///< of each map
  Index moving_cells = all;  ///< of each map over time, where that is less
  Index instants = all;      ///< of each map over time, the first and the last one among them
  bool operator==(const MapDetail&) const = default;
};

/// The map as it is when it has no more. Short sides stay whole where that suffices.
MatrixMap coarser_map(const MatrixMap& map, const MapDetail& detail);

/// For all maps to take at most `budget` bytes of a page.
MapDetail map_detail_that_fits(std::span<const MatrixMap> maps, std::size_t budget);

}  // namespace trunnion
