#include "trunnion/system/workspace.h"

#include <algorithm>

namespace trunnion {

Workspace::Workspace(const Mechanism& m) : poses(m.bodies.size()), terms(m.bodies.size()), markers(m.markers.size()) {
  slots.resize(m.num_forces());
  residual.setZero(m.num_velocities + m.num_rows);
  force_scale.setZero(m.num_velocities);
  coordinate.setZero(m.num_terms);
  const Index num_bodies = static_cast<Index>(m.bodies.size());
  std::vector<Index> sizes;
  std::vector<std::pair<Index, Index>> blocks;
  for (const Body& body : m.bodies) sizes.push_back(body.size());
  const auto couple = [&](const std::vector<Index>& bodies) {
    for (const Index a : bodies)
      for (const Index b : bodies) blocks.emplace_back(a, b);
  };
  for (Index j = 0; j < static_cast<Index>(m.joints.size()); ++j) {
    sizes.push_back(static_cast<Index>(m.joints[j].rows.size()));
    std::vector<Index>& touched = bodies_of_joint.emplace_back();
    for (const ConstraintRow& row : m.joints[j].rows)
      for (const ConstraintTerm& term : row.terms) {
        std::vector<Index> pair;
        for (const Index marker : {term.coordinate.I, term.coordinate.J})
          if (const Index b = m.markers[marker].body; b >= 0) {
            pair.push_back(b);
            if (std::find(touched.begin(), touched.end(), b) == touched.end()) touched.push_back(b);
          }
        couple(pair);
      }
    for (const Index b : touched) blocks.emplace_back(num_bodies + j, b);
  }
  Index largest = 0;
  for (const MarkerForceElement& force : m.marker_forces) {
    std::vector<Index> pair;
    for (const Index marker : {force.I, force.J})
      if (const Index b = m.markers[marker].body; b >= 0) pair.push_back(b);
    couple(pair);
  }
  for (const BodyForceElement& force : m.body_forces) {
    couple(force.bodies);
    Index size = 0;
    for (const Index b : force.bodies) size += m.bodies[b].size();
    largest = std::max(largest, size);
  }
  for (const MeasuredLoad& load : m.loads) {
    std::vector<Index> all;
    const auto take = [&](Index marker) {
      if (const Index b = m.markers[marker].body; b >= 0) all.push_back(b);
    };
    take(load.I);
    take(load.J);
    for (const Measure& measure : load.measures) {
      if (measure.wrench && measure.wrench->joint >= 0) {
        for (const Index marker : {load.I, load.J})
          if (const Index b = m.markers[marker].body; b >= 0)
            blocks.emplace_back(b, num_bodies + measure.wrench->joint);
        for (const Index b : bodies_of_joint[measure.wrench->joint]) all.push_back(b);
      } else if (measure.wrench) {
        take(m.marker_forces[measure.wrench->force].I);
        take(m.marker_forces[measure.wrench->force].J);
      } else {
        take(measure.coordinate.I);
        take(measure.coordinate.J);
      }
    }
    couple(all);
  }
  for (const Body& body : m.bodies) largest = std::max(largest, body.size());
  scratch.setZero(largest);
  wide.setZero(6, largest);
  jacobian = BlockMatrix(sizes, std::move(blocks));
}

}  // namespace trunnion
