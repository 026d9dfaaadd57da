#include "trunnion/reduction/truncation_vectors.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cassert>

namespace trunnion {

InertiaAnswerGrams deflate(const InertiaAnswerGrams& grams, const MatrixXd& kept_participation,
                           const VectorXd& kept_eigenvalues) {
  assert(kept_participation.rows() == kept_eigenvalues.size());
  const MatrixXd once = kept_eigenvalues.cwiseInverse().asDiagonal() * kept_participation;
  return {grams.stiffness - kept_participation.transpose() * once, grams.mass - once.transpose() * once};
}

TruncationBasis truncation_basis(const InertiaAnswerGrams& deflated, const VectorXd& energy_scale, Index count,
                                 double rank_tolerance) {
  const Index dofs = deflated.stiffness.rows();
  TruncationBasis basis{MatrixXd(dofs, 0), VectorXd(0), MatrixXd(0, dofs)};
  if (dofs == 0 || count == 0) return basis;

  // Unit strain energy per column makes translations and rotations comparable; emptied columns stay zero.
  VectorXd scale = VectorXd::Zero(dofs);
  double noise = 0;  // what cancellation in the deflated matrices may leave, in scaled units
  const double largest = energy_scale.maxCoeff();
  for (Index a = 0; a < dofs; ++a) {
    const double energy = deflated.stiffness(a, a);
    if (!(energy > rank_tolerance * energy_scale[a] && energy_scale[a] > 1e-16 * largest)) continue;
    scale[a] = 1 / std::sqrt(energy);
    noise = std::max(noise, 1e-13 * energy_scale[a] / energy);
  }
  const MatrixXd stiffness = scale.asDiagonal() * deflated.stiffness * scale.asDiagonal();
  const MatrixXd mass = scale.asDiagonal() * deflated.mass * scale.asDiagonal();

  const Eigen::SelfAdjointEigenSolver<MatrixXd> energy(0.5 * (stiffness + stiffness.transpose()));
  const VectorXd& w = energy.eigenvalues();
  const Index rank = (w.array() > std::max(rank_tolerance * w.maxCoeff(), noise)).count();
  if (rank == 0) return basis;
  const MatrixXd z = energy.eigenvectors().rightCols(rank) * w.tail(rank).cwiseSqrt().cwiseInverse().asDiagonal();

  const MatrixXd inverse_pencil = z.transpose() * mass * z;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> pencil(0.5 * (inverse_pencil + inverse_pencil.transpose()));
  const Index positive = (pencil.eigenvalues().array() > 0).count();
  const Index kept = count < 0 ? positive : std::min(count, positive);
  const VectorXd theta = pencil.eigenvalues().tail(kept).reverse();  // largest theta = lowest pseudo-frequency
  const MatrixXd y = pencil.eigenvectors().rightCols(kept).rowwise().reverse();
  basis.eigenvalues = theta.cwiseInverse();
  basis.coefficients = scale.asDiagonal() * z * y * theta.cwiseSqrt().cwiseInverse().asDiagonal();
  basis.participation = basis.coefficients.transpose() * deflated.stiffness;
  return basis;
}

}  // namespace trunnion
