#include <cmath>

#include "trunnion/math/sparse_product.h"

namespace trunnion {
namespace {

/// `width` columns of the product at a time, held row by row, so that each entry of the matrix is read once for all of
/// them and works on neighbouring numbers. `weight` maps an entry to its factor.
template <int width, typename Weight>
void product_of_columns(const SparseMatrix& lower, const MatrixXd& x, Index first, Weight weight, MatrixXd& y) {
  using Rows = Eigen::Matrix<double, width, Eigen::Dynamic>;
  const Rows in = x.middleCols<width>(first).transpose();
  Rows out = Rows::Zero(width, x.rows());
  for (Index j = 0; j < lower.cols(); ++j) {
    const Eigen::Matrix<double, width, 1> in_j = in.col(j);
    Eigen::Matrix<double, width, 1> out_j = Eigen::Matrix<double, width, 1>::Zero();
    for (SparseMatrix::InnerIterator entry(lower, j); entry; ++entry) {
      const Index i = entry.row();
      const double a = weight(entry.value());
      if (i == j) {
        out_j += a * in_j;
        continue;
      }
      out.col(i) += a * in_j;
      out_j += a * in.col(i);
    }
    out.col(j) += out_j;
  }
  y.middleCols<width>(first) = out.transpose();
}

template <typename Weight>
MatrixXd weighted_product(const SparseMatrix& lower, const MatrixXd& x, Weight weight) {
  constexpr Index width = 8;
  MatrixXd y(x.rows(), x.cols());
  const Index blocks = x.cols() / width, rest = blocks * width;
#pragma omp parallel for schedule(dynamic)
  for (Index task = 0; task < blocks + x.cols() - rest; ++task) {
    if (task < blocks)
      product_of_columns<width>(lower, x, width * task, weight, y);
    else
      product_of_columns<1>(lower, x, rest + task - blocks, weight, y);
  }
  return y;
}

}  // namespace

MatrixXd symmetric_product(const SparseMatrix& lower, const MatrixXd& x) {
  return weighted_product(lower, x, [](double a) { return a; });
}

MatrixXd absolute_symmetric_product(const SparseMatrix& lower, const MatrixXd& x) {
  return weighted_product(lower, x.cwiseAbs(), [](double a) { return std::abs(a); });
}

}  // namespace trunnion
