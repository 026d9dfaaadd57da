#pragma once
// reduction/craig_bampton.h -- the reduced pencil and its orthogonal form.
//   u = Psi u_a + Phi q:   M = [Ms, -P'; -P, I],   K = diag(Ks, Omega)           (theory/reduction.md, Eq. 2.5)
//   K tau = M tau Theta, the rigid motions known from geometry and set aside exactly, not by a threshold.

#include "trunnion/math/types.h"

namespace trunnion {

struct ReducedPencil {
  MatrixXd mass, stiffness;
};

/// `participation` and `eigenvalues` of everything that is mass-normalised and held at the interface: modes, then
/// truncation vectors (their cross terms vanish by construction).
ReducedPencil craig_bampton(const MatrixXd& guyan_mass, const MatrixXd& guyan_stiffness, const MatrixXd& participation,
                            const VectorXd& eigenvalues);

struct OrthogonalModes {
  MatrixXd rigid;        ///< coordinates x 6, mass-orthonormal
  MatrixXd elastic;      ///< coordinates x n, mass-orthonormal and orthogonal to `rigid`
  VectorXd eigenvalues;  ///< of `elastic`, ascending [rad^2/s^2]
};

/// `rigid_motion`: the rigid-body motions in the coordinates of the pencil (coordinates x 6, or fewer for a body that
/// is partly held; may have no column). Throws SolveError when the mass is not positive definite.
OrthogonalModes orthogonalize(const ReducedPencil& pencil, const MatrixXd& rigid_motion);

/// Number of elastic eigenvalues that are as good as zero: loose parts or mechanisms inside the body.
Index count_near_rigid(const VectorXd& elastic_eigenvalues, double relative_tolerance = 1e-8);

}  // namespace trunnion
