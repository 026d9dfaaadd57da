#pragma once
// gears/held_system.h -- the stiffness of a gear whose hub is held, and rows of its free unknowns.

#include <vector>

#include "trunnion/fem/fe_model.h"
#include "trunnion/gears/mesh_place.h"

namespace trunnion {

using SparseRows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// K without the rows of the node set "hub", and where each dof went.
struct HeldSystem {
  SparseMatrix lower;
  std::vector<Index> place;  ///< of the full dof; -1: held
};
HeldSystem hold_hub(const FeModel& model);

/// Motions of places of the mesh as rows on all dofs: row dimension place + axis.
SparseRows motion_rows(const std::vector<MeshPlace>& places, const FeModel& model);

/// Columns of the full dofs moved to those of the free ones; the hub does not move.
SparseRows on_free_dofs(const SparseRows& full, const HeldSystem& held);

}  // namespace trunnion
