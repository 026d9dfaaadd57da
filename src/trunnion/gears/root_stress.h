#pragma once
// gears/root_stress.h -- stress along the free surface of a tooth root as a linear function of the mesh's motion.
// At a node of the boundary: mean over its elements of t . sigma . t, t along the boundary; no other stress acts there.

#include "trunnion/fem/fe_model.h"

namespace trunnion {

/// A node of a free surface and a unit vector along it, in a plane z = const.
struct SurfaceTangent {
  int node = -1;
  Vector3d along = Vector3d::Zero();
};
/// Rows t . sigma . t of these nodes; columns: dofs [Pa/m].
Eigen::SparseMatrix<double, Eigen::RowMajor> surface_stress_rows(const FeModel& model,
                                                                 const std::vector<SurfaceTangent>& nodes);

/// Rows for the inner nodes of a chain along the boundary; columns: dofs [Pa/m]. In three dimensions the chain
/// lies in a plane z = const.
Eigen::SparseMatrix<double, Eigen::RowMajor> boundary_stress_rows(const FeModel& model, const std::vector<int>& chain);

}  // namespace trunnion
