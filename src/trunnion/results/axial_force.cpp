#include "trunnion/results/axial_force.h"

#include <algorithm>
#include <cmath>

namespace trunnion {

AxialForces::AxialForces(const Mechanism& m, const State& s)
    : mechanism_(m), axis_(m.bodies.size()), along_(m.bodies.size()) {
  std::vector<std::vector<Vector3d>> places(m.bodies.size());
  for (const Marker& marker : m.markers)
    if (marker.body >= 0 && marker.follows_node()) places[marker.body].push_back(marker.p);
  for (std::size_t b = 0; b < places.size(); ++b) {
    Vector3d longest = Vector3d::Zero();
    for (const Vector3d& one : places[b])
      for (const Vector3d& other : places[b])
        if ((other - one).squaredNorm() > longest.squaredNorm()) longest = other - one;
    if (longest.isZero()) continue;
    axis_[b] = s.x.A[b] * longest.normalized();
    along_[b] = 0;
  }
}

void AxialForces::add(Index I, Index J, const Vector3d& world) {
  for (const Index marker : {I, J}) {
    const Index body = mechanism_.markers[marker].body;
    if (body >= 0 && along_[body]) along_[body] = std::max(*along_[body], std::abs(axis_[body].dot(world)));
  }
}

}  // namespace trunnion
