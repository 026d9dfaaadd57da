#include "trunnion/contact/fit_axis.h"

#include <Eigen/Dense>
#include <cmath>

namespace trunnion {
namespace {

/// The coordinate axis that `direction` has most of, across it: angles then count from x, y or z.
Vector3d named_across(const Vector3d& direction) {
  Index most = 0;
  direction.cwiseAbs().maxCoeff(&most);
  const Vector3d named = Vector3d::Unit((most + 1) % 3);
  return (named - named.dot(direction) * direction).normalized();
}

}  // namespace

FitAxis fit_axis(const Matrix3Xd& position, const Matrix3Xd& normal, const VectorXd& area) {
  FitAxis axis;
  const double total = area.sum();
  const Vector3d middle = position * area / total;
  const Matrix3d spread = normal * area.asDiagonal() * normal.transpose() / total;
  const Eigen::SelfAdjointEigenSolver<Matrix3d> eigen(spread);
  constexpr double flat = 1e-3;  // share of the normals' squares across the common one
  axis.round = eigen.eigenvalues()[1] > flat;
  axis.direction = eigen.eigenvectors().col(axis.round ? 0 : 2);
  Index most = 0;
  axis.direction.cwiseAbs().maxCoeff(&most);
  if (axis.direction[most] < 0) axis.direction *= -1;
  axis.across = named_across(axis.direction);
  axis.center = middle;
  if (!axis.round) return axis;
  // Lines along the normals, seen along the axis, meet it: least squares of the distances.
  const Matrix3d off_axis = Matrix3d::Identity() - axis.direction * axis.direction.transpose();
  Matrix3d sum = axis.direction * axis.direction.transpose() * total;
  Vector3d right = Vector3d::Zero();
  for (Index k = 0; k < area.size(); ++k) {
    const Vector3d n = (off_axis * normal.col(k)).normalized();
    const Matrix3d across = off_axis - n * n.transpose();
    sum += area[k] * across;
    right += area[k] * (across * (position.col(k) - middle));
  }
  axis.center += sum.ldlt().solve(right);
  const Matrix3Xd arm = off_axis * (position.colwise() - axis.center);
  axis.radius = area.dot(arm.colwise().norm()) / total;
  return axis;
}

Eigen::Matrix2Xd unrolled(const FitAxis& axis, const Matrix3Xd& position) {
  const Vector3d third = axis.direction.cross(axis.across);
  Eigen::Matrix2Xd out(2, position.cols());
  for (Index k = 0; k < position.cols(); ++k) {
    const Vector3d d = position.col(k) - axis.center;
    const double x = d.dot(axis.across), y = d.dot(third);
    if (axis.round)
      out.col(k) << axis.radius * std::atan2(y, x), d.dot(axis.direction);
    else
      out.col(k) << x, y;
  }
  return out;
}

}  // namespace trunnion
