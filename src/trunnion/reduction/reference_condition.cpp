#include "trunnion/reduction/reference_condition.h"

#include <Eigen/Geometry>
#include <Eigen/LU>

namespace trunnion {

Eigen::Matrix<double, 6, 12> chord_conditions(const Vector3d& first, const Vector3d& second) {
  const Vector3d along = (second - first).normalized();
  const Vector3d across = along.unitOrthogonal(), third = along.cross(across);
  Eigen::Matrix<double, 6, 12> b = Eigen::Matrix<double, 6, 12>::Zero();
  b.block<3, 3>(0, 0).setIdentity();
  b.block<1, 3>(3, 6) = across.transpose();
  b.block<1, 3>(4, 6) = third.transpose();
  b.block<1, 3>(5, 3) = along.transpose();
  return b;
}

MatrixXd rigid_correction(const MatrixXd& conditions, const MatrixXd& rigid, const MatrixXd& modes) {
  const Matrix6d held = conditions.transpose() * rigid;
  return -held.partialPivLu().solve(conditions.transpose() * modes);
}

}  // namespace trunnion
