#include "trunnion/system/measured_loads.h"

#include <algorithm>

#include "trunnion/math/rotations.h"
#include "trunnion/system/assembly.h"
#include "trunnion/system/joint_equations.h"

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

// How a measure changes with the 12 pose increments and twists of two markers, and with the multipliers of one joint.
struct MeasureSlopes {
  Index I = -1, J = -1;
  Vector12d pose = Vector12d::Zero(), twist = Vector12d::Zero();
  Index joint = -1;
  VectorXd multipliers;  ///< one per row of the joint
};

// d(part of W)/dW. The length of a zero wrench has no slope in any direction.
Vector6d wrench_slope(const MeasuredWrench& measure, const Vector6d& W) {
  Vector6d slope = Vector6d::Zero();
  const Index first = measure.moment ? 3 : 0;
  if (measure.axis >= 0)
    slope[first + measure.axis] = 1;
  else
    slope.segment<3>(first) = W.segment<3>(first).stableNormalized();
  return slope;
}

MeasureSlopes slopes_of_wrench(const Mechanism& m, const StepContext& at, const State& s, const MeasuredWrench& measure,
                               Workspace& work) {
  MeasureSlopes out;
  const Vector6d g = wrench_slope(measure, measured_wrench(m, at, s, measure, work));
  if (measure.joint < 0) {
    const MarkerForceElement& force = m.marker_forces[measure.force];
    out.I = force.I;
    out.J = force.J;
    const FrameMotion &fi = work.markers[out.I].motion, &fj = work.markers[out.J].motion;
    const WrenchTangent law =
        force.law->linearize(at, relative_motion(fi, fj), s.history[measure.force], work.slots[measure.force]);
    const Matrix6x12d B = relative_jacobian(fi, fj);
    const Vector6d along_rates = law.dv.transpose() * g;
    out.pose = B.transpose() * (law.dx.transpose() * g) + relative_rate_tangent(fi, fj).transpose() * along_rates;
    out.twist = B.transpose() * along_rates;
    return out;
  }
  const Joint& joint = m.joints[measure.joint];
  const RelativeCoordinate& first = joint.rows.front().terms.front().coordinate;
  out.I = first.I;
  out.J = first.J;
  out.joint = measure.joint;
  out.multipliers.setZero(static_cast<Index>(joint.rows.size()));
  const RelativeMotion motion = pair_motion(work, out.I, out.J);
  Vector6d turned = Vector6d::Zero();
  Index term = m.first_term[measure.joint];
  for (std::size_t r = 0; r < joint.rows.size(); ++r) {
    const Index row = m.first_row[measure.joint] + static_cast<Index>(r);
    for (const ConstraintTerm& t : joint.rows[r].terms) {
      const double near = s.coordinate[term++];
      if (!s.row_active[row] || t.coordinate.I != out.I || t.coordinate.J != out.J) continue;
      out.multipliers[static_cast<Index>(r)] -= t.factor * g.dot(evaluate(t.coordinate, motion, near).gradient);
      turned -= s.lambda[row] * t.factor * (gradient_tangent(t.coordinate, motion).transpose() * g);
    }
  }
  out.pose = relative_jacobian(work.markers[out.I].motion, work.markers[out.J].motion).transpose() * turned;
  return out;
}

MeasureSlopes slopes_of(const Mechanism& m, const StepContext& at, const State& s, const Measure& measure, double near,
                        Workspace& work) {
  if (measure.wrench) return slopes_of_wrench(m, at, s, *measure.wrench, work);
  const CoordinateDerivatives d = coordinate_derivatives(work, measure.coordinate, near);
  MeasureSlopes out;
  out.I = measure.coordinate.I;
  out.J = measure.coordinate.J;
  out.pose = measure.rate ? d.rate_pose : d.pose;
  if (measure.rate) out.twist = d.pose;
  return out;
}

