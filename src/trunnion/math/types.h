#pragma once
// math/types.h -- the dense and sparse types used everywhere.

#include <Eigen/Core>
#include <Eigen/SparseCore>

namespace trunnion {

using Eigen::Index;
using Eigen::Matrix3d;
using Eigen::Matrix3Xd;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Matrix6d = Eigen::Matrix<double, 6, 6>;
using Vector6d = Eigen::Matrix<double, 6, 1>;
using Matrix6Xd = Eigen::Matrix<double, 6, Eigen::Dynamic>;

/// Column-major, 32-bit indices. A symmetric matrix stores its LOWER triangle only (named `..._lower` or documented
/// so).
using SparseMatrix = Eigen::SparseMatrix<double, Eigen::ColMajor, std::int32_t>;

/// Product of a symmetric matrix, given by its lower triangle, with a block of vectors (threaded over columns).
MatrixXd symmetric_product(const SparseMatrix& lower, const MatrixXd& x);

}  // namespace trunnion
