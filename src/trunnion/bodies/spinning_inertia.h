#pragma once
// bodies/spinning_inertia.h -- a rotary inertia that turns with a node of a flexible body, finite rotation included.
//   Om = E' w + J_r(th) th',  E = exp(skew(th)),  th = Phi' q
//   tau = I Om' + Om x (I Om);  rows: theta += E tau,  modal += Phi'^T J_r^T tau      (theory/bodies.md, Eq. 4.1
//   to 4.3)
// To first order this gives a disc its gyroscopic moments and the tilt stiffness (I_p - I_t) w^2.

#include "trunnion/bodies/body.h"

namespace trunnion {

void add_spinning_residual(const SpinningInertia& s, const VectorIn& q, const VectorIn& v, const VectorIn& a,
                           VectorOut r);
void add_spinning_mass(const SpinningInertia& s, const VectorIn& q, double weight, MatrixOut out);
/// Adds damping dr/dv + stiffness dr/dq.
void add_spinning_tangent(const SpinningInertia& s, const VectorIn& q, const VectorIn& v, const VectorIn& a,
                          double damping, double stiffness, MatrixOut out);
double spinning_energy(const SpinningInertia& s, const VectorIn& q, const VectorIn& v);
Vector3d spinning_momentum(const SpinningInertia& s, const VectorIn& q, const VectorIn& v);  ///< body axes

}  // namespace trunnion
