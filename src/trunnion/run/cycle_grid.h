#pragma once
// run/cycle_grid.h -- instants of equal angle in the whole cycles of a record.

#include <utility>
#include <vector>

#include "trunnion/math/types.h"

namespace trunnion {

struct CycleGrid {
  VectorXd angle;                                     ///< one period, without its end [rad]
  Index cycles = 0;                                   ///< whole ones, the last of the record
  std::vector<std::pair<std::size_t, double>> place;  ///< per cycle and point: sample before, share of the next
};

/// A run of whole cycles by the clock may lack a little of the first one by the angle.
constexpr double missing_of_a_cycle = 0.01;

/// `missing`: share of a period by which the first cycle may be cut off and still counts as whole. No cycles where the
/// angle does not go on all the time.
CycleGrid cycle_grid(const std::vector<double>& angle, double period, Index points, double missing = 1e-9);

}  // namespace trunnion
