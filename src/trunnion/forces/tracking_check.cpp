#include "trunnion/forces/tracking_check.h"

#include "trunnion/base/error.h"
#include "trunnion/math/rotations.h"

namespace trunnion {
namespace {

// known, t, d, R, v, w, states
constexpr int motion_at = 2, state_at = motion_at + 18, history_size = state_at + differential_size;

History stored(double t, const RelativeMotion& m, const DifferentialState& state) {
  History h(history_size);
  Eigen::Map<VectorXd> v(h.data(), history_size);
  v[0] = 1;
  v[1] = t;
  v.segment<3>(motion_at) = m.d;
  v.segment<9>(motion_at + 3) = m.R.reshaped();
  v.segment<3>(motion_at + 12) = m.v;
  v.segment<3>(motion_at + 15) = m.w;
  v.segment<differential_size>(state_at) = packed(state);
  return h;
}

RelativeMotion motion_of(const History& h) {
  const Eigen::Map<const VectorXd> v(h.data(), history_size);
  RelativeMotion m;
  m.d = v.segment<3>(motion_at);
  m.R = v.segment<9>(motion_at + 3).reshaped(3, 3);
  m.v = v.segment<3>(motion_at + 12);
  m.w = v.segment<3>(motion_at + 15);
  return m;
}

struct Cubic {
  Vector3d value, slope;
};
// Through 0 and `way` with these slopes, at the share s of the time `step`.
Cubic cubic(const Vector3d& way, const Vector3d& first, const Vector3d& last, double s, double step) {
  const Vector3d a = step * first, b = step * last;
  const Vector3d c2 = 3 * way - 2 * a - b, c3 = a + b - 2 * way;
  return {s * (a + s * (c2 + s * c3)), (a + s * (2 * c2 + 3 * s * c3)) / step};
}

}  // namespace

SurfaceMotionOverTime motion_between(const RelativeMotion& from, double t, const RelativeMotion& to, double end) {
  const Vector3d turn = rotation_log(from.R.transpose() * to.R);
  const Vector3d first = from.R.transpose() * from.w;
  const Vector3d last = right_jacobian_inverse(turn) * (to.R.transpose() * to.w);
  return [=](double at) {
    const double step = end - t, s = (at - t) / step;
    const Cubic d = cubic(to.d - from.d, from.v, to.v, s, step), phi = cubic(turn, first, last, s, step);
    SurfaceMotion m;
    m.pose = {from.d + d.value, from.R * rotation_exp(phi.value)};
    m.twist << d.slope, m.pose.R * (right_jacobian(phi.value) * phi.slope);
    return m;
  };
}

History tracking_history() { return History(history_size, 0.0); }

History follow_differential(const SurfacePair& pair, const StepContext& at, const RelativeMotion& m,
                            const OpposingPoints* points, const History& past, const DifferentialOptions& options,
                            TrackingDeviation& out) {
  if (!points) return tracking_history();
  const SurfacePose pose{m.d, m.R};
  const bool known = past.size() == history_size && past[0] == 1 && at.kind == StageKind::transient;
  if (known && at.t > past[1]) {
    DifferentialState state = unpacked_differential(Eigen::Map<const DifferentialVector>(past.data() + state_at));
    try {
      advance_differential(pair, motion_between(motion_of(past), past[1], m, at.t), past[1], at.t, state, options);
      out = tracking_deviation(pair, pose, state, *points);
      if (out.points < 0.1 * pair.length) return stored(at.t, m, state);
    } catch (const SolveError&) {  // singular on the way: begin again
    }
    out = {};
  } else if (known && at.t == past[1]) {
    return past;
  }
  return stored(at.t, m, start_differential(pair, pose, *points));
}

}  // namespace trunnion
