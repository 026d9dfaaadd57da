#include "trunnion/math/general_lu.h"

#include <umfpack.h>

#include <Eigen/LU>
#include <cmath>

namespace trunnion {

namespace {
// Below this size, or above this share of entries, dense elimination wins (measured with benchmarks/multibody.cpp).
constexpr Index dense_size = 60;
constexpr double dense_share = 0.35;
constexpr double singular = 1e-15;
}  // namespace

struct GeneralLu::Impl {
  bool dense = false;
  MatrixXd full;
  Eigen::PartialPivLU<MatrixXd> lu;
  const SparseMatrix* matrix = nullptr;
  void* symbolic = nullptr;
  void* numeric = nullptr;
  double control[UMFPACK_CONTROL];
  double rcond = 0;
  mutable std::vector<int> iwork;
  mutable std::vector<double> work;

  Impl() {
    umfpack_di_defaults(control);
    control[UMFPACK_IRSTEP] = 1;
  }
  void drop_numeric() {
    if (numeric) umfpack_di_free_numeric(&numeric);
  }
  void drop_symbolic() {
    if (symbolic) umfpack_di_free_symbolic(&symbolic);
  }
  ~Impl() {
    drop_numeric();
    drop_symbolic();
  }
};

GeneralLu::GeneralLu() : impl_(std::make_unique<Impl>()) {}
GeneralLu::~GeneralLu() = default;
GeneralLu::GeneralLu(GeneralLu&&) noexcept = default;
GeneralLu& GeneralLu::operator=(GeneralLu&&) noexcept = default;

void GeneralLu::forget_pattern() { impl_->drop_symbolic(); }
double GeneralLu::reciprocal_condition() const { return impl_->rcond; }

bool GeneralLu::factor(const SparseMatrix& A) {
  Impl& s = *impl_;
  s.matrix = &A;
  s.dense = A.rows() <= dense_size || static_cast<double>(A.nonZeros()) >
                                          dense_share * static_cast<double>(A.rows()) * static_cast<double>(A.cols());
  if (s.dense) {
    s.full.setZero(A.rows(), A.cols());
    for (Index c = 0; c < A.cols(); ++c)
      for (SparseMatrix::InnerIterator it(A, c); it; ++it) s.full(it.row(), c) = it.value();
    if (!s.full.allFinite()) return false;
    s.lu.compute(s.full);
    const auto pivots = s.lu.matrixLU().diagonal().cwiseAbs();
    s.rcond = A.rows() == 0 ? 1.0 : pivots.minCoeff() / pivots.maxCoeff();
    return s.rcond > 0;
  }
  double info[UMFPACK_INFO];
  const int n = static_cast<int>(A.rows());
  if (!s.symbolic &&
      umfpack_di_symbolic(n, n, A.outerIndexPtr(), A.innerIndexPtr(), A.valuePtr(), &s.symbolic, s.control, info) < 0)
    return false;
  s.drop_numeric();
  const int status =
      umfpack_di_numeric(A.outerIndexPtr(), A.innerIndexPtr(), A.valuePtr(), s.symbolic, &s.numeric, s.control, info);
  s.rcond = status == UMFPACK_OK ? info[UMFPACK_RCOND] : 0;
  if (status != UMFPACK_OK || !(s.rcond > singular * singular)) return false;
  s.iwork.resize(A.rows());
  s.work.resize(5 * A.rows());
  return true;
}

void GeneralLu::solve(const VectorXd& rhs, VectorXd& x) const {
  const Impl& s = *impl_;
  x.resize(rhs.size());
  if (s.dense) {
    x = s.lu.solve(rhs);
    return;
  }
  double info[UMFPACK_INFO];
  const SparseMatrix& A = *s.matrix;
  umfpack_di_wsolve(UMFPACK_A, A.outerIndexPtr(), A.innerIndexPtr(), A.valuePtr(), x.data(), rhs.data(), s.numeric,
                    s.control, info, s.iwork.data(), s.work.data());
}

}  // namespace trunnion