// Load of size 1 on the poses of its two markers, in world axes.
Vector12d unit_load(const MeasuredLoad& load, double factor, const Workspace& work) {
  const FrameMotion &fi = work.markers[load.I].motion, &fj = work.markers[load.J].motion;
  return relative_jacobian(fi, fj).transpose() * (factor * direction(load, relative_motion(fi, fj)));
}

}  // namespace

Vector6d measured_wrench(const Mechanism& m, const StepContext& at, const State& s, const MeasuredWrench& measure,
                         Workspace& work) {
  if (measure.joint >= 0) return joint_reaction(m, s, work, measure.joint);
  const MarkerForceElement& force = m.marker_forces[measure.force];
  return force.law->force(at, pair_motion(work, force.I, force.J), s.history[measure.force], work.slots[measure.force]);
}

double part_of_wrench(const MeasuredWrench& measure, const Vector6d& W) {
  const auto part = W.segment<3>(measure.moment ? 3 : 0);
  return measure.axis >= 0 ? part[measure.axis] : part.norm();
}

double coordinate_acceleration(const Mechanism& m, const State& s, const RelativeCoordinate& c, double near,
                               Workspace& work) {
  const CoordinateDerivatives d = coordinate_derivatives(work, c, near);
  double sum = 0;
  const std::array<Index, 2> marker{c.I, c.J};
  for (int k = 0; k < 2; ++k) {
    const Index b = m.markers[marker[k]].body;
    if (b < 0) continue;
    MarkerKinematics& at = work.markers[marker[k]];
    const auto v = s.v.segment(m.first_velocity[b], m.bodies[b].size());
    update_marker_rates(m.markers[marker[k]], work.poses[b], v, at);
    Vector6d twist;
    twist << at.motion.v, at.motion.w;
    const Vector6d rate = at.J * s.a.segment(m.first_velocity[b], m.bodies[b].size()) + at.H * v;
    sum += d.pose.segment<6>(6 * k).dot(rate) + d.rate_pose.segment<6>(6 * k).dot(twist);
  }
  return sum;
}

bool depends_on_reactions(const MeasuredLoad& load) {
  return std::any_of(load.measures.begin(), load.measures.end(),
                     [](const Measure& measure) { return measure.wrench && measure.wrench->joint >= 0; });
}

bool loads_depend_on_reactions(const Mechanism& m) {
  return std::any_of(m.loads.begin(), m.loads.end(), depends_on_reactions);
}

VectorXd measured_values(const Mechanism& m, const StepContext& at, const State& s, Index l, Workspace& work) {
  const MeasuredLoad& load = m.loads[l];
  const History& past = past_of(m, s, l);
  VectorXd values(load.measures.size());
  for (std::size_t k = 0; k < load.measures.size(); ++k) {
    const Measure& measure = load.measures[k];
    if (measure.wrench) {
      values[static_cast<Index>(k)] = part_of_wrench(*measure.wrench, measured_wrench(m, at, s, *measure.wrench, work));
      continue;
    }
    const CoordinateDerivatives d = coordinate_derivatives(work, measure.coordinate, past[k]);
    values[static_cast<Index>(k)] = measure.rate ? d.rate : d.value;
  }
  return values;
}

void add_measured_load(const Mechanism& m, const StepContext& at, const State& s, Index l, Workspace& work) {
  const MeasuredLoad& load = m.loads[l];
  const double size = at.load_factor * load.size(at.t, measured_values(m, at, s, l, work)).value;
  add_pair_load(m, load.I, load.J, size * direction(load, pair_motion(work, load.I, load.J)), -1.0, work);
}

