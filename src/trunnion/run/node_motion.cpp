#include "trunnion/run/node_motion.h"

namespace trunnion {

Matrix3Xd node_translations(const DofMap& dofs, const VectorXd& u) {
  Matrix3Xd motion = Matrix3Xd::Zero(3, dofs.num_nodes);
  motion.topRows(dofs.dimension) = u.head(dofs.dimension * dofs.num_nodes).reshaped(dofs.dimension, dofs.num_nodes);
  return motion;
}

}  // namespace trunnion
