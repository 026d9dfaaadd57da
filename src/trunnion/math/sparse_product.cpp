#include "trunnion/math/sparse_product.h"

namespace trunnion {
namespace {

// Smaller products are not worth waking other threads for.
template <class Sparse>
[[maybe_unused]] bool worth_threads(const Sparse& A, const MatrixXd& x) {
  return A.nonZeros() * x.cols() > 100000;
}

/// y_outer = sum over the entries of an outer vector of value * x_inner
template <class Sparse>
MatrixXd gather(const Sparse& A, const MatrixXd& x) {
  MatrixXd y(A.outerSize(), x.cols());
#pragma omp parallel for schedule(static) if (worth_threads(A, x))
  for (Index c = 0; c < x.cols(); ++c) {
    const double* in = x.col(c).data();
    double* out = y.col(c).data();
    for (Index outer = 0; outer < A.outerSize(); ++outer) {
      double sum = 0;
      for (typename Sparse::InnerIterator entry(A, outer); entry; ++entry) sum += entry.value() * in[entry.index()];
      out[outer] = sum;
    }
  }
  return y;
}

/// y_inner += value * x_outer
template <class Sparse>
MatrixXd scatter(const Sparse& A, const MatrixXd& x) {
  MatrixXd y = MatrixXd::Zero(A.innerSize(), x.cols());
#pragma omp parallel for schedule(static) if (worth_threads(A, x))
  for (Index c = 0; c < x.cols(); ++c) {
    const double* in = x.col(c).data();
    double* out = y.col(c).data();
    for (Index outer = 0; outer < A.outerSize(); ++outer)
      for (typename Sparse::InnerIterator entry(A, outer); entry; ++entry)
        out[entry.index()] += entry.value() * in[outer];
  }
  return y;
}

}  // namespace

MatrixXd product(const RowSparse& A, const MatrixXd& x) { return gather(A, x); }
MatrixXd product(const SparseMatrix& A, const MatrixXd& x) { return scatter(A, x); }
MatrixXd transposed_product(const RowSparse& A, const MatrixXd& x) { return scatter(A, x); }
MatrixXd transposed_product(const SparseMatrix& A, const MatrixXd& x) { return gather(A, x); }

SparseMatrix transposed_product(const RowSparse& A, const SparseMatrix& B) { return SparseMatrix(A.transpose()) * B; }

MatrixXd dense(const SparseMatrix& A) { return A; }

}  // namespace trunnion
