#include "trunnion/run/marker_frame.h"

namespace trunnion {

FrameMotion marker_frame(const Mechanism& m, const Configuration& x, const Marker& at) {
  if (at.body < 0) return {at.p, at.A0, Vector3d::Zero(), Vector3d::Zero()};
  MarkerKinematics kinematics;
  update_marker(at, pose_of(m, x, at.body), VectorXd::Zero(m.bodies[at.body].size()), kinematics);
  FrameMotion motion = kinematics.motion;
  motion.v.setZero();
  motion.w.setZero();
  return motion;
}

FrameMotion marker_frame(const Mechanism& m, const Configuration& x, Index marker) {
  return marker_frame(m, x, m.markers[marker]);
}

}  // namespace trunnion
