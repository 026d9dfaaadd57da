#pragma once
// math/point_bins.h -- points of space sorted into cubes, to find those near a place without looking at all of them.

#include <cstdint>
#include <utility>
#include <vector>

#include "trunnion/math/types.h"

namespace trunnion {

class PointBins {
 public:
  /// `reach`: largest distance that `near` is asked for [m]. The points must outlive it.
  PointBins(const Matrix3Xd& points, double reach);

  /// Among the points returned are all within the reach of x; cleared first.
  void near(const Vector3d& x, std::vector<Index>& found) const;

 private:
  using Cube = Eigen::Matrix<std::int64_t, 3, 1>;
  Cube cube_of(const Vector3d& x) const { return ((x - origin_) / edge_).array().floor().cast<std::int64_t>(); }
  std::int64_t key_of(const Cube& cube) const { return (cube[0] * count_[1] + cube[1]) * count_[2] + cube[2]; }

  double edge_;
  Vector3d origin_ = Vector3d::Zero();
  Cube count_ = Cube::Ones();  ///< cubes along each axis, with an empty one at both ends
  std::vector<std::pair<std::int64_t, Index>> sorted_;
};

}  // namespace trunnion
