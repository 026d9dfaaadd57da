#include "trunnion/reduction/reduced_contact.h"

#include <Eigen/LU>
#include <cmath>

#include "trunnion/math/tall_product.h"

namespace trunnion {
namespace {

/// Newton's method for one increment. The measure of a step is the work it does on the residual: units of coordinates
/// differ.
bool equilibrium(const ReducedContact& body, const FitPoints& points, double share, const VectorXd& load,
                 const std::vector<FitTraction>& past, VectorXd& q, FitForces& at) {
  constexpr int max_iterations = 60;
  constexpr double tolerance = 1e-11;  // m: a ten-thousandth of the depth of a fit
  const auto residual = [&](const VectorXd& x, FitForces& forces) -> VectorXd {
    forces = fit_forces(points, share, body.rows * x, past, true);
    const VectorXd r = load + body.rows.transpose() * forces.force - body.stiffness * x;
    return r(body.free);
  };
  VectorXd r = residual(q, at);
  for (int k = 0; k < max_iterations; ++k) {
    const MatrixXd tangent = body.stiffness - contact_tangent(body.rows, at.slope);
    VectorXd dq = VectorXd::Zero(q.size());
    const VectorXd inner = MatrixXd(tangent(body.free, body.free)).partialPivLu().solve(r);
    dq(body.free) = inner;
    const double before = std::abs(inner.dot(r));
    double scale = 1;
    for (;; scale *= 0.5) {
      const VectorXd next = q + scale * dq;
      r = residual(next, at);
      if (std::abs(inner.dot(r)) <= (1 - 1e-4 * scale) * before || scale < 0.05) {
        q = next;
        break;
      }
    }
    if (!q.allFinite()) return false;
    if (scale * (body.rows * dq).cwiseAbs().maxCoeff() < tolerance) return true;
  }
  return false;
}

}  // namespace

MatrixXd contact_tangent(const MatrixXd& rows, const std::vector<Matrix3d>& slope) {
  MatrixXd sloped(rows.rows(), rows.cols());
  for (std::size_t k = 0; k < slope.size(); ++k)
    sloped.middleRows<3>(3 * Index(k)).noalias() = slope[k] * rows.middleRows<3>(3 * Index(k));
  return transposed_times(rows, sloped);
}

ReducedContactState unloaded(const ReducedContact& body, const FitPoints& points) {
  const Index n = body.rows.cols();
  return {0, VectorXd::Zero(n), VectorXd::Zero(n), VectorXd::Zero(body.rows.rows()),
          std::vector<FitTraction>(std::size_t(points.size()))};
}

bool step(const ReducedContact& body, const FitPoints& points, double share, const VectorXd& load, int increments,
          ReducedContactState& state) {
  const double from = state.share;
  const VectorXd load_from = state.load;
  for (int k = 1; k <= increments; ++k) {
    const double part = double(k) / increments;
    const double now = from + part * (share - from);
    const VectorXd acting = load_from + part * (load - load_from);
    VectorXd q = state.q;
    if (body.shrunk.size() > 0) q += (now - state.share) * body.shrunk;
    FitForces at;
    if (!equilibrium(body, points, now, acting, state.traction, q, at)) return false;
    state.share = now;
    state.load = acting;
    state.q = q;
    state.w = body.rows * q;
    state.traction = std::move(at.traction);
  }
  return true;
}

}  // namespace trunnion
