#pragma once
// fem/cell_table.h -- shape functions of the reference cells, and their values at quadrature points.
//   x(xi) = sum_a N_a(xi) x_a,     u(xi) = sum_a N_a(xi) u_a                       (theory/fem.md, Eq. 1)
// Node order: mesh/cell_type.h.

#include "trunnion/fem/quadrature.h"

namespace trunnion {

struct ShapeValues {
  VectorXd value;     ///< N_a
  MatrixXd gradient;  ///< dN_a/dxi_j: nodes x dimension
};
ShapeValues shape_functions(CellType type, const Vector3d& xi);
/// The same for a face as cell_type.h gives it: a line with three nodes is the edge of a quadratic plane cell.
ShapeValues face_shape_functions(CellType type, Index nodes, const Vector3d& xi);
/// Reference coordinates of the nodes, one column each.
Matrix3Xd reference_nodes(CellType type);

/// Shape functions at the points of a rule.
struct CellTable {
  Quadrature rule;
  MatrixXd value;     ///< nodes x points
  MatrixXd gradient;  ///< nodes x (dimension * points); column dimension * q + j holds dN/dxi_j at point q
};
const CellTable& stiffness_table(CellType type);
const CellTable& mass_table(CellType type);
const CellTable& stress_table(CellType type);
const CellTable& face_load_table(CellType type, Index nodes);  ///< rule of face_quadrature

/// Carries values at the stress points to the nodes by the linear functions of the cell: nodes x points.
const MatrixXd& stress_extrapolation(CellType type);

}  // namespace trunnion
