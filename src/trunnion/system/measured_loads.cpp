#include "trunnion/system/measured_loads.h"

#include "trunnion/math/rotations.h"

namespace trunnion {

namespace {

const History& past_of(const Mechanism& m, const State& s, Index load) {
  return s.history[m.marker_forces.size() + m.body_forces.size() + load];
}

Vector6d direction(const MeasuredLoad& load, const RelativeMotion& motion) {
  if (!load.follows) return load.direction;
  Vector6d u;
  u << motion.R * load.direction.head<3>(), motion.R * load.direction.tail<3>();
  return u;
}

}  // namespace

VectorXd measured_values(const MeasuredLoad& load, const Workspace& work, const History& past) {
  VectorXd values(load.measures.size());
  for (std::size_t k = 0; k < load.measures.size(); ++k) {
    const CoordinateDerivatives d = coordinate_derivatives(work, load.measures[k].coordinate, past[k]);
    values[static_cast<Index>(k)] = load.measures[k].rate ? d.rate : d.value;
  }
  return values;
}

void add_measured_load(const Mechanism& m, const StepContext& at, const State& s, Index l, Workspace& work) {
  const MeasuredLoad& load = m.loads[l];
  const double size = at.load_factor * load.size(at.t, measured_values(load, work, past_of(m, s, l))).value;
  add_pair_load(m, load.I, load.J, size * direction(load, pair_motion(work, load.I, load.J)), -1.0, work);
}

void add_measured_tangent(const Mechanism& m, const StepContext& at, const State& s, Index l,
                          const TangentWeights& weights, Workspace& work) {
  const MeasuredLoad& load = m.loads[l];
  const History& past = past_of(m, s, l);
  const MeasuredValue size = load.size(at.t, measured_values(load, work, past));
  const Vector6d u = direction(load, pair_motion(work, load.I, load.J));
  const Vector6d W = at.load_factor * size.value * u;
  WrenchTangent law;
  if (load.follows) {  // u turns with I
    law.dx.topRightCorner<3, 3>() = -skew(W.head<3>());
    law.dx.bottomRightCorner<3, 3>() = -skew(W.tail<3>());
  }
  add_pair_tangent(m, load.I, load.J, W, law, -1.0, weights, work);
  // The size changes with the measured coordinates: column (unit force on the loaded bodies) times row (measure).
  const Vector12d g =
      relative_jacobian(work.markers[load.I].motion, work.markers[load.J].motion).transpose() * (at.load_factor * u);
  for (std::size_t k = 0; k < load.measures.size(); ++k) {
    const double slope = size.gradient[static_cast<Index>(k)];
    if (slope == 0) continue;
    const RelativeCoordinate& c = load.measures[k].coordinate;
    const CoordinateDerivatives d = coordinate_derivatives(work, c, past[k]);
    const bool rate = load.measures[k].rate;
    const Vector12d on_J = rate ? Vector12d(weights.stiffness * d.rate_pose + weights.damping * d.pose)
                                : Vector12d(weights.stiffness * d.pose);
    const std::array<Index, 2> loaded{load.I, load.J}, measured{c.I, c.J};
    for (int r = 0; r < 2; ++r)
      for (int q = 0; q < 2; ++q) {
        const Index br = m.markers[loaded[r]].body, bc = m.markers[measured[q]].body;
        if (br < 0 || bc < 0) continue;
        VectorXd row = work.markers[measured[q]].J.transpose() * on_J.segment<6>(6 * q);
        if (rate) row += weights.stiffness * work.markers[measured[q]].H.transpose() * d.pose.segment<6>(6 * q);
        const VectorXd column = work.markers[loaded[r]].J.transpose() * g.segment<6>(6 * r);
        work.jacobian.block(br, bc).noalias() -= slope * column * row.transpose();
      }
  }
}

void report_measured_load(const Mechanism& m, const StepContext& at, const State& s, Index l, Workspace& work,
                          ForceReport& out) {
  const MeasuredLoad& load = m.loads[l];
  const History& past = past_of(m, s, l);
  const VectorXd values = measured_values(load, work, past);
  const double size = at.load_factor * load.size(at.t, values).value;
  if (load.switches) load.switches(at.t, values, out);
  const RelativeMotion motion = pair_motion(work, load.I, load.J);
  const Vector6d u = direction(load, motion);
  out.supplied_power = size * (u.head<3>().dot(motion.v) + u.tail<3>().dot(motion.w));
  out.trial.resize(load.measures.size());
  for (std::size_t k = 0; k < load.measures.size(); ++k)
    out.trial[k] = coordinate_derivatives(work, load.measures[k].coordinate, past[k]).value;
  if (load.direction.tail<3>().isZero())
    out.outputs = {{"force", size}};
  else
    out.outputs = {{"torque", size, "N m"}};
}

}  // namespace trunnion
