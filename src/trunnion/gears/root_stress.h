#pragma once
// gears/root_stress.h -- stress in the free surface of a tooth root as a linear function of the mesh's motion.
// At a node of the surface, mean over its elements: in the plane t . sigma . t, t along the boundary, which is all that
// is left there; in space the three of the surface, t . sigma . t, c . sigma . c and t . sigma . c with c square to t.
// Bending of helical teeth acts square to their trace, between t and c: the tension is the larger principal one,
//   (s_tt + s_cc)/2 + sqrt((s_tt - s_cc)^2/4 + s_tc^2)                                (theory/gears.md, Eq. 10.4)

#include "trunnion/fem/fe_model.h"

namespace trunnion {

/// A node of a free surface and unit vectors along it, square to each other.
struct SurfaceNode {
  int node = -1;
  Vector3d along = Vector3d::Zero();   ///< t, in a plane z = const
  Vector3d across = Vector3d::Zero();  ///< c; in the plane not used
};
/// How many rows a node has: 1 in the plane, 3 in space (tt, cc, tc).
inline Index stress_rows_per_node(const FeModel& model) { return model.dofs.dimension == 3 ? 3 : 1; }

/// Rows of these nodes; columns: dofs [Pa/m].
Eigen::SparseMatrix<double, Eigen::RowMajor> surface_stress_rows(const FeModel& model,
                                                                 const std::vector<SurfaceNode>& nodes);

/// Rows of the inner nodes of a chain along the boundary; columns: dofs [Pa/m]. In space the chain lies in a plane z =
/// const of a surface that turns by `twist` [rad/m] along z.
Eigen::SparseMatrix<double, Eigen::RowMajor> boundary_stress_rows(const FeModel& model, const std::vector<int>& chain,
                                                                  double twist = 0);

/// Larger principal stress of every node from its three parts in space.
VectorXd surface_tension(const VectorXd& parts);

}  // namespace trunnion
