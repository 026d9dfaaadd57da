#include "trunnion/math/point_bins.h"

#include <algorithm>

namespace trunnion {

namespace {

constexpr double most_cubes = 1e6;  // along an axis: keys stay exact

}  // namespace

PointBins::PointBins(const Matrix3Xd& points, double reach) : edge_(reach) {
  if (points.cols() == 0) return;
  const Vector3d low = points.rowwise().minCoeff(), high = points.rowwise().maxCoeff();
  edge_ = std::max(reach, (high - low).maxCoeff() / most_cubes);
  if (edge_ <= 0) edge_ = 1;
  origin_ = low.array() - edge_;
  count_ = cube_of(high).array() + 2;
  for (Index k = 0; k < points.cols(); ++k) sorted_.emplace_back(key_of(cube_of(points.col(k))), k);
  std::sort(sorted_.begin(), sorted_.end());
}

void PointBins::near(const Vector3d& x, std::vector<Index>& found) const {
  found.clear();
  const Cube middle = cube_of(x);
  if ((middle.array() < 0).any() || (middle.array() >= count_.array()).any()) return;
  // Cubes along the last axis follow one another: three at a time.
  for (std::int64_t i = std::max<std::int64_t>(middle[0] - 1, 0); i <= std::min(middle[0] + 1, count_[0] - 1); ++i)
    for (std::int64_t j = std::max<std::int64_t>(middle[1] - 1, 0); j <= std::min(middle[1] + 1, count_[1] - 1); ++j) {
      const std::int64_t first = key_of({i, j, std::max<std::int64_t>(middle[2] - 1, 0)}),
                         last = key_of({i, j, std::min(middle[2] + 1, count_[2] - 1)});
      for (auto at = std::lower_bound(sorted_.begin(), sorted_.end(), std::pair<std::int64_t, Index>(first, 0));
           at != sorted_.end() && at->first <= last; ++at)
        found.push_back(at->second);
    }
}

}  // namespace trunnion