void add_measured_tangent(const Mechanism& m, const StepContext& at, const State& s, Index l,
                          const TangentWeights& weights, Workspace& work) {
  const MeasuredLoad& load = m.loads[l];
  const History& past = past_of(m, s, l);
  const MeasuredValue size = load.size(at.t, measured_values(m, at, s, l, work));
  const Vector6d u = direction(load, pair_motion(work, load.I, load.J));
  const Vector6d W = at.load_factor * size.value * u;
  WrenchTangent law;
  if (load.follows) {  // u turns with I
    law.dx.topRightCorner<3, 3>() = -skew(W.head<3>());
    law.dx.bottomRightCorner<3, 3>() = -skew(W.tail<3>());
  }
  add_pair_tangent(m, load.I, load.J, W, law, -1.0, weights, work);
  // The size changes with the measured quantities: column (unit force on the loaded bodies) times row (measure).
  const Vector12d g = unit_load(load, at.load_factor, work);
  for (std::size_t k = 0; k < load.measures.size(); ++k) {
    const double slope = size.gradient[static_cast<Index>(k)];
    if (slope == 0) continue;
    const MeasureSlopes d = slopes_of(m, at, s, load.measures[k], past[k], work);
    const std::array<Index, 2> loaded{load.I, load.J}, measured{d.I, d.J};
    for (int r = 0; r < 2; ++r)
      for (int q = 0; q < 2; ++q) {
        const Index br = m.markers[loaded[r]].body, bc = m.markers[measured[q]].body;
        if (br < 0 || bc < 0) continue;
        const Vector6d pose = d.pose.segment<6>(6 * q), twist = d.twist.segment<6>(6 * q);
        VectorXd row = work.markers[measured[q]].J.transpose() * (weights.stiffness * pose + weights.damping * twist);
        if (!twist.isZero(0)) row += weights.stiffness * work.markers[measured[q]].H.transpose() * twist;
        const VectorXd column = work.markers[loaded[r]].J.transpose() * g.segment<6>(6 * r);
        work.jacobian.block(br, bc).noalias() -= slope * column * row.transpose();
      }
  }
}

void add_reaction_tangent(const Mechanism& m, const StepContext& at, const State& s, Index l, Workspace& work) {
  const MeasuredLoad& load = m.loads[l];
  const MeasuredValue size = load.size(at.t, measured_values(m, at, s, l, work));
  const Vector12d g = unit_load(load, at.load_factor, work);
  const std::array<Index, 2> loaded{load.I, load.J};
  for (std::size_t k = 0; k < load.measures.size(); ++k) {
    if (!load.measures[k].wrench || load.measures[k].wrench->joint < 0) continue;
    const MeasureSlopes d = slopes_of_wrench(m, at, s, *load.measures[k].wrench, work);
    for (int r = 0; r < 2; ++r)
      if (const Index body = m.markers[loaded[r]].body; body >= 0)
        work.jacobian.block(body, static_cast<Index>(m.bodies.size()) + d.joint).noalias() -=
            size.gradient[static_cast<Index>(k)] * (work.markers[loaded[r]].J.transpose() * g.segment<6>(6 * r)) *
            d.multipliers.transpose();
  }
}

void report_measured_load(const Mechanism& m, const StepContext& at, const State& s, Index l, Workspace& work,
                          ForceReport& out) {
  const MeasuredLoad& load = m.loads[l];
  const History& past = past_of(m, s, l);
  const VectorXd values = measured_values(m, at, s, l, work);
  const double size = at.load_factor * load.size(at.t, values).value;
  if (load.switches) load.switches(at.t, values, out);
  const RelativeMotion motion = pair_motion(work, load.I, load.J);
  const Vector6d u = direction(load, motion);
  out.supplied_power = size * (u.head<3>().dot(motion.v) + u.tail<3>().dot(motion.w));
  out.trial.resize(load.measures.size());
  for (std::size_t k = 0; k < load.measures.size(); ++k)
    if (!load.measures[k].wrench)
      out.trial[k] = coordinate_derivatives(work, load.measures[k].coordinate, past[k]).value;
  if (load.direction.tail<3>().isZero())
    out.outputs = {{"force", size}};
  else
    out.outputs = {{"torque", size, "N m"}};
}

}  // namespace trunnion
