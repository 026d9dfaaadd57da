#pragma once
// gears/root_stress.h -- stress along the free surface of a tooth root as a linear function of the mesh's motion.
// At a node of the boundary: mean over its elements of t . sigma . t, t along the boundary; no other stress acts there.

#include "trunnion/fem/fe_model.h"

namespace trunnion {

/// Rows for the inner nodes of a chain along the boundary; columns: dofs [Pa/m]. In three dimensions the chain
/// lies in a plane z = const.
Eigen::SparseMatrix<double, Eigen::RowMajor> boundary_stress_rows(const FeModel& model, const std::vector<int>& chain);

}  // namespace trunnion
