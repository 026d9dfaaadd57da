#include "trunnion/solvers/ida_equations.h"

#include <fmt/format.h>

#include <array>
#include <limits>

#include "trunnion/math/rotations.h"
#include "trunnion/system/assembly.h"
#include "trunnion/system/blame.h"
#include "trunnion/system/force_reports.h"
#include "trunnion/system/joint_equations.h"
#include "trunnion/system/pair_terms.h"

namespace trunnion {

namespace {

using Eigen::Quaterniond;

Index first_position(const Mechanism& m, Index b) { return IdaLayout::first_position(m, b); }

Quaterniond quaternion_at(const VectorView& y, Index k) { return {y[k], y[k + 1], y[k + 2], y[k + 3]}; }
void put(const Quaterniond& p, VectorView& y, Index k) { y.segment<4>(k) << p.w(), p.x(), p.y(), p.z(); }

}  // namespace

void IdaEquations::to_vector(const State& s, VectorView y, VectorView yp) const {
  y.setZero();
  yp.setZero();
  for (Index b = 0; b < static_cast<Index>(m_.bodies.size()); ++b) {
    const Index k = first_position(m_, b), n = m_.bodies[b].num_modes(), v = m_.first_velocity[b];
    const Quaterniond p(s.x.A[b]);
    y.segment<3>(k) = s.x.R[b];
    put(p, y, k + 3);
    y.segment(k + 7, n) = s.x.q.segment(m_.first_mode[b], n);
    yp.segment<3>(k) = s.v.segment<3>(v);
    const Vector3d w = 0.5 * s.v.segment<3>(v + 3);
    put(p * Quaterniond(0, w[0], w[1], w[2]), yp, k + 3);
    yp.segment(k + 7, n) = s.v.segment(v + 6, n);
  }
  y.segment(layout_.first_velocity(), layout_.velocities) = s.v;
  yp.segment(layout_.first_velocity(), layout_.velocities) = s.a;
  y.segment(layout_.first_lambda(), layout_.rows) = s.lambda;
}

void IdaEquations::to_state(double t, const VectorView& y, const VectorView& yp, State& s) const {
  s.t = t;
  for (Index b = 0; b < static_cast<Index>(m_.bodies.size()); ++b) {
    const Index k = first_position(m_, b), n = m_.bodies[b].num_modes();
    s.x.R[b] = y.segment<3>(k);
    s.x.A[b] = quaternion_at(y, k + 3).normalized().toRotationMatrix();
    s.x.q.segment(m_.first_mode[b], n) = y.segment(k + 7, n);
  }
  s.v = y.segment(layout_.first_velocity(), layout_.velocities);
  s.a = yp.segment(layout_.first_velocity(), layout_.velocities);
  s.lambda = y.segment(layout_.first_lambda(), layout_.rows);
}

void IdaEquations::residual(double t, const VectorView& y, const VectorView& yp, VectorView r) {
  to_state(t, y, yp, state_);
  const StepContext at{t, 0, 0, StageKind::transient};
  assemble_residual(m_, at, state_, work_);
  if (!work_.residual.allFinite()) {
    const std::string who = not_finite_element(m_, at, state_, work_);
    trouble = fmt::format("{} is not a finite number", who.empty() ? "a force or position" : who);
    r.setConstant(std::numeric_limits<double>::quiet_NaN());
    return;
  }
  r.segment(layout_.first_velocity(), layout_.velocities) = work_.residual.head(layout_.velocities);
  r.segment(layout_.first_mu(), layout_.rows) = work_.residual.tail(layout_.rows);  // C = 0
  rates_.resize(layout_.rows);
  constraint_rates(m_, at, state_, work_, rates_);
  const auto mu = y.segment(layout_.first_mu(), layout_.rows);
  const VectorXd drift = state_.v + transposed_rows_times(mu);
  for (Index row = 0; row < layout_.rows; ++row)
    if (!state_.row_active[row]) {
      rates_[row] = state_.lambda[row];
      r[layout_.first_mu() + row] = mu[row];
    }
  r.segment(layout_.first_lambda(), layout_.rows) = rates_;
  for (Index b = 0; b < static_cast<Index>(m_.bodies.size()); ++b) {
    const Index k = first_position(m_, b), n = m_.bodies[b].num_modes(), v = m_.first_velocity[b];
    r.segment<3>(k) = yp.segment<3>(k) - drift.segment<3>(v);
    const Vector3d w = 0.5 * drift.segment<3>(v + 3);
    const Quaterniond turn = quaternion_at(y, k + 3) * Quaterniond(0, w[0], w[1], w[2]);
    r.segment<4>(k + 3) = yp.segment<4>(k + 3) - Eigen::Vector4d(turn.w(), turn.x(), turn.y(), turn.z());
    r.segment(k + 7, n) = yp.segment(k + 7, n) - drift.segment(v + 6, n);
  }
}

bool IdaEquations::solve(double t, double cj, const VectorView& y, const VectorView& yp, VectorView b) {
  to_state(t, y, yp, state_);
  const StepContext at{t, 0, 0, StageKind::transient};
  const Index N = layout_.velocities, rows = layout_.rows;
  const VectorXd mu = y.segment(layout_.first_mu(), rows);
  triplets_.clear();
  // Equations of motion against x; C_x; and, from its linearity in lambda, the tangent of C_x' mu.
  assemble_jacobian(m_, at, state_, {{0, 0, 1}, 0, 0}, work_);
  const SparseMatrix K = work_.jacobian.matrix();
  constraint_rate_tangent();
  state_.lambda += mu;
  assemble_jacobian(m_, at, state_, {{0, 0, 1}, 0, 0}, work_);
  const SparseMatrix Kmu = work_.jacobian.matrix();
  state_.lambda -= mu;
  assemble_jacobian(m_, at, state_, {{cj, 1, 0}, 0, 0, true}, work_);
  const SparseMatrix S = work_.jacobian.matrix();
  const Index x0 = 0, v0 = N, l0 = 2 * N, m0 = 2 * N + rows;
  for (Index c = 0; c < K.cols(); ++c) {
    SparseMatrix::InnerIterator k(K, c), km(Kmu, c), s(S, c), h(velocity_rows_.matrix(), c);
    for (; k; ++k, ++km, ++s, ++h) {
      const Index r = k.row();
      if (c < N && r < N) {
        add(v0 + r, x0 + c, k.value());
        add(x0 + r, x0 + c, k.value() - km.value());
        add(v0 + r, v0 + c, s.value());
      } else if (c < N) {  // C_x
        add(m0 + r - N, x0 + c, k.value());
        add(l0 + r - N, v0 + c, k.value());
        add(l0 + r - N, x0 + c, h.value());
      } else if (r < N) {  // C_x', less what reactions change in loads
        add(v0 + r, l0 + c - N, s.value());
        add(x0 + r, m0 + c - N, -k.value());
      } else {  // rows that are switched off
        add(l0 + r - N, l0 + c - N, k.value());
        add(m0 + r - N, m0 + c - N, k.value());
      }
    }
  }
  const VectorXd drift = state_.v + transposed_rows_times(mu);
  VectorXd rhs(2 * N + 2 * rows), d;
  for (Index body = 0; body < static_cast<Index>(m_.bodies.size()); ++body) {
    const Index k = first_position(m_, body), v = m_.first_velocity[body], n = m_.bodies[body].num_modes();
    const Vector3d w = drift.segment<3>(v + 3);
    const Quaterniond p = quaternion_at(y, k + 3);
    const Quaterniond f = p.conjugate() * Quaterniond(b[k + 3], b[k + 4], b[k + 5], b[k + 6]);
    const double scale = 1 / p.squaredNorm();
    rhs.segment<3>(v) = b.segment<3>(k);
    rhs.segment<3>(v + 3) = scale * (2 * f.vec() + w * f.w() / cj);
    rhs.segment(v + 6, n) = b.segment(k + 7, n);
    const Matrix3d G = cj * Matrix3d::Identity() + 0.5 * skew(w) + w * w.transpose() / (4 * cj);
    for (Index i = 0; i < 3; ++i) {
      add(x0 + v + i, x0 + v + i, cj);
      for (Index j = 0; j < 3; ++j) add(x0 + v + 3 + i, x0 + v + 3 + j, G(i, j));
    }
    for (Index i = 0; i < n; ++i) add(x0 + v + 6 + i, x0 + v + 6 + i, cj);
  }
  for (Index i = 0; i < N; ++i) add(x0 + i, v0 + i, -1);
  rhs.segment(N, N + 2 * rows) = b.tail(N + 2 * rows);
  matrix_.resize(rhs.size(), rhs.size());
  matrix_.setFromTriplets(triplets_.begin(), triplets_.end());
  lu_.forget_pattern();
  if (!lu_.factor(matrix_)) return false;
  lu_.solve(rhs, d);
  for (Index body = 0; body < static_cast<Index>(m_.bodies.size()); ++body) {
    const Index k = first_position(m_, body), v = m_.first_velocity[body], n = m_.bodies[body].num_modes();
    const Quaterniond p = quaternion_at(y, k + 3);
    const Vector3d w = drift.segment<3>(v + 3), turn = d.segment<3>(v + 3);
    const Quaterniond f = p.conjugate() * Quaterniond(b[k + 3], b[k + 4], b[k + 5], b[k + 6]);
    const double radial = (f.w() / p.squaredNorm() - 0.25 * w.dot(turn)) / cj;
    b.segment<3>(k) = d.segment<3>(v);
    put(p * Quaterniond(radial, 0.5 * turn[0], 0.5 * turn[1], 0.5 * turn[2]), b, k + 3);
    b.segment(k + 7, n) = d.segment(v + 6, n);
  }
  b.tail(N + 2 * rows) = d.tail(N + 2 * rows);
  return d.allFinite();
}

void IdaEquations::take_over(const State& accepted) {
  state_.history = accepted.history;
  state_.coordinate = accepted.coordinate;
}

VectorXd IdaEquations::events(double t, const VectorView& y, const VectorView& yp) {
  to_state(t, y, yp, state_);
  update_kinematics(m_, state_, work_);
  return event_values(m_, t, force_reports(m_, {t, 0, 0, StageKind::transient}, state_, work_));
}

// C_x' mu: the reaction part of the residual is linear in lambda.
VectorXd IdaEquations::transposed_rows_times(const VectorXd& mu) {
  VectorXd out = VectorXd::Zero(layout_.velocities);
  for (Index j = 0; j < static_cast<Index>(m_.joints.size()); ++j)
    for (std::size_t r = 0; r < m_.joints[j].rows.size(); ++r) {
      const Index row = m_.first_row[j] + static_cast<Index>(r);
      if (!state_.row_active[row] || mu[row] == 0) continue;
      for (const ConstraintTerm& term : m_.joints[j].rows[r].terms) {
        const Vector12d g = coordinate_derivatives(work_, term.coordinate, 0).pose * (term.factor * mu[row]);
        const std::array<Index, 2> marker{term.coordinate.I, term.coordinate.J};
        for (int k = 0; k < 2; ++k)
          if (const Index b = m_.markers[marker[k]].body; b >= 0)
            out.segment(m_.first_velocity[b], m_.bodies[b].size()) +=
                work_.markers[marker[k]].J.transpose() * g.segment<6>(6 * k);
      }
    }
  return out;
}

// d(C_x v)/dx into the constraint rows of velocity_rows_; after assemble_jacobian of this state.
void IdaEquations::constraint_rate_tangent() {
  velocity_rows_.set_zero();
  const Index bodies = static_cast<Index>(m_.bodies.size());
  for (Index j = 0; j < static_cast<Index>(m_.joints.size()); ++j)
    for (std::size_t r = 0; r < m_.joints[j].rows.size(); ++r) {
      if (!state_.row_active[m_.first_row[j] + static_cast<Index>(r)]) continue;
      for (const ConstraintTerm& term : m_.joints[j].rows[r].terms) {
        const CoordinateDerivatives d = coordinate_derivatives(work_, term.coordinate, 0);
        const std::array<Index, 2> marker{term.coordinate.I, term.coordinate.J};
        for (int k = 0; k < 2; ++k)
          if (const Index b = m_.markers[marker[k]].body; b >= 0)
            velocity_rows_.block(bodies + j, b).row(static_cast<Index>(r)) +=
                term.factor * (d.rate_pose.segment<6>(6 * k).transpose() * work_.markers[marker[k]].J +
                               d.pose.segment<6>(6 * k).transpose() * work_.markers[marker[k]].H);
      }
    }
}

}  // namespace trunnion
