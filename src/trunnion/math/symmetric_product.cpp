#include <cmath>

#include "trunnion/math/axes_product.h"
#include "trunnion/math/sparse_product.h"

namespace trunnion {
namespace {

/// `width` columns of a product, held row by row, so that each entry of the matrix is read once for all of them and
/// works on neighbouring numbers. `weight` maps an entry to its factor.
template <int width, typename Weight>
auto product_of_rows(const SparseMatrix& lower, const Eigen::Matrix<double, width, Eigen::Dynamic>& in, Weight weight) {
  Eigen::Matrix<double, width, Eigen::Dynamic> out = decltype(out)::Zero(width, in.cols());
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
  return out;
}

constexpr auto as_it_is = [](double a) { return a; };

template <int width, typename Weight>
void product_of_columns(const SparseMatrix& lower, const MatrixXd& x, Index first, Weight weight, MatrixXd& y) {
  const Eigen::Matrix<double, width, Eigen::Dynamic> in = x.middleCols<width>(first).transpose();
  y.middleCols<width>(first) = product_of_rows<width>(lower, in, weight).transpose();
}

/// Three axes of `columns` columns.
template <int columns>
void add_product_of_axes(const SparseMatrix& lower, const MatrixXd& x, Index first, MatrixXd& y) {
  const Index n = lower.cols();
  Eigen::Matrix<double, 3 * columns, Eigen::Dynamic> in(3 * columns, n);
  for (Index c = 0; c < columns; ++c)
    in.template middleRows<3>(3 * c) = Eigen::Map<const Matrix3Xd>(x.col(first + c).data(), 3, n);
  const auto out = product_of_rows<3 * columns>(lower, in, as_it_is);
  for (Index c = 0; c < columns; ++c)
    Eigen::Map<Matrix3Xd>(y.col(first + c).data(), 3, n) += out.template middleRows<3>(3 * c);
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
  return weighted_product(lower, x, as_it_is);
}

void add_axes_product(const SparseMatrix& lower, const MatrixXd& x, MatrixXd& y) {
  constexpr Index width = 8;
  const Index blocks = x.cols() / width, rest = blocks * width;
#pragma omp parallel for schedule(dynamic)
  for (Index task = 0; task < blocks + x.cols() - rest; ++task) {
    if (task < blocks)
      add_product_of_axes<width>(lower, x, width * task, y);
    else
      add_product_of_axes<1>(lower, x, rest + task - blocks, y);
  }
}

MatrixXd absolute_symmetric_product(const SparseMatrix& lower, const MatrixXd& x) {
  return weighted_product(lower, x.cwiseAbs(), [](double a) { return std::abs(a); });
}

}  // namespace trunnion
