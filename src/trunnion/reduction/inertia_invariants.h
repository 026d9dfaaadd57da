#pragma once
// reduction/inertia_invariants.h -- the nine volume integrals that give the inertia forces of a deforming body exactly.
// With X_0 the undeformed coordinates and X_j mode j (num_nodes x 3), C_jk = X_j' Mh X_k,
//   W(C) = C' - tr(C) I,   cr(C)_a = eps_abc C_bc,
//   I1 = mass            I2 = X_0' Mh 1         I3 = [X_j' Mh 1]        I4 = [cr(C_0j)]     I5_j = [cr(C_jk)]_k
//   I6 = tr(C_jk)        I7 = -W(C_00)          I8_j = W(C_0j)          I9_jk = W(C_jk)
// (theory/reduction.md, Eq. 6.1). All about the origin of the body frame, in body axes, SI.

#include <vector>

#include "trunnion/math/types.h"

namespace trunnion {

struct InertiaInvariants {
  double I1 = 0;                          ///< mass [kg]
  Vector3d I2 = Vector3d::Zero();         ///< first moment [kg m]
  Matrix3Xd I3;                           ///< 3 x n
  Matrix3Xd I4;                           ///< 3 x n
  std::vector<Matrix3Xd> I5;              ///< n of 3 x n, antisymmetric in (j, k)
  MatrixXd I6;                            ///< n x n modal mass
  Matrix3d I7 = Matrix3d::Zero();         ///< inertia tensor [kg m^2]
  std::vector<Matrix3d> I8;               ///< n of 3 x 3
  std::vector<std::vector<Matrix3d>> I9;  ///< n x n of 3 x 3, I9[j][k]' = I9[k][j]

  Index num_modes() const { return I6.rows(); }
};

/// From any mass of the form Mh (x) I3, consistent or lumped: nothing needs to be lumped for it.
/// `scalar_mass_lower`: Mh, lower triangle [kg]; `x`: node coordinates in the body frame [m]; `modes`: 3 nodes x n,
/// node-major.
InertiaInvariants inertia_invariants(const SparseMatrix& scalar_mass_lower, const Matrix3Xd& x, const MatrixXd& modes);

/// A mass that sits at one point: adds its share to all nine. `rows`: its motion per modal coordinate, 3 x n.
void add_point_mass(InertiaInvariants& invariants, double mass, const Vector3d& position, const Matrix3Xd& rows);

/// A flat section that stays flat and turns by its rotation rows: its fibers move as theta x e, and to second order as
/// theta x (theta x e)/2, whose centrifugal part goes into I9. `axes`: columns e; `moments`: int of (e . r)^2 dm
/// [kg m^2], one per column. Its mass is added separately, as a point.                   (theory/reduction.md, section
/// 10)
void add_section(InertiaInvariants& invariants, const Matrix3d& axes, const Vector3d& moments,
                 const Matrix3Xd& rotation_rows);

/// Rotary inertia of a node in the approximation of a constant tensor: I4, I6 and I7 only. The gyroscopic terms of a
/// tilting flywheel are not in any invariant; a body that treats the node exactly must not add this as well.
void add_rotary_inertia(InertiaInvariants& invariants, const Matrix3d& inertia, const Matrix3Xd& rotation_rows);

}  // namespace trunnion
