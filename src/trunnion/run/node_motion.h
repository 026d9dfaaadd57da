#pragma once
// run/node_motion.h -- unknowns of a finite-element model to motions of its nodes.

#include "trunnion/fem/fe_model.h"

namespace trunnion {

/// 3 x nodes; the third row is zero for plane models.
Matrix3Xd node_translations(const DofMap& dofs, const VectorXd& u);

}  // namespace trunnion
