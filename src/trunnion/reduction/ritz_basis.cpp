#include "trunnion/reduction/ritz_basis.h"

#include <Eigen/Eigenvalues>

namespace trunnion {

RitzBasis ritz_basis(const MatrixXd& stiffness_gram, const MatrixXd& mass_gram, double rank_tolerance) {
  // Scaled to unit energy, then energy-orthonormal with small directions dropped: the same care as for truncation
  // vectors, whose units differ by orders of magnitude too.
  VectorXd scale = stiffness_gram.diagonal();
  for (double& s : scale) s = s > 0 ? 1 / std::sqrt(s) : 0;
  const MatrixXd k = scale.asDiagonal() * stiffness_gram * scale.asDiagonal();
  const MatrixXd m = scale.asDiagonal() * mass_gram * scale.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> energy(0.5 * (k + k.transpose()));
  const VectorXd& w = energy.eigenvalues();
  const Index rank = (w.array() > rank_tolerance * w.maxCoeff()).count();
  const MatrixXd z = energy.eigenvectors().rightCols(rank) * w.tail(rank).cwiseSqrt().cwiseInverse().asDiagonal();
  const MatrixXd inverse = z.transpose() * m * z;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> pencil(0.5 * (inverse + inverse.transpose()));
  const Index kept = (pencil.eigenvalues().array() > 0).count();
  const VectorXd theta = pencil.eigenvalues().tail(kept).reverse();
  return {scale.asDiagonal() * z * pencil.eigenvectors().rightCols(kept).rowwise().reverse() *
              theta.cwiseSqrt().cwiseInverse().asDiagonal(),
          theta.cwiseInverse()};
}

}  // namespace trunnion
