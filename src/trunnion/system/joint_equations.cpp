#include "trunnion/system/joint_equations.h"

#include <algorithm>

#include "trunnion/math/rotations.h"
#include "trunnion/system/pair_terms.h"

namespace trunnion {

namespace {

// Calls visit(row, term index, factor, coordinate, relative motion) for every term of the active rows of a joint;
// the relative motion is computed once per run of terms on the same pair of markers.
template <class Visit>
void for_each_term(const Mechanism& m, const std::vector<char>& rows, const Workspace& work, Index j, Visit&& visit) {
  Index term = m.first_term[j], I = -1, J = -1;
  RelativeMotion motion;
  for (std::size_t r = 0; r < m.joints[j].rows.size(); ++r) {
    const Index row = m.first_row[j] + static_cast<Index>(r);
    for (const ConstraintTerm& t : m.joints[j].rows[r].terms) {
      if (rows[row]) {
        if (t.coordinate.I != I || t.coordinate.J != J) {
          I = t.coordinate.I;
          J = t.coordinate.J;
          motion = pair_motion(work, I, J);
        }
        visit(row, term, t.factor, t.coordinate, motion);
      }
      ++term;
    }
  }
}

template <class Visit>
void for_each_term(const Mechanism& m, const State& s, const Workspace& work, Index j, Visit&& visit) {
  for_each_term(m, s.row_active, work, j, std::forward<Visit>(visit));
}

TimeValue prescribed(const Joint& joint, double t) { return joint.motion ? (*joint.motion)(t) : TimeValue{}; }

// What is taken off the terms of a row: offsets and the prescribed motion; 0 where it is switched off.
double start_of_row(const Mechanism& m, const StepContext& at, const State& s, const std::vector<char>& rows, Index j,
                    std::size_t r) {
  const Joint& joint = m.joints[j];
  const Index row = m.first_row[j] + static_cast<Index>(r);
  if (!rows[row]) return 0;
  return -joint.rows[r].offset - s.row_offset[row] - (r == 0 ? prescribed(joint, at.t).value : 0.0);
}

}  // namespace

void add_joint_residual(const Mechanism& m, const StepContext& at, const State& s, Index j, Workspace& work) {
  const Joint& joint = m.joints[j];
  for (std::size_t r = 0; r < joint.rows.size(); ++r) {
    const Index row = m.first_row[j] + static_cast<Index>(r);
    work.residual[m.num_velocities + row] =
        s.row_active[row] ? start_of_row(m, at, s, s.row_active, j, r) : s.lambda[row];
  }
  Vector6d W = Vector6d::Zero();
  Index I = -1, J = -1;
  const auto flush = [&] {
    if (I >= 0) add_pair_load(m, I, J, W, 1.0, work);
    W.setZero();
  };
  for_each_term(m, s, work, j,
                [&](Index row, Index term, double factor, const RelativeCoordinate& c, const RelativeMotion& motion) {
                  const CoordinateValue value = evaluate(c, motion, s.coordinate[term]);
                  work.coordinate[term] = value.value;
                  work.residual[m.num_velocities + row] += factor * value.value;
                  if (c.I != I || c.J != J) {
                    flush();
                    I = c.I;
                    J = c.J;
                  }
                  W += s.lambda[row] * factor * value.gradient;
                });
  flush();
}

void add_joint_jacobian(const Mechanism& m, const State& s, Index j, const TangentWeights& weights, Workspace& work) {
  const Index block = static_cast<Index>(m.bodies.size()) + j;
  MatrixOut diagonal = work.jacobian.block(block, block);
  for (Index r = 0; r < diagonal.rows(); ++r)
    if (!s.row_active[m.first_row[j] + r]) diagonal(r, r) = 1;
  Vector6d W = Vector6d::Zero();
  WrenchTangent law;
  Index I = -1, J = -1;
  Matrix6x12d B;
  const auto flush = [&] {
    if (I >= 0 && weights.stiffness != 0) add_pair_tangent(m, I, J, W, law, 1.0, weights, work);
    W.setZero();
    law.dx.setZero();
  };
  for_each_term(m, s, work, j,
                [&](Index row, Index term, double factor, const RelativeCoordinate& c, const RelativeMotion& motion) {
                  if (c.I != I || c.J != J) {
                    flush();
                    I = c.I;
                    J = c.J;
                    B = relative_jacobian(work.markers[I].motion, work.markers[J].motion);
                  }
                  const Vector6d gradient = factor * evaluate(c, motion, s.coordinate[term]).gradient;
                  W += s.lambda[row] * gradient;
                  if (weights.stiffness != 0) law.dx += s.lambda[row] * factor * gradient_tangent(c, motion);
                  const Vector12d g = B.transpose() * gradient;
                  const auto add = [&](Index marker, const auto& part) {
                    const Index b = m.markers[marker].body;
                    if (b < 0) return;
                    auto entries = work.scratch.head(m.bodies[b].size());
                    entries.noalias() = work.markers[marker].J.transpose() * part;
                    work.jacobian.block(b, block).col(row - m.first_row[j]) += entries;
                    work.jacobian.block(block, b).row(row - m.first_row[j]) += entries.transpose();
                  };
                  add(I, g.template head<6>());
                  add(J, g.template tail<6>());
                });
  flush();
}

void soften_rows(const Mechanism& m, double softness, Workspace& work) {
  const Index num_bodies = static_cast<Index>(m.bodies.size());
  for (Index j = 0; j < static_cast<Index>(m.joints.size()); ++j) {
    MatrixOut diagonal = work.jacobian.block(num_bodies + j, num_bodies + j);
    for (const Index b : work.bodies_of_joint[j]) {
      MatrixOut C = work.jacobian.block(num_bodies + j, b);
      MatrixOut S = work.jacobian.block(b, b);
      for (Index r = 0; r < diagonal.rows(); ++r)
        diagonal(r, r) -= softness * (C.row(r).array().square() / S.diagonal().transpose().array().abs()).sum();
    }
  }
}

void motion_rates(const Mechanism& m, const StepContext& at, const State& s, VectorOut out) {
  out.setZero();
  for (std::size_t j = 0; j < m.joints.size(); ++j)
    if (m.joints[j].motion && s.row_active[m.first_row[j]]) out[m.first_row[j]] = prescribed(m.joints[j], at.t).rate;
}

void constraint_rates(const Mechanism& m, const StepContext& at, const State& s, const Workspace& work, VectorOut out) {
  motion_rates(m, at, s, out);
  out *= -1;
  for (Index j = 0; j < static_cast<Index>(m.joints.size()); ++j)
    for_each_term(m, s, work, j,
                  [&](Index row, Index term, double factor, const RelativeCoordinate& c, const RelativeMotion& motion) {
                    const Vector6d g = evaluate(c, motion, s.coordinate[term]).gradient;
                    out[row] += factor * (g.head<3>().dot(motion.v) + g.tail<3>().dot(motion.w));
                  });
}

namespace {

// Rows that act, and those that follow from others and stay closed by them only. (An angle that no row carries on from
// step to step would lose its turns.)
std::vector<char> watched_rows(const Mechanism& m, const State& s) {
  std::vector<char> rows = s.row_active;
  Index row = 0;
  for (const Joint& joint : m.joints)
    for (const ConstraintRow& r : joint.rows) {
      const bool turns = std::any_of(r.terms.begin(), r.terms.end(),
                                     [](const ConstraintTerm& term) { return counts_turns(term.coordinate.kind); });
      if (!joint.motion && joint.acts == Acts::always && !turns) rows[row] = 1;
      ++row;
    }
  return rows;
}

}  // namespace

void constraint_violations(const Mechanism& m, const StepContext& at, const State& s, const Workspace& work,
                           VectorOut values, VectorOut rates) {
  const std::vector<char> rows = watched_rows(m, s);
  motion_rates(m, at, s, rates);
  rates *= -1;
  for (Index j = 0; j < static_cast<Index>(m.joints.size()); ++j) {
    for (std::size_t r = 0; r < m.joints[j].rows.size(); ++r)
      values[m.first_row[j] + static_cast<Index>(r)] = start_of_row(m, at, s, rows, j, r);
    for_each_term(m, rows, work, j,
                  [&](Index row, Index term, double factor, const RelativeCoordinate& c, const RelativeMotion& motion) {
                    const CoordinateValue value = evaluate(c, motion, s.coordinate[term]);
                    values[row] += factor * value.value;
                    rates[row] +=
                        factor * (value.gradient.head<3>().dot(motion.v) + value.gradient.tail<3>().dot(motion.w));
                  });
  }
}

void constraint_bias(const Mechanism& m, const StepContext& at, const State& s, const Workspace& work, VectorOut out) {
  out.setZero();
  for (std::size_t j = 0; j < m.joints.size(); ++j)
    if (m.joints[j].motion && s.row_active[m.first_row[j]])
      out[m.first_row[j]] -= prescribed(m.joints[j], at.t).acceleration;
  for (Index j = 0; j < static_cast<Index>(m.joints.size()); ++j)
    for_each_term(m, s, work, j,
                  [&](Index row, Index term, double factor, const RelativeCoordinate& c, const RelativeMotion& motion) {
                    const MarkerKinematics &I = work.markers[c.I], &J = work.markers[c.J];
                    Vector6d V;
                    V << motion.v, motion.w;
                    Vector12d pose_rate, twist_bias = Vector12d::Zero();
                    pose_rate << I.motion.v, I.motion.w, J.motion.v, J.motion.w;
                    const auto bias = [&](const MarkerKinematics& k, Index body) -> Vector6d {
                      if (body < 0) return Vector6d::Zero();
                      return k.H * s.v.segment(m.first_velocity[body], m.bodies[body].size());
                    };
                    twist_bias << bias(I, m.markers[c.I].body), bias(J, m.markers[c.J].body);
                    const Vector6d relative = relative_jacobian(I.motion, J.motion) * twist_bias +
                                              relative_rate_tangent(I.motion, J.motion) * pose_rate;
                    const Vector6d g = evaluate(c, motion, s.coordinate[term]).gradient;
                    out[row] += factor * (g.dot(relative) + V.dot(gradient_tangent(c, motion) * V));
                  });
}

namespace {

// Pairs of markers that the terms of a joint look at, in their order.
std::vector<MarkerPair> pairs_of(const Joint& joint) {
  std::vector<MarkerPair> pairs;
  for (const ConstraintRow& row : joint.rows)
    for (const ConstraintTerm& term : row.terms)
      if (std::none_of(pairs.begin(), pairs.end(),
                       [&](const MarkerPair& p) { return p.I == term.coordinate.I && p.J == term.coordinate.J; }))
        pairs.push_back({term.coordinate.I, term.coordinate.J});
  return pairs;
}

Vector6d reaction_of_pair(const Mechanism& m, const State& s, const Workspace& work, Index j, const MarkerPair& pair) {
  Vector6d W = Vector6d::Zero();
  for_each_term(m, s, work, j,
                [&](Index row, Index term, double factor, const RelativeCoordinate& c, const RelativeMotion& motion) {
                  if (c.I == pair.I && c.J == pair.J)
                    W -= s.lambda[row] * factor * evaluate(c, motion, s.coordinate[term]).gradient;
                });
  return W;
}

}  // namespace

Vector6d joint_reaction(const Mechanism& m, const State& s, const Workspace& work, Index j) {
  const RelativeCoordinate& first = m.joints[j].rows.front().terms.front().coordinate;
  return reaction_of_pair(m, s, work, j, {first.I, first.J});
}

std::optional<Vector6d> second_reaction(const Mechanism& m, const State& s, const Workspace& work, Index j) {
  const std::vector<MarkerPair> pairs = pairs_of(m.joints[j]);
  if (pairs.size() < 2) return std::nullopt;
  return reaction_of_pair(m, s, work, j, pairs[1]);
}

}  // namespace trunnion
