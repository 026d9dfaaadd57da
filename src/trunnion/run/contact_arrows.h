#pragma once
// run/contact_arrows.h -- resultants of contact forces as arrows in the frames of a scene, all to one scale.

#include <string>
#include <vector>

#include "trunnion/results/scene.h"

namespace trunnion {

/// A force and the point it acts at, world axes.
struct ContactResultant {
  std::string name;
  Vector3d force = Vector3d::Zero(), point = Vector3d::Zero();  ///< [N], [m]
};

/// Sums forces at points to their resultant and the middle of the pressed area.
class ResultantSum {
 public:
  void add(const Vector3d& force, const Vector3d& point) {
    const double size = force.norm();
    force_ += force;
    moment_ += size * point;
    sizes_ += size;
  }
  /// Nothing acts, or all of it cancels up to rounding.
  bool empty() const { return !(force_.norm() > 1e-6 * sizes_); }
  ContactResultant named(std::string name) const { return {std::move(name), force_, moment_ / sizes_}; }

 private:
  Vector3d force_ = Vector3d::Zero(), moment_ = Vector3d::Zero();
  double sizes_ = 0;
};

/// One list per frame; what is missing in a frame is not drawn there. The largest force reaches over a fifth of the
/// scene.
void add_contact_arrows(const std::vector<std::vector<ContactResultant>>& frames, Scene& scene);

}  // namespace trunnion
