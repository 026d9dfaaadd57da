#include "trunnion/run/cycle_grid.h"

#include <algorithm>
#include <cmath>

namespace trunnion {

CycleGrid cycle_grid(const std::vector<double>& angle, double period, Index points, double missing) {
  CycleGrid grid;
  const auto samples = static_cast<std::ptrdiff_t>(angle.size());
  for (std::ptrdiff_t k = 1; k < samples; ++k)
    if (angle[k] <= angle[k - 1]) return grid;  // does not go on
  if (samples < 2) return grid;
  grid.angle = VectorXd::LinSpaced(points, 0, period * static_cast<double>(points - 1) / static_cast<double>(points));
  const double slack = missing * period;
  grid.cycles = static_cast<Index>(std::floor((angle.back() - angle.front() + slack) / period));
  const double begin = angle.back() - static_cast<double>(grid.cycles) * period;  // phase kept by modulo below
  for (Index c = 0; c < grid.cycles; ++c) {
    const double from = begin + static_cast<double>(c) * period;
    for (Index p = 0; p < points; ++p) {
      const double wanted = from + std::fmod(std::fmod(grid.angle[p] - from, period) + period, period);
      const auto above = std::upper_bound(angle.begin() + 1, angle.end() - 1, wanted);
      const auto k = static_cast<std::size_t>(above - angle.begin());
      grid.place.emplace_back(k - 1, std::clamp((wanted - angle[k - 1]) / (angle[k] - angle[k - 1]), 0.0, 1.0));
    }
  }
  return grid;
}

}  // namespace trunnion
