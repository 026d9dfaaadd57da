#include <omp.h>

#include <cmath>
#include <type_traits>

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

/// Columns in blocks of eight, then of four, then one by one: calls block(first, width). The more columns share a pass
/// over the matrix the better, but eights are taken only as long as every thread gets one.
/// `entries`: of the matrix; products of small ones are not worth waking other threads for.
template <typename Action>
void for_column_blocks(Index columns, [[maybe_unused]] Index entries, Action block) {
  const Index threads = omp_get_max_threads(), eights = columns / 8 / threads * threads;
  const Index fours = (columns - 8 * eights) / 4, ones = columns - 8 * eights - 4 * fours;
#pragma omp parallel for schedule(dynamic) if (columns * entries > 100000)
  for (Index task = 0; task < eights + fours + ones; ++task) {
    if (task < eights)
      block(8 * task, std::integral_constant<int, 8>{});
    else if (task < eights + fours)
      block(8 * eights + 4 * (task - eights), std::integral_constant<int, 4>{});
    else
      block(columns - ones + task - eights - fours, std::integral_constant<int, 1>{});
  }
}

template <typename Weight>
MatrixXd weighted_product(const SparseMatrix& lower, const MatrixXd& x, Weight weight) {
  MatrixXd y(x.rows(), x.cols());
  for_column_blocks(x.cols(), lower.nonZeros(),
                    [&](Index first, auto width) { product_of_columns<width()>(lower, x, first, weight, y); });
  return y;
}

}  // namespace

MatrixXd symmetric_product(const SparseMatrix& lower, const MatrixXd& x) {
  return weighted_product(lower, x, as_it_is);
}

void add_axes_product(const SparseMatrix& lower, const MatrixXd& x, MatrixXd& y) {
  for_column_blocks(x.cols(), lower.nonZeros(),
                    [&](Index first, auto width) { add_product_of_axes<width()>(lower, x, first, y); });
}

MatrixXd absolute_symmetric_product(const SparseMatrix& lower, const MatrixXd& x) {
  return weighted_product(lower, x.cwiseAbs(), [](double a) { return std::abs(a); });
}

}  // namespace trunnion
