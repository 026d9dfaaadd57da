#include "reduction/small_model.h"

#include <random>

namespace trunnion::testing {

SmallModel::SmallModel(Index nodes, bool consistent_mass) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(0, 1);
  const auto next = [&] { return uniform(random); };
  x = Matrix3Xd::NullaryExpr(3, nodes, next);
  const Index n = 3 * nodes, a = interface_dofs, o = n - a;

  stiffness = MatrixXd::Zero(n, n);
  for (Index i = 0; i < nodes; ++i)
    for (Index j = 0; j < i; ++j) {
      const Vector3d direction = (x.col(i) - x.col(j)).normalized();
      const Matrix3d k = (0.5 + next()) * 1e6 * direction * direction.transpose();
      stiffness.block<3, 3>(3 * i, 3 * i) += k;
      stiffness.block<3, 3>(3 * j, 3 * j) += k;
      stiffness.block<3, 3>(3 * i, 3 * j) -= k;
      stiffness.block<3, 3>(3 * j, 3 * i) -= k;
    }
  MatrixXd scalar = VectorXd::NullaryExpr(nodes, [&] { return 0.5 + next(); }).asDiagonal();
  if (consistent_mass) scalar += 0.2 * MatrixXd::Ones(nodes, nodes) / double(nodes);
  mass = MatrixXd::Zero(n, n);
  for (Index i = 0; i < nodes; ++i)
    for (Index j = 0; j < nodes; ++j) mass.block<3, 3>(3 * i, 3 * j) = scalar(i, j) * Matrix3d::Identity();
  rigid = MatrixXd::Zero(n, 6);
  for (Index i = 0; i < nodes; ++i) {
    rigid.block<3, 3>(3 * i, 0).setIdentity();
    for (int axis = 0; axis < 3; ++axis) rigid.block<3, 1>(3 * i, 3 + axis) = Vector3d::Unit(axis).cross(x.col(i));
  }

  const MatrixXd koo = stiffness.bottomRightCorner(o, o), moo = mass.bottomRightCorner(o, o);
  const MatrixXd moa = mass.bottomLeftCorner(o, a);
  constraint_modes = MatrixXd::Zero(n, a);
  constraint_modes.topRows(a).setIdentity();
  constraint_modes.bottomRows(o) = -koo.ldlt().solve(MatrixXd(stiffness.bottomLeftCorner(o, a)));
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> eigen(koo, moo);
  modes = MatrixXd::Zero(n, o);
  modes.bottomRows(o) = eigen.eigenvectors();
  eigenvalues = eigen.eigenvalues();
  guyan_mass = constraint_modes.transpose() * mass * constraint_modes;
  guyan_stiffness = constraint_modes.transpose() * stiffness * constraint_modes;
  participation = -modes.transpose() * mass * constraint_modes;
  interior_mass = guyan_mass - (mass.topLeftCorner(a, a) - moa.transpose() * moo.ldlt().solve(moa));
  answers = MatrixXd::Zero(n, a);
  answers.bottomRows(o) = -koo.ldlt().solve((mass * constraint_modes).bottomRows(o));
  grams = {answers.transpose() * stiffness * answers, answers.transpose() * mass * answers};
  dofs.assign(a, DofKind::translation);
}

}  // namespace trunnion::testing
