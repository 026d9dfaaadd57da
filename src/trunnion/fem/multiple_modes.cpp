#include "trunnion/fem/multiple_modes.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace trunnion {
namespace {

/// Relative distance of eigenvalues that count as one. Modes farther apart are told from each other to round-off over
/// their distance.
constexpr double as_one = 1e-7;

/// Motions along x, y, z in turn that grow through the body in a slanting direction, so that no symmetry of the body
/// leaves them as they are.
MatrixXd slanting_motions(const FeModel& model, Index count) {
  const Matrix3Xd& x = model.file->mesh.x;
  const Vector3d low = x.rowwise().minCoeff(), high = x.rowwise().maxCoeff();
  const double half = std::max(0.5 * (high - low).maxCoeff(), 1e-300);
  const int dimension = model.dofs.dimension;
  MatrixXd motions = MatrixXd::Zero(model.dofs.size, count);
  for (Index c = 0; c < count; ++c) {
    const Vector3d slant(0.9 + 0.1 * double(c), 0.6 - 0.2 * double(c), 1.3);
    const Index axis = c % dimension;
    for (Index node = 0; node < model.dofs.num_nodes; ++node)
      motions(dimension * node + axis, c) = std::exp(slant.dot(x.col(node) - 0.5 * (low + high)) / half);
  }
  return motions;
}

void orient(const FeModel& model, MatrixXd& shapes, Index first, Index count) {
  const MatrixXd seen =
      shapes.middleCols(first, count).transpose() * mass_product(model, slanting_motions(model, count));
  const Eigen::HouseholderQR<MatrixXd> qr(seen);
  MatrixXd rotation = qr.householderQ();
  for (Index k = 0; k < count; ++k)
    if (qr.matrixQR()(k, k) < 0) rotation.col(k) *= -1;
  shapes.middleCols(first, count) *= rotation;
}

}  // namespace

void orient_multiple_modes(const FeModel& model, const VectorXd& eigenvalues, MatrixXd& shapes) {
  for (Index first = 0; first < eigenvalues.size();) {
    Index end = first + 1;
    while (end < eigenvalues.size() && eigenvalues[end] - eigenvalues[end - 1] <= as_one * eigenvalues[end]) ++end;
    if (end - first > 1) orient(model, shapes, first, end - first);
    first = end;
  }
}

}  // namespace trunnion
