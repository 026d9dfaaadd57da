#include "trunnion/gears/layer_spread.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>

namespace trunnion {
namespace {

/// Shares of the layers, as columns.
MatrixXd node_shares(Index layers, int parts) {
  MatrixXd out = MatrixXd::Zero((layers - 1) * parts + 1, layers);
  for (Index l = 0; l < layers; ++l)
    for (const auto& [node, share] : layer_shares(layers, l, parts)) out(node, l) = share;
  return out;
}

/// A matrix of two neighbors summed along a row of nodes.
MatrixXd along_row(Index nodes, const Eigen::Matrix2d& element) {
  MatrixXd out = MatrixXd::Zero(nodes, nodes);
  for (Index i = 0; i + 1 < nodes; ++i) out.block<2, 2>(i, i) += element;
  return out;
}

/// The square root of a symmetric matrix without negative eigenvalues; rounding makes small ones of zero.
MatrixXd square_root(const MatrixXd& matrix) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(matrix);
  return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0).cwiseSqrt().asDiagonal() *
         eigen.eigenvectors().transpose();
}

}  // namespace

std::vector<LayerShare> layer_shares(Index layers, Index layer, int parts) {
  std::vector<LayerShare> out;
  double sum = 0;
  const Index last = (layers - 1) * parts;
  for (Index j = 1 - parts; j < parts; ++j) {
    const Index node = layer * parts + j;
    if (node < 0 || node > last) continue;
    const double end = node == 0 || node == last ? 0.5 : 1;  // half the length
    out.push_back({node, end * double(parts - std::abs(j))});
    sum += out.back().share;
  }
  for (LayerShare& each : out) each.share /= sum;
  return out;
}

LayerSpread layer_spread(Index layers, int parts) {
  VectorXd root = VectorXd::Ones(layers);
  root[0] = root[layers - 1] = std::sqrt(0.5);
  const VectorXd inverse = root.cwiseInverse();
  Eigen::Matrix2d hats{{2, 1}, {1, 2}}, means{{1, 1}, {1, 1}};
  hats /= 6 * parts;
  means /= 4;
  const MatrixXd S = node_shares(layers, parts);
  const MatrixXd slices =
      root.asDiagonal() * S.transpose() * along_row(S.rows(), hats).ldlt().solve(S) * root.asDiagonal();
  const auto balanced = [&](const MatrixXd& symmetric) -> MatrixXd {
    return root.asDiagonal() * symmetric * inverse.asDiagonal();
  };
  LayerSpread out;
  out.in_section = balanced(square_root(slices.inverse()));
  out.axial = parts > 1 ? out.in_section
                        : balanced(square_root(inverse.asDiagonal() * along_row(layers, means) * inverse.asDiagonal()));
  return out;
}

}  // namespace trunnion
