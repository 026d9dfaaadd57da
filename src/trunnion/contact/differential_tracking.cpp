#include "trunnion/contact/differential_tracking.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "trunnion/contact/hertz.h"
#include "trunnion/math/dormand_prince.h"
#include "trunnion/math/elliptic.h"

namespace trunnion {
namespace {

struct EllipseRates {
  double c = 0, K = 0, E = 0;
};

// (c, K, E)' from the rate of P/Q. The second derivative of K is a difference of terms that grow like 1/c^2: for nearly
// circular ellipses the slope of P/Q over c comes from hertz.h.
EllipseRates ellipse_rates(const DifferentialState& s, double ratio_rate) {
  constexpr double nearly_circular = 0.05;
  const double c = std::clamp(s.c, 1e-12, 1 - 1e-12), q = 1 - c;
  double c_rate = 0, K_c = 0, E_c = 0;
  if (c < nearly_circular) {
    const CompleteElliptic el = complete_elliptic(q);
    const RatioOfEllipse ratio = ratio_of_ellipse(q);
    c_rate = -ratio_rate * q / (ratio.value * ratio.log_slope);
    K_c = el.B / (2 * q);
    E_c = -0.5 * el.D;
  } else {
    K_c = (s.E - q * s.K) / (2 * c * q);
    E_c = (s.E - s.K) / (2 * c);
    const double K_cc = (q * (2 - 3 * c) * s.K - (2 - 4 * c) * s.E) / (4 * c * c * q * q);
    c_rate = 2 * K_c * K_c * ratio_rate / (3 * K_c * K_c - s.K * K_cc);
  }
  return {c_rate, K_c * c_rate, E_c * c_rate};
}

// Coefficient over E* and Q^(-1/2) from the states alone.
double stiffness_of(double c, double K, double E, double Q) {
  const double q = 1 - c, B = c > 1e-6 ? (E - q * K) / c : complete_elliptic(q).B;
  return std::sqrt(B / (q * Q)) * std::pow(K, -1.5);
}

}  // namespace

DifferentialVector packed(const DifferentialState& s) {
  DifferentialVector out;
  out << packed(s.y), s.c, s.K, s.E, s.alpha, s.beta, s.gamma;
  return out;
}
DifferentialState unpacked_differential(const DifferentialVector& v) {
  return {unpacked(v.head<8>()), v[8], v[9], v[10], v.segment<3>(11), v.segment<3>(14), v.segment<3>(17)};
}

DifferentialState start_differential(const SurfacePair& pair, const SurfacePose& pose, const OpposingPoints& y) {
  const FacingGeometry at = facing_geometry(facing_surfaces(pair, pose, y), y);
  const double q = at.P > 0 ? axis_ratio_squared(at.P / at.Q) : 1;
  const CompleteElliptic el = complete_elliptic(q);
  DifferentialState state{y, 1 - q, el.K, el.E, at.p, {}, -at.m};
  state.beta = state.gamma.cross(state.alpha);
  return state;
}

DifferentialVector differential_rates(const SurfacePair& pair, const SurfaceMotion& motion,
                                      const DifferentialState& state, const DifferentialOptions& options) {
  const OpposingPoints& y = state.y;
  const FacingSurfaces s = facing_surfaces(pair, motion.pose, y);
  const OpposingScale scale = opposing_scale(s, pair.length);
  const Vector8d load =
      opposing_load(s, y, motion.pose) * motion.twist - options.stabilization * opposing_residual(s, y);
  const Matrix8d M = scale.rows.asDiagonal() * opposing_jacobian(s, y) * scale.columns.asDiagonal();
  const Vector8d y_rate =
      scale.columns.cwiseProduct(Eigen::PartialPivLU<Matrix8d>(M).solve(scale.rows.cwiseProduct(load)));
  const Vector3d n = s.g_a / s.size_a, g_rate = s.H_a * y_rate.head<3>();
  const Vector3d gamma_rate = (g_rate - n * n.dot(g_rate)) / s.size_a, turn = n.cross(gamma_rate);
  const FacingGeometry at = facing_geometry(s, y);
  EllipseRates ellipse;
  if (at.P > 0) {
    const FacingTangent d = facing_tangent(pair, motion.pose, s, y, at);
    ellipse = ellipse_rates(state, (d.P.dot(motion.twist) - at.P / at.Q * d.Q.dot(motion.twist)) / at.Q);
  }
  DifferentialVector out;
  out << y_rate, ellipse.c, ellipse.K, ellipse.E, turn.cross(state.alpha), turn.cross(state.beta), gamma_rate;
  return out;
}

int advance_differential(const SurfacePair& pair, const SurfaceMotionOverTime& motion, double t, double end,
                         DifferentialState& state, const DifferentialOptions& options) {
  VectorXd v = packed(state);
  const int evaluations = dormand_prince(
      [&](double at, const VectorXd& x) -> VectorXd {
        return differential_rates(pair, motion(at), unpacked_differential(x), options);
      },
      t, end, v, {.relative = options.tolerance, .absolute = 1e-3 * options.tolerance});
  state = unpacked_differential(v);
  return evaluations;
}

TrackingDeviation tracking_deviation(const SurfacePair& pair, const SurfacePose& pose, const DifferentialState& state,
                                     const OpposingPoints& direct) {
  const FacingSurfaces exact = facing_surfaces(pair, pose, direct), own = facing_surfaces(pair, pose, state.y);
  const FacingGeometry at = facing_geometry(exact, direct);
  TrackingDeviation out;
  out.points = std::max((state.y.on_a - direct.on_a).norm(), (state.y.on_b - direct.on_b).norm());
  out.approach = std::abs(-state.y.mu * own.size_b - at.approach);
  out.normal = state.gamma.cross(at.m).norm();
  Matrix3d base;
  base << state.alpha, state.beta, state.gamma;
  out.base = (base.transpose() * base - Matrix3d::Identity()).cwiseAbs().maxCoeff();
  // Curvatures in the moving base, at the points of the differential equations.
  const Matrix3d S = 0.5 * (own.H_a / own.size_a + own.H_b / own.size_b);
  const double uu = state.alpha.dot(S * state.alpha), vv = state.beta.dot(S * state.beta);
  const double uv = state.alpha.dot(S * state.beta), radius = std::hypot(0.5 * (uu - vv), uv);
  const double P = 0.5 * (uu + vv) - radius, Q = 0.5 * (uu + vv) + radius;
  out.curvature = std::max(std::abs(P - at.P), std::abs(Q - at.Q)) / at.Q;
  if (at.P > 0) {
    const double q = axis_ratio_squared(at.P / at.Q);
    const CompleteElliptic el = complete_elliptic(q);
    out.parameter = std::abs(state.c - (1 - q));
    out.stiffness = std::abs(stiffness_of(state.c, state.K, state.E, Q) / stiffness_of(1 - q, el.K, el.E, at.Q) - 1);
  }
  return out;
}

}  // namespace trunnion
