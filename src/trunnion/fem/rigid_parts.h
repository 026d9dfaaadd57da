#pragma once
// fem/rigid_parts.h -- the pieces of a model, and which of their rigid motions supports, ties and springs leave free
// (a step of constrain()). Decided by kinematics alone, so that neither softness nor size matters.

#include <vector>

#include "trunnion/fem/dof_elimination.h"

namespace trunnion {

struct RigidParts {
  std::vector<RigidPart> parts;
  std::vector<std::int32_t> part_of_node;  ///< -1: a node that does not move by itself
  std::vector<std::int32_t> node_of_dof;
  int motions = 6;  ///< per part: translations, then rotations (plane: 2 + 1)
};

RigidParts rigid_parts(const FeModel& model, const DofElimination& elimination);

/// Displacement (or rotation) of a dof under unit rigid motions of its part: translations in m, rotations of 1/radius.
/// Zeros where the node has no part; entries behind `motions` are zero.
Vector6d rigid_row(const FeModel& model, const RigidParts& parts, Index dof);

/// Rigid coefficients (motions per part x vectors) of all motions that violate no support, no held node, no rigid
/// coupling, and strain no spring.
MatrixXd free_rigid_motions(const FeModel& model, const RigidParts& parts, const DofElimination& elimination);

}  // namespace trunnion
