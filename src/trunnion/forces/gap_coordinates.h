#pragma once
// forces/gap_coordinates.h -- how far and how tilted two rigid faces of a film lie from each other.
//   a = R e_z,  b = (a_x, a_y)/a_z                                                        (theory/forces.md, section
//   11) journal:  q = (e, b),  e = (d_x, d_y) - b d_z,    h = C - (e + b z).n(phi) thrust:   q = (c, b),  c = d_z +
//   b.(d_x, d_y),    h = C + c - b.(x, y)
// q' = Q (d'; w) with exact derivatives of Q by the pose (d, rho).

#include "trunnion/bodies/marker_pair.h"
#include "trunnion/lubrication/film_grid.h"
#include "trunnion/math/band_lu.h"

namespace trunnion {

enum class FilmShape { journal, thrust };

struct GapPlace {
  VectorXd q, rate;
  MatrixXd Q;                  ///< n x 6: dq/d(pose) and d rate/d(twist)
  MatrixXd rate_by_pose;       ///< n x 6, at constant twist
  std::vector<MatrixXd> bend;  ///< per coordinate: dQ_k/d(pose), 6 (twist) x 6 (pose)
  Vector3d axis = Vector3d::UnitZ();
  Matrix3d axis_by_turn = Matrix3d::Zero();  ///< d(axis)/d(rho)
  double spin = 0;                           ///< about the axis [rad/s]
};
GapPlace gap_place(FilmShape shape, const RelativeMotion& motion);

/// dh/dq of every node of a grid.
RowMatrixXd gap_shapes(FilmShape shape, const FilmGrid& grid);

}  // namespace trunnion
