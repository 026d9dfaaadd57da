#pragma once
// reduction/reference_condition.h -- which rigid motion is taken out of each mode.
//   V <- V - R (B R)^-1 B V,   B: six conditions on the interfaces                    (theory/reduction.md, Eq. 8.1)

#include "trunnion/math/types.h"

namespace trunnion {

/// Conditions of a chord frame as a 6 x 12 matrix on the dofs (x y z rx ry rz) of two interfaces: the first one stays
/// in place, the second one on the line between them, and the first one does not turn about that line.
Eigen::Matrix<double, 6, 12> chord_conditions(const Vector3d& first, const Vector3d& second);

/// Rigid motion to add to each mode: -(B R)^-1 B V, 6 x n. `conditions`: B', dofs x 6; `rigid`: R; `modes`: V.
MatrixXd rigid_correction(const MatrixXd& conditions, const MatrixXd& rigid, const MatrixXd& modes);

}  // namespace trunnion
