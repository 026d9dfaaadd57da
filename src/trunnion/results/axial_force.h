#pragma once
// results/axial_force.h -- how hard joints and force elements pull or push flexible bodies along their length.

#include <optional>
#include <vector>

#include "trunnion/system/workspace.h"

namespace trunnion {

/// Largest force on each flexible body along the line between its two farthest markers, at one instant.
class AxialForces {
 public:
  AxialForces(const Mechanism& mechanism, const State& state);
  /// A force in world axes on the bodies of two markers, opposite on the second [N].
  void add(Index I, Index J, const Vector3d& world);
  /// Of a rigid body, and of one that has fewer than two places to act on: none [N].
  std::optional<double> largest(Index body) const { return along_[body]; }

 private:
  const Mechanism& mechanism_;
  std::vector<Vector3d> axis_;                ///< per body, unit vector in world axes
  std::vector<std::optional<double>> along_;  ///< per body
};

}  // namespace trunnion
