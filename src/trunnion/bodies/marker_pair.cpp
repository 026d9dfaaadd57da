#include "trunnion/bodies/marker_pair.h"

#include "trunnion/math/rotations.h"

namespace trunnion {

RelativeMotion relative_motion(const FrameMotion& I, const FrameMotion& J) {
  const Vector3d r = I.r - J.r;
  RelativeMotion m;
  m.d = J.R.transpose() * r;
  m.R = J.R.transpose() * I.R;
  m.v = J.R.transpose() * (I.v - J.v - J.w.cross(r));
  m.w = J.R.transpose() * (I.w - J.w);
  return m;
}

Matrix6x12d relative_jacobian(const FrameMotion& I, const FrameMotion& J) {
  const Matrix3d Rt = J.R.transpose();
  Matrix6x12d B = Matrix6x12d::Zero();
  B.block<3, 3>(0, 0) = Rt;
  B.block<3, 3>(0, 6) = -Rt;
  B.block<3, 3>(0, 9) = Rt * skew(I.r - J.r);
  B.block<3, 3>(3, 3) = Rt;
  B.block<3, 3>(3, 9) = -Rt;
  return B;
}

Matrix6x12d relative_rate_tangent(const FrameMotion& I, const FrameMotion& J) {
  const Matrix3d Rt = J.R.transpose();
  const Vector3d y = I.v - J.v - J.w.cross(I.r - J.r);
  Matrix6x12d L = Matrix6x12d::Zero();
  L.block<3, 3>(0, 0) = -Rt * skew(J.w);
  L.block<3, 3>(0, 6) = Rt * skew(J.w);
  L.block<3, 3>(0, 9) = Rt * skew(y);
  L.block<3, 3>(3, 9) = Rt * skew(I.w - J.w);
  return L;
}

Matrix12d wrench_transport_tangent(const FrameMotion& I, const FrameMotion& J, const Vector6d& W) {
  const Matrix3d F = skew(J.R * W.head<3>()), T = skew(J.R * W.tail<3>());
  Matrix12d G = Matrix12d::Zero();
  G.block<3, 3>(0, 9) = -F;
  G.block<3, 3>(3, 9) = -T;
  G.block<3, 3>(6, 9) = F;
  G.block<3, 3>(9, 0) = F;
  G.block<3, 3>(9, 6) = -F;
  G.block<3, 3>(9, 9) = T + skew(I.r - J.r) * F;
  return G;
}

}  // namespace trunnion
