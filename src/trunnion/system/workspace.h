#pragma once
// system/workspace.h -- scratch of one evaluation of the equations of motion; may be thrown away at any time.

#include "trunnion/math/general_lu.h"
#include "trunnion/system/block_matrix.h"
#include "trunnion/system/state.h"

namespace trunnion {

struct Workspace {
  explicit Workspace(const Mechanism& mechanism);

  std::vector<BodyPose> poses;            ///< by update_kinematics
  std::vector<InertiaTerms> terms;        ///< by update_kinematics
  std::vector<MarkerKinematics> markers;  ///< by update_kinematics; H by assemble_jacobian
  std::vector<CacheSlot> slots;           ///< one per force
  VectorXd residual;                      ///< by assemble_residual: equations of motion, then constraints
  VectorXd force_scale;                   ///< by assemble_residual: sum of |terms| of each equation of motion
  VectorXd coordinate;                    ///< by assemble_residual: value of every constraint term
  BlockMatrix jacobian;                   ///< by assemble_jacobian
  GeneralLu lu;                           ///< of the jacobian
  VectorXd scratch;                       ///< one element's forces
  Matrix6Xd wide;                         ///< 6 x largest body, for products of marker Jacobians
  BodyTangent body_tangent;               ///< one body force
  std::vector<std::vector<Index>> bodies_of_joint;
};

}  // namespace trunnion
