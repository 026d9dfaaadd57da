#include "trunnion/math/general_lu.h"

#include <klu.h>

#include <Eigen/LU>
#include <cmath>

namespace trunnion {

namespace {
// Below this size, or above this share of entries, dense elimination wins (measured with benchmarks/multibody.cpp).
constexpr Index dense_size = 60;
constexpr double dense_share = 0.35;
constexpr double singular = 1e-30;   // of the pivots' range
constexpr double pivot_share = 0.1;  // a diagonal entry of at least this share of the column is kept as pivot
// What one floating-point operation costs beside the others: sparse elimination searches, dense code runs in vectors
// (measured with benchmarks/multibody.cpp).
constexpr double sparse_factor = 3.2, sparse_solve = 0.6, dense_factor = 0.07, dense_solve = 0.14;
}  // namespace

struct GeneralLu::Impl {
  bool dense = false;
  MatrixXd full;
  Eigen::PartialPivLU<MatrixXd> lu;
  const SparseMatrix* matrix = nullptr;
  mutable klu_common common;
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  double rcond = 0;
  mutable VectorXd rest;

  Impl() {
    klu_defaults(&common);
    common.tol = pivot_share;
  }
  void drop_numeric() {
    if (numeric) klu_free_numeric(&numeric, &common);
  }
  void drop_symbolic() {
    if (symbolic) klu_free_symbolic(&symbolic, &common);
  }
  ~Impl() {
    drop_numeric();
    drop_symbolic();
  }
  bool factor_dense(const SparseMatrix& A) {
    full.setZero(A.rows(), A.cols());
    for (Index c = 0; c < A.cols(); ++c)
      for (SparseMatrix::InnerIterator it(A, c); it; ++it) full(it.row(), c) = it.value();
    if (!full.allFinite()) return false;
    lu.compute(full);
    const auto pivots = lu.matrixLU().diagonal().cwiseAbs();
    rcond = A.rows() == 0 ? 1.0 : pivots.minCoeff() / pivots.maxCoeff();
    return rcond > 0;
  }
  // KLU only reads the matrix, but does not say so in its types.
  bool factor_sparse(const SparseMatrix& A) {
    auto* columns = const_cast<std::int32_t*>(A.outerIndexPtr());
    auto* rows = const_cast<std::int32_t*>(A.innerIndexPtr());
    auto* values = const_cast<double*>(A.valuePtr());
    if (!symbolic) symbolic = klu_analyze(static_cast<int>(A.rows()), columns, rows, &common);
    if (!symbolic) return false;
    drop_numeric();
    numeric = klu_factor(columns, rows, values, symbolic, &common);
    if (!numeric) return false;
    klu_rcond(symbolic, numeric, &common);
    rcond = common.rcond;
    klu_flops(symbolic, numeric, &common);
    return std::isfinite(rcond) && rcond > singular;
  }
};

GeneralLu::GeneralLu() : impl_(std::make_unique<Impl>()) {}
GeneralLu::~GeneralLu() = default;
GeneralLu::GeneralLu(GeneralLu&&) noexcept = default;
GeneralLu& GeneralLu::operator=(GeneralLu&&) noexcept = default;

void GeneralLu::forget_pattern() { impl_->drop_symbolic(); }
double GeneralLu::reciprocal_condition() const { return impl_->rcond; }

double GeneralLu::factor_work() const {
  const auto n = static_cast<double>(impl_->matrix->rows());
  return impl_->dense ? dense_factor * 2 * n * n * n / 3 : sparse_factor * impl_->common.flops;
}

double GeneralLu::solve_work() const {
  const auto n = static_cast<double>(impl_->matrix->rows());
  if (impl_->dense) return dense_solve * 2 * n * n;
  const auto factors = static_cast<double>(impl_->numeric->lnz) + static_cast<double>(impl_->numeric->unz);
  const auto entries = static_cast<double>(impl_->matrix->nonZeros());
  return sparse_solve * 2 * (2 * factors + entries);  // two passes and one product
}

bool GeneralLu::factor(const SparseMatrix& A) {
  impl_->matrix = &A;
  impl_->dense =
      A.rows() <= dense_size ||
      static_cast<double>(A.nonZeros()) > dense_share * static_cast<double>(A.rows()) * static_cast<double>(A.cols());
  return impl_->dense ? impl_->factor_dense(A) : impl_->factor_sparse(A);
}

void GeneralLu::solve(const VectorXd& rhs, VectorXd& x) const {
  const Impl& s = *impl_;
  x.resize(rhs.size());
  if (s.dense) {
    x = s.lu.solve(rhs);
    return;
  }
  const int n = static_cast<int>(rhs.size());
  x = rhs;
  klu_solve(s.symbolic, s.numeric, n, 1, x.data(), &s.common);
  s.rest = rhs;  // one step of refinement makes up for pivots that are not the largest
  s.rest.noalias() -= *s.matrix * x;
  klu_solve(s.symbolic, s.numeric, n, 1, s.rest.data(), &s.common);
  x += s.rest;
}

}  // namespace trunnion
