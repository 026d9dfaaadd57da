#include "trunnion/math/dense_factor.h"

#include "trunnion/math/blas_kernel.h"

extern "C" {
void dpotrf_(const char* half, const int* n, double* a, const int* lda, int* info);
void dpotrs_(const char* half, const int* n, const int* columns, const double* a, const int* lda, double* b,
             const int* ldb, int* info);
void dgetrf_(const int* m, const int* n, double* a, const int* lda, int* pivots, int* info);
void dgetrs_(const char* form, const int* n, const int* columns, const double* a, const int* lda, const int* pivots,
             double* b, const int* ldb, int* info);
}

namespace trunnion {
namespace {
constexpr double singular = 1e-14;  // smallest pivot over the largest
}

bool DenseFactor::factor(MatrixXd matrix, bool symmetric) {
  use_fast_blas_kernel();
  const int n = static_cast<int>(matrix.rows());
  int info = 0;
  cholesky_ = symmetric;
  if (n == 0) {
    entries_ = std::move(matrix);
    return true;
  }
  if (symmetric) {
    entries_ = matrix;
    dpotrf_("L", &n, entries_.data(), &n, &info);
    if (info == 0) {
      const auto pivots = entries_.diagonal().array();
      if (pivots.minCoeff() > std::sqrt(singular) * pivots.maxCoeff()) return true;
    }
    cholesky_ = false;
  }
  entries_ = std::move(matrix);
  pivots_.resize(std::size_t(n));
  dgetrf_(&n, &n, entries_.data(), &n, pivots_.data(), &info);
  if (info != 0) return false;
  const auto pivots = entries_.diagonal().cwiseAbs();
  return pivots.minCoeff() > singular * pivots.maxCoeff();
}

void DenseFactor::solve_in_place(MatrixXd& rhs) const {
  const int n = static_cast<int>(entries_.rows()), columns = static_cast<int>(rhs.cols());
  if (n == 0 || columns == 0) return;
  int info = 0;
  if (cholesky_)
    dpotrs_("L", &n, &columns, entries_.data(), &n, rhs.data(), &n, &info);
  else
    dgetrs_("N", &n, &columns, entries_.data(), &n, pivots_.data(), rhs.data(), &n, &info);
}

}  // namespace trunnion
