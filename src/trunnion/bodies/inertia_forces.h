#pragma once
// bodies/inertia_forces.h -- inertia, gravity and elastic forces of one body and their exact derivatives.
//   r = M(x) a - Qv(x, v) + (0, 0, K q + D q') - Qg(x)                        (theory/bodies.md, Eq. 2.1 to 2.6)
// x = (R, A, q): frame origin [m] and axes (body to world), modal coordinates. Derivatives with respect to x are taken
// along (dR, dtheta, dq) with A exp(skew(dtheta)): rotation increments in BODY axes, multiplied from the right.

#include "trunnion/bodies/body.h"

namespace trunnion {

/// Where a body is. The modal part refers to the caller's vector.
struct BodyPose {
  Vector3d R = Vector3d::Zero();      ///< frame origin in world axes [m]
  Matrix3d A = Matrix3d::Identity();  ///< body axes in world axes
  const double* modal = nullptr;
  Index num_modes = 0;
  Eigen::Map<const VectorXd> q() const { return {modal, num_modes}; }
};

/// Configuration-dependent sums over the modes; by update_inertia.
struct InertiaTerms {
  Vector3d S;    ///< I2 + I3 q + 1/2 g3(q) q: first moment
  Matrix3Xd P;   ///< I3 + g3(q): dS/dq
  Matrix3Xd G;   ///< g4(q); no columns without second-order motion
  Matrix3d J;    ///< inertia tensor of the deformed body
  VectorXd D;    ///< 9n: D_j = I8_j + sum_k q_k I9_kj
  VectorXd N;    ///< 3n: I4 + sum_j q_j I5_j + g4(q)
  VectorXd i9v;  ///< 9n, scratch of the tangent: sum_k q'_k I9_kj
  VectorXd i5v;  ///< 3n, scratch: sum_k q'_k I5_k
};

void update_inertia(const Body& body, const BodyPose& pose, InertiaTerms& terms);

/// The left-hand side above, written to `r`; v and a have the body's size. `gravity` in world axes [m/s^2].
void inertia_residual(const Body& body, const BodyPose& pose, const VectorIn& v, const VectorIn& a,
                      const Vector3d& gravity, InertiaTerms& terms, VectorOut r);

/// Weights of the three derivatives of the residual in one sum: mass dr/da + damping dr/dv + stiffness dr/dx.
struct TangentWeights {
  double mass = 0, damping = 0, stiffness = 0;
};

/// Adds the weighted sum of derivatives to `out` (size x size).
void add_inertia_tangent(const Body& body, const BodyPose& pose, const VectorIn& v, const VectorIn& a,
                         const Vector3d& gravity, const TangentWeights& weights, InertiaTerms& terms, MatrixOut out);

/// Adds weight * M(x).
void add_mass_matrix(const Body& body, const BodyPose& pose, double weight, const InertiaTerms& terms, MatrixOut out);

struct BodyEnergy {
  double kinetic = 0, strain = 0, gravity = 0;  ///< [J]
  double damping_power = 0;                     ///< taken out by the modal damping [W]
};
/// After update_inertia.
BodyEnergy body_energy(const Body& body, const BodyPose& pose, const VectorIn& v, const Vector3d& gravity,
                       const InertiaTerms& terms);

/// Momentum and angular momentum about the world origin, world axes [kg m/s], [kg m^2/s].
struct Momentum {
  Vector3d linear = Vector3d::Zero(), angular = Vector3d::Zero();
};
Momentum body_momentum(const Body& body, const BodyPose& pose, const VectorIn& v, InertiaTerms& terms);

}  // namespace trunnion
