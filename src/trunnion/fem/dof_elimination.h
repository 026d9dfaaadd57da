#pragma once
// fem/dof_elimination.h -- which unknowns are free, and how the others follow from them (a step of constrain()).

#include <optional>
#include <utility>
#include <vector>

#include "trunnion/fem/constrained_system.h"

namespace trunnion {

/// What decides the value of a dof.
enum class DofRole : char {
  free,
  given,     ///< a support or a held node prescribes it
  slave,     ///< follows the reference node of a rigid coupling
  averaged,  ///< a reference node's component that is read off its patch
  left_out   ///< nothing acts there: neither stiffness nor mass nor coupling
};

/// A weighted sum of dofs.
using DofSum = std::vector<std::pair<Index, double>>;

/// A condition  sum of dofs = value  that is kept as a row of C.
struct DofRow {
  DofSum sum;
  double value = 0;
  Index support_dof = -1;   ///< the supported dof it stands for
  bool of_average = false;  ///< belongs to an averaged coupling: many dofs, independent of the others
};

struct DofElimination {
  std::vector<DofRole> kind;
  std::vector<DofSum> sums;         ///< of slave and averaged dofs, by sum_of
  std::vector<std::int32_t> index;  ///< free: number of the unknown; given: of the motion; slave, averaged: of the sum
  std::vector<Index> free_dof, given_dof;
  std::vector<double> prescribed;
  Index num_held = 0;
  std::vector<DofRow> rows;
};

/// The dof of a node's component (x, y, z, then rotations), -1 where the node has none.
Index dof_of(const DofMap& dofs, NodeId node, int component);

/// Nodes that a support or a load names: a coupling's reference node, else a set, surface or element set.
std::vector<NodeId> supported_nodes(const FeModel& model, const std::string& name);

DofElimination eliminate_dofs(const FeModel& model, const std::vector<Support>& supports,
                              const std::vector<NodeId>& held);

/// Motion of one slave component under unit motions of the reference node's dofs.
DofSum rigid_sum(const FeModel& model, const CouplingMap& coupling, NodeId slave, int component);

}  // namespace trunnion
