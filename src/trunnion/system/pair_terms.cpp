#include "trunnion/system/pair_terms.h"

namespace trunnion {

RelativeMotion pair_motion(const Workspace& work, Index I, Index J) {
  return relative_motion(work.markers[I].motion, work.markers[J].motion);
}

void add_pair_load(const Mechanism& m, Index I, Index J, const Vector6d& W, double sign, Workspace& work) {
  const Vector12d g = relative_jacobian(work.markers[I].motion, work.markers[J].motion).transpose() * W;
  const auto add = [&](Index marker, const auto& wrench) {
    const Index b = m.markers[marker].body;
    if (b < 0) return;
    const Index first = m.first_velocity[b], n = m.bodies[b].size();
    auto part = work.scratch.head(n);
    part.noalias() = work.markers[marker].J.transpose() * wrench;
    work.residual.segment(first, n) += sign * part;
    work.force_scale.segment(first, n) += part.cwiseAbs();
  };
  add(I, g.head<6>());
  add(J, g.tail<6>());
}

void add_pair_tangent(const Mechanism& m, Index I, Index J, const Vector6d& W, const WrenchTangent& law, double sign,
                      const TangentWeights& weights, Workspace& work) {
  const FrameMotion &fi = work.markers[I].motion, &fj = work.markers[J].motion;
  const Matrix6x12d B = relative_jacobian(fi, fj);
  const Vector12d g = B.transpose() * W;
  const Matrix12d rate = sign * weights.stiffness * B.transpose() * law.dv * B;  // against H
  Matrix12d direct =
      sign * weights.stiffness *
      (B.transpose() * (law.dx * B + law.dv * relative_rate_tangent(fi, fj)) + wrench_transport_tangent(fi, fj, W));
  direct += sign * weights.damping * B.transpose() * law.dv * B;
  const bool rates = !law.dv.isZero(0) && weights.stiffness != 0;
  const std::array<Index, 2> marker{I, J};
  for (int r = 0; r < 2; ++r) {
    const Index br = m.markers[marker[r]].body;
    if (br < 0) continue;
    const Matrix6Xd& Jr = work.markers[marker[r]].J;
    for (int c = 0; c < 2; ++c) {
      const Index bc = m.markers[marker[c]].body;
      if (bc < 0) continue;
      MatrixOut out = work.jacobian.block(br, bc);
      auto middle = work.wide.leftCols(m.bodies[bc].size());
      middle.noalias() = direct.block<6, 6>(6 * r, 6 * c) * work.markers[marker[c]].J;
      if (rates) middle.noalias() += rate.block<6, 6>(6 * r, 6 * c) * work.markers[marker[c]].H;
      out.noalias() += Jr.transpose() * middle;
    }
    add_wrench_tangent(m.markers[marker[r]], work.poses[br], g.segment<6>(6 * r), sign * weights.stiffness,
                       work.jacobian.block(br, br));
  }
}

CoordinateDerivatives coordinate_derivatives(const Workspace& work, const RelativeCoordinate& c, double near) {
  const FrameMotion &I = work.markers[c.I].motion, &J = work.markers[c.J].motion;
  const RelativeMotion motion = relative_motion(I, J);
  const CoordinateValue value = evaluate(c, motion, near);
  const Matrix6x12d B = relative_jacobian(I, J);
  Vector6d V;
  V << motion.v, motion.w;
  CoordinateDerivatives out;
  out.value = value.value;
  out.rate = value.gradient.dot(V);
  out.pose = B.transpose() * value.gradient;
  out.rate_pose = B.transpose() * (gradient_tangent(c, motion).transpose() * V) +
                  relative_rate_tangent(I, J).transpose() * value.gradient;
  return out;
}

}  // namespace trunnion
