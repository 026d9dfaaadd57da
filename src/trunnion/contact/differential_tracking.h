#pragma once
// contact/differential_tracking.h -- opposing points, a base that moves with them and elliptic integrals from
// differential equations instead of algebraic ones; a check on opposing_points.h and hertz.h that shares no solver.
//   M (r_A', r_B', lambda', mu')' = b - kappa r        M, r: Jacobian and residual of (5.2), b: its rate by the motion
//   gamma' = (1 - gamma gamma') (grad A)'/|grad A|,   W = gamma x gamma',   alpha' = W x alpha,   beta' = W x beta
//   (3 K_c^2 - K K_cc) c' = 2 K_c^2 (P/Q)',   K' = K_c c',   E' = E_c c'                   (theory/contact.md, Eq. 6.1)
// kappa [1/s] draws the points back to their surfaces; without it they drift by the errors of integration.

#include <functional>

#include "trunnion/contact/opposing_points.h"

namespace trunnion {

struct DifferentialOptions {
  double tolerance = 1e-6;    ///< relative, of the integration
  double stabilization = 20;  ///< kappa [1/s]
};

/// All states in the axes of A.
struct DifferentialState {
  OpposingPoints y;
  double c = 0, K = 0, E = 0;  ///< parameter 1 - (b/a)^2 of the contact ellipse and its elliptic integrals
  Vector3d alpha = Vector3d::Zero(), beta = Vector3d::Zero(), gamma = Vector3d::Zero();
};
constexpr int differential_size = 20;
using DifferentialVector = Eigen::Matrix<double, differential_size, 1>;
DifferentialVector packed(const DifferentialState& state);
DifferentialState unpacked_differential(const DifferentialVector& state);

/// How B moves against A at a time.
struct SurfaceMotion {
  SurfacePose pose;
  Vector6d twist = Vector6d::Zero();  ///< (d', w) in A's axes
};
using SurfaceMotionOverTime = std::function<SurfaceMotion(double t)>;

/// Consistent with opposing points that solve (5.2).
DifferentialState start_differential(const SurfacePair& pair, const SurfacePose& pose, const OpposingPoints& y);

DifferentialVector differential_rates(const SurfacePair& pair, const SurfaceMotion& motion,
                                      const DifferentialState& state, const DifferentialOptions& options);

/// From t to `end`; returns the number of evaluations.
int advance_differential(const SurfacePair& pair, const SurfaceMotionOverTime& motion, double t, double end,
                         DifferentialState& state, const DifferentialOptions& options);

/// What the two ways of tracking disagree about.
struct TrackingDeviation {
  double points = 0;     ///< larger of both points [m]
  double approach = 0;   ///< [m]
  double normal = 0;     ///< between gamma and the normal of A [rad]
  double base = 0;       ///< largest product of alpha, beta, gamma that should be 0, or 1 less one that should be 1
  double curvature = 0;  ///< of P and Q, relative
  double parameter = 0;  ///< of c
  double stiffness = 0;  ///< of e from the states (c, K, E), relative
};
TrackingDeviation tracking_deviation(const SurfacePair& pair, const SurfacePose& pose, const DifferentialState& state,
                                     const OpposingPoints& direct);

}  // namespace trunnion
