#include "trunnion/system/assembly.h"

#include "trunnion/system/joint_equations.h"
#include "trunnion/system/measured_loads.h"
#include "trunnion/system/pair_terms.h"

namespace trunnion {

namespace {

Eigen::Ref<const VectorXd> body_part(const Mechanism& m, const VectorXd& x, Index b) {
  return x.segment(m.first_velocity[b], m.bodies[b].size());
}

void add_body_force_tangent(const Mechanism& m, const StepContext& at, const State& s, Index f,
                            const TangentWeights& weights, Workspace& work) {
  const BodyForceElement& force = m.body_forces[f];
  const Index slot = static_cast<Index>(m.marker_forces.size()) + f;
  Index size = 0;
  for (const Index b : force.bodies) size += m.bodies[b].size();
  BodyTangent& t = work.body_tangent;
  t.dx.setZero(size, size);
  t.dv.setZero(size, size);
  force.law->linearize(at, motions_of(m, s, work, force), s.history[slot], work.slots[slot], t);
  Index row = 0;
  for (const Index br : force.bodies) {
    const Index nr = m.bodies[br].size();
    Index column = 0;
    for (const Index bc : force.bodies) {
      const Index nc = m.bodies[bc].size();
      work.jacobian.block(br, bc) -=
          weights.stiffness * t.dx.block(row, column, nr, nc) + weights.damping * t.dv.block(row, column, nr, nc);
      column += nc;
    }
    row += nr;
  }
}

}  // namespace

std::vector<BodyMotion> motions_of(const Mechanism& m, const State& s, const Workspace& work,
                                   const BodyForceElement& force) {
  std::vector<BodyMotion> out;
  for (const Index b : force.bodies) out.push_back({work.poses[b], s.v.data() + m.first_velocity[b]});
  return out;
}

void add_body_force(const Mechanism& m, const StepContext& at, const State& s, Index f, Workspace& work) {
  const BodyForceElement& force = m.body_forces[f];
  const Index slot = static_cast<Index>(m.marker_forces.size()) + f;
  Index size = 0;
  for (const Index b : force.bodies) size += m.bodies[b].size();
  auto out = work.scratch.head(size);
  out.setZero();
  force.law->force(at, motions_of(m, s, work, force), s.history[slot], work.slots[slot], out);
  Index k = 0;
  for (const Index b : force.bodies) {
    const Index n = m.bodies[b].size();
    work.residual.segment(m.first_velocity[b], n) -= out.segment(k, n);
    work.force_scale.segment(m.first_velocity[b], n) += out.segment(k, n).cwiseAbs();
    k += n;
  }
}

void update_kinematics(const Mechanism& m, const State& s, Workspace& work) {
  static const VectorXd none;
  for (std::size_t b = 0; b < m.bodies.size(); ++b) work.poses[b] = pose_of(m, s.x, static_cast<Index>(b));
  for (std::size_t k = 0; k < m.markers.size(); ++k) {
    const Index b = m.markers[k].body;
    if (b < 0)
      update_marker(m.markers[k], {}, none, work.markers[k]);
    else
      update_marker(m.markers[k], work.poses[b], body_part(m, s.v, b), work.markers[k]);
  }
}

void assemble_residual(const Mechanism& m, const StepContext& at, const State& s, Workspace& work) {
  update_kinematics(m, s, work);
  for (Index b = 0; b < static_cast<Index>(m.bodies.size()); ++b) {
    const Index first = m.first_velocity[b], n = m.bodies[b].size();
    inertia_residual(m.bodies[b], work.poses[b], body_part(m, s.v, b), body_part(m, s.a, b), at.load_factor * m.gravity,
                     work.terms[b], work.residual.segment(first, n));
    work.force_scale.segment(first, n) = work.residual.segment(first, n).cwiseAbs();
  }
  for (std::size_t f = 0; f < m.marker_forces.size(); ++f) {
    const MarkerForceElement& force = m.marker_forces[f];
    const RelativeMotion motion = pair_motion(work, force.I, force.J);
    const Vector6d W = force.law->force(at, motion, s.history[f], work.slots[f]);
    add_pair_load(m, force.I, force.J, W, -1.0, work);
  }
  for (Index f = 0; f < static_cast<Index>(m.body_forces.size()); ++f) add_body_force(m, at, s, f, work);
  for (Index l = 0; l < static_cast<Index>(m.loads.size()); ++l) add_measured_load(m, at, s, l, work);
  for (Index j = 0; j < static_cast<Index>(m.joints.size()); ++j) add_joint_residual(m, at, s, j, work);
}

void assemble_jacobian(const Mechanism& m, const StepContext& at, const State& s, const JacobianOptions& options,
                       Workspace& work) {
  static const VectorXd none;
  const TangentWeights& weights = options.weights;
  update_kinematics(m, s, work);
  for (std::size_t k = 0; k < m.markers.size(); ++k) {
    const Index b = m.markers[k].body;
    if (b < 0)
      update_marker_rates(m.markers[k], {}, none, work.markers[k]);
    else
      update_marker_rates(m.markers[k], work.poses[b], body_part(m, s.v, b), work.markers[k]);
  }
  work.jacobian.set_zero();
  for (Index b = 0; b < static_cast<Index>(m.bodies.size()); ++b) {
    add_inertia_tangent(m.bodies[b], work.poses[b], body_part(m, s.v, b), body_part(m, s.a, b),
                        at.load_factor * m.gravity, weights, work.terms[b], work.jacobian.block(b, b));
    const Index n = m.bodies[b].num_modes();
    if (options.modal_stiffness != 0 && n > 0)
      work.jacobian.block(b, b).bottomRightCorner(n, n) += options.modal_stiffness * m.bodies[b].stiffness;
  }
  if (weights.stiffness != 0 || weights.damping != 0) {
    for (std::size_t f = 0; f < m.marker_forces.size(); ++f) {
      const MarkerForceElement& force = m.marker_forces[f];
      if (!options.films && force.law->needs_rates_of_steps()) continue;
      const RelativeMotion motion = pair_motion(work, force.I, force.J);
      const Vector6d W = force.law->force(at, motion, s.history[f], work.slots[f]);
      const WrenchTangent law = force.law->linearize(at, motion, s.history[f], work.slots[f]);
      add_pair_tangent(m, force.I, force.J, W, law, -1.0, weights, work);
    }
    for (Index f = 0; f < static_cast<Index>(m.body_forces.size()); ++f)
      if (options.films || !m.body_forces[f].law->needs_rates_of_steps())
        add_body_force_tangent(m, at, s, f, weights, work);
    for (Index l = 0; l < static_cast<Index>(m.loads.size()); ++l) add_measured_tangent(m, at, s, l, weights, work);
  }
  for (Index j = 0; j < static_cast<Index>(m.joints.size()); ++j) add_joint_jacobian(m, s, j, weights, work);
  if (options.reactions_in_loads)
    for (Index l = 0; l < static_cast<Index>(m.loads.size()); ++l)
      if (depends_on_reactions(m.loads[l])) add_reaction_tangent(m, at, s, l, work);
  if (options.softness != 0) soften_rows(m, options.softness, work);
}

void apply_rotation_maps(const Mechanism& m, const std::vector<Matrix3d>& T, Workspace& work) {
  for (Index b = 0; b < static_cast<Index>(m.bodies.size()); ++b) {
    MatrixOut columns = work.jacobian.columns(b, 3, 3);
    for (Index r = 0; r < columns.rows(); ++r) columns.row(r) = (columns.row(r) * T[b]).eval();
  }
}

}  // namespace trunnion
