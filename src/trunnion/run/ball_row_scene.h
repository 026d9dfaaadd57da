#pragma once
// run/ball_row_scene.h -- rings, balls and contact forces of bearings whose balls are bodies, as parts of a scene.
// Rings follow their markers; every contact has an arrow as long as its load, from the contact into the ball.

#include <span>

#include "trunnion/results/scene.h"
#include "trunnion/results/time_record.h"
#include "trunnion/run/build_mechanism.h"

namespace trunnion {

/// A sphere about the origin.
std::shared_ptr<const Mesh> ball_shape(double radius);

/// What the rows of a mechanism add to a scene that has all its bodies already.
class RowPictures {
 public:
  RowPictures(const BuiltMechanism& built, std::span<const Snapshot> snapshots);
  /// Rings and arrows, behind the bodies.
  void add_bodies(Scene& scene) const;
  /// Their places in one picture; balls are colored by their loads.
  void add_frame(const Snapshot& snapshot, Frame& frame) const;

 private:
  const BuiltMechanism& built_;
  std::shared_ptr<const Mesh> arrow_;
  double largest_ = 0;  ///< load over all pictures [N]
};

}  // namespace trunnion
