#pragma once
// gears/held_system.h -- the stiffness of a gear whose hub is held, and rows of its free unknowns.

#include <vector>

#include "trunnion/fem/fe_model.h"

namespace trunnion {

using SparseRows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// K without the rows of the node set "hub", and where each dof went.
struct HeldSystem {
  SparseMatrix lower;
  std::vector<Index> place;  ///< of the full dof; -1: held
};
HeldSystem hold_hub(const FeModel& model);

/// Columns of the full dofs moved to those of the free ones; the hub does not move.
SparseRows on_free_dofs(const SparseRows& full, const HeldSystem& held);

}  // namespace trunnion
