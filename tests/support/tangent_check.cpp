#include "support/tangent_check.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "trunnion/math/rotations.h"

namespace trunnion::testing {

namespace {

void expect_near_matrix(const MatrixXd& exact, const MatrixXd& central, double tolerance, const char* what) {
  const double scale = std::max(exact.cwiseAbs().maxCoeff(), central.cwiseAbs().maxCoeff());
  Index row = 0, column = 0;
  const double worst = (exact - central).cwiseAbs().maxCoeff(&row, &column);
  EXPECT_LE(worst, tolerance * (1e-12 + scale))
      << what << " at (" << row << ", " << column << "): exact " << exact(row, column) << ", central difference "
      << central(row, column);
}

MatrixXd dense_jacobian(const Mechanism& m, const StepContext& at, const State& s, const TangentWeights& w,
                        Workspace& work) {
  assemble_jacobian(m, at, s, {w, 0, 0}, work);
  return MatrixXd(work.jacobian.matrix());
}

}  // namespace

void expect_exact_jacobian(const Mechanism& m, const State& s, double tolerance) {
  Workspace work(m);
  const StepContext at{s.t, 0, 0, StageKind::transient};
  const Index n = m.num_velocities, rows = m.num_rows;
  const auto residual = [&](const State& state) {
    assemble_residual(m, at, state, work);
    return VectorXd(work.residual);
  };
  const auto differences = [&](auto&& change) {
    MatrixXd out(n + rows, n);
    for (Index i = 0; i < n; ++i) {
      State plus = s, minus = s;
      const double h = change(plus, i, 1.0);
      change(minus, i, -1.0);
      out.col(i) = (residual(plus) - residual(minus)) / (2 * h);
    }
    return out;
  };
  const MatrixXd dx = differences([&](State& state, Index i, double sign) {
    constexpr double h = 1e-6;
    VectorXd step = VectorXd::Zero(n);
    step[i] = sign * h;
    move(m, s.x, step, state.x);
    return h;
  });
  const MatrixXd dv = differences([&](State& state, Index i, double sign) {
    const double h = 1e-5 * (1 + s.v.cwiseAbs().maxCoeff());
    state.v[i] += sign * h;
    return h;
  });
  const MatrixXd da = differences([&](State& state, Index i, double sign) {
    state.a[i] += sign;
    return 1.0;
  });
  const MatrixXd stiffness = dense_jacobian(m, at, s, {0, 0, 1}, work);
  expect_near_matrix(stiffness.topLeftCorner(n, n), dx.topRows(n), tolerance, "dr/dx");
  expect_near_matrix(dense_jacobian(m, at, s, {0, 1, 0}, work).topLeftCorner(n, n), dv.topRows(n), tolerance, "dr/dv");
  expect_near_matrix(dense_jacobian(m, at, s, {1, 0, 0}, work).topLeftCorner(n, n), da.topRows(n), tolerance, "dr/da");
  if (rows == 0) return;
  expect_near_matrix(stiffness.bottomLeftCorner(rows, n), dx.bottomRows(rows), tolerance, "dC/dx");
  expect_near_matrix(stiffness.topRightCorner(n, rows), dx.bottomRows(rows).transpose(), tolerance,
                     "transpose of dC/dx");
  MatrixXd dl(n, rows);
  for (Index i = 0; i < rows; ++i) {
    State plus = s, minus = s;
    const double h = 1e-5 * (1 + s.lambda.cwiseAbs().maxCoeff());
    plus.lambda[i] += h;
    minus.lambda[i] -= h;
    dl.col(i) = (residual(plus) - residual(minus)).head(n) / (2 * h);
  }
  assemble_jacobian(m, at, s, {{0, 0, 1}, 0, 0, true}, work);
  expect_near_matrix(MatrixXd(work.jacobian.matrix()).topRightCorner(n, rows), dl, tolerance, "dr/dlambda");
}

void expect_exact_tangent(const MarkerForce& force, const StepContext& at, const RelativeMotion& m, const History& past,
                          double tolerance, double length) {
  CacheSlot slot;
  const WrenchTangent exact = force.linearize(at, m, past, slot);
  Matrix6d dx, dv;
  for (Index i = 0; i < 6; ++i) {
    const auto moved = [&](double h) {
      RelativeMotion y = m;
      if (i < 3)
        y.d[i] += h;
      else
        y.R = rotation_exp(h * Vector3d::Unit(i - 3)) * m.R;
      return force.force(at, y, past, slot);
    };
    const auto faster = [&](double h) {
      RelativeMotion y = m;
      (i < 3 ? y.v[i] : y.w[i - 3]) += h;
      return force.force(at, y, past, slot);
    };
    const double h = length < 1 ? 1e-5 * length * (i < 3 ? 1.0 : 30.0) : 1e-7 * (1 + (i < 3 ? m.d.norm() : 1.0));
    const double k = 1e-6 * (1 + m.v.norm() + m.w.norm()) * std::min(1.0, 1e3 * length);
    dx.col(i) = (moved(h) - moved(-h)) / (2 * h);
    dv.col(i) = (faster(k) - faster(-k)) / (2 * k);
  }
  expect_near_matrix(exact.dx, dx, tolerance, "dW/dx");
  expect_near_matrix(exact.dv, dv, tolerance, "dW/dv");
}

void expect_exact_tangent(const BodyForce& force, const StepContext& at, const std::vector<BodyPose>& poses,
                          const std::vector<VectorXd>& rates, const History& past, double tolerance, double length) {
  std::vector<VectorXd> q;
  std::vector<BodyMotion> motions;
  Index size = 0;
  for (const BodyPose& pose : poses) q.emplace_back(pose.q());
  std::vector<VectorXd> v = rates;
  for (std::size_t b = 0; b < poses.size(); ++b) {
    BodyPose pose = poses[b];
    pose.modal = q[b].data();
    motions.push_back({pose, v[b].data()});
    size += v[b].size();
  }
  CacheSlot slot;
  const auto evaluate_force = [&] {
    VectorXd f = VectorXd::Zero(size);
    force.force(at, motions, past, slot, f);
    return f;
  };
  BodyTangent exact;
  exact.dx.setZero(size, size);
  exact.dv.setZero(size, size);
  force.linearize(at, motions, past, slot, exact);
  MatrixXd dx(size, size), dv(size, size);
  Index column = 0;
  for (std::size_t b = 0; b < poses.size(); ++b)
    for (Index i = 0; i < v[b].size(); ++i, ++column) {
      const BodyPose kept = motions[b].pose;
      const auto moved = [&](double h) {
        if (i < 3)
          motions[b].pose.R[i] += h;
        else if (i < 6)
          motions[b].pose.A = kept.A * rotation_exp(h * Vector3d::Unit(i - 3));
        else
          q[b][i - 6] += h;
        const VectorXd f = evaluate_force();
        motions[b].pose = kept;
        if (i >= 6) q[b][i - 6] -= h;
        return f;
      };
      const auto faster = [&](double h) {
        v[b][i] += h;
        const VectorXd f = evaluate_force();
        v[b][i] -= h;
        return f;
      };
      const double h = 1e-7 * length, k = 1e-6 * length;
      dx.col(column) = (moved(h) - moved(-h)) / (2 * h);
      dv.col(column) = (faster(k) - faster(-k)) / (2 * k);
    }
  expect_near_matrix(exact.dx, dx, tolerance, "df/dx");
  expect_near_matrix(exact.dv, dv, tolerance, "df/dv");
}

}  // namespace trunnion::testing
