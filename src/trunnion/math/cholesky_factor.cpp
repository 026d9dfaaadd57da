#include <cholmod.h>
#include <fmt/format.h>

#include <chrono>
#include <mutex>
#include <vector>

#include "trunnion/math/blas_kernel.h"
#include "trunnion/math/factor.h"
#include "trunnion/math/ordering.h"
#include "trunnion/math/stopwatch.h"

namespace trunnion {
namespace {

/// The matrix as CHOLMOD sees it: 64-bit copies of the indices, the numbers where they are.
struct MatrixView {
  std::vector<std::int64_t> start, row;
  double nothing = 0;
  cholmod_sparse sparse{};

  explicit MatrixView(const SparseMatrix& lower)
      : start(lower.outerIndexPtr(), lower.outerIndexPtr() + lower.cols() + 1),
        row(lower.innerIndexPtr(), lower.innerIndexPtr() + lower.nonZeros()) {
    row.reserve(1);  // CHOLMOD takes a null pointer for a mistake, even in an empty matrix
    sparse.nrow = sparse.ncol = lower.cols();
    sparse.nzmax = row.capacity();
    sparse.p = start.data();
    sparse.i = row.data();
    sparse.x = row.empty() ? &nothing : const_cast<double*>(lower.valuePtr());
    sparse.stype = -1;
    sparse.itype = CHOLMOD_LONG;
    sparse.xtype = CHOLMOD_REAL;
    sparse.dtype = CHOLMOD_DOUBLE;
    sparse.sorted = sparse.packed = 1;
  }
};

cholmod_dense dense_view(Index rows, Index cols, const double* data) {
  cholmod_dense view{};
  view.nrow = view.d = rows;
  view.ncol = cols;
  view.nzmax = rows * cols;
  view.x = const_cast<double*>(data);
  view.xtype = CHOLMOD_REAL;
  view.dtype = CHOLMOD_DOUBLE;
  return view;
}

/// CHOLMOD's state with the symbolic factor of one matrix, and later its numbers.
struct Supernodal {
  cholmod_common common{};
  cholmod_factor* factor = nullptr;
  FactorCost cost;

  Supernodal(MatrixView& matrix, const SparseMatrix& lower) {
    cholmod_l_start(&common);
    common.supernodal = CHOLMOD_SUPERNODAL;
    common.final_ll = 1;
    common.nmethods = 1;
    common.method[0].ordering = CHOLMOD_GIVEN;
    common.postorder = 1;
    common.print = 0;
    const Stopwatch watch;
    std::vector<std::int64_t> order = nested_dissection(lower);
    order.reserve(1);
    factor = cholmod_l_analyze_p(&matrix.sparse, order.data(), nullptr, 0, &common);
    if (!factor) throw_out_of_memory(lower.cols());
    cost.entries = common.lnz;
    cost.flops = common.fl;
    // Supernodes store some zeros: xsize numbers. On top: their row numbers, the largest update block, and the matrix
    // with both kinds of indices.
    cost.bytes = 8.0 * (static_cast<double>(factor->xsize) + static_cast<double>(factor->ssize) +
                        static_cast<double>(factor->maxcsize)) +
                 20.0 * static_cast<double>(lower.nonZeros());
    cost.order_s = watch.seconds();
  }
  Supernodal(const Supernodal&) = delete;
  Supernodal& operator=(const Supernodal&) = delete;
  ~Supernodal() {
    cholmod_l_free_factor(&factor, &common);
    cholmod_l_finish(&common);
  }

  [[noreturn]] void throw_out_of_memory(Index size) const {
    throw SolveError(fmt::format(
        "factorisation of {} unknowns needs about {:.1f} GB, more memory than there is: use a coarser mesh or a larger "
        "machine",
        size, cost.bytes * 1e-9));
  }
};

}  // namespace

NotPositiveDefinite::NotPositiveDefinite(Index row, Index size)
    : SolveError(
          fmt::format("matrix of {} unknowns is not positive definite: elimination stopped at row {}", size, row)),
      row_(row) {}

struct CholeskyFactor::Impl {
  mutable Supernodal supernodal;
  mutable cholmod_dense *work_y = nullptr, *work_e = nullptr;  // kept from solve to solve
  mutable std::mutex busy;                                     // CHOLMOD's state is not for two threads
  VectorXd diagonal;

  Impl(MatrixView& matrix, const SparseMatrix& lower) : supernodal(matrix, lower), diagonal(lower.diagonal()) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    cholmod_l_free_dense(&work_y, &supernodal.common);
    cholmod_l_free_dense(&work_e, &supernodal.common);
  }
};

CholeskyFactor::CholeskyFactor(const SparseMatrix& lower) {
  use_fast_blas_kernel();
  MatrixView matrix(lower);
  impl_ = std::make_unique<Impl>(matrix, lower);
  auto& [common, factor, cost] = impl_->supernodal;
  const Stopwatch watch;
  cholmod_l_factorize(&matrix.sparse, factor, &common);
  if (common.status == CHOLMOD_OUT_OF_MEMORY || common.status == CHOLMOD_TOO_LARGE)
    impl_->supernodal.throw_out_of_memory(lower.cols());
  if (factor->minor < factor->n)
    throw NotPositiveDefinite(static_cast<const std::int64_t*>(factor->Perm)[factor->minor], lower.cols());
  cost.factor_s = watch.seconds();
}
CholeskyFactor::~CholeskyFactor() = default;
CholeskyFactor::CholeskyFactor(CholeskyFactor&&) noexcept = default;
CholeskyFactor& CholeskyFactor::operator=(CholeskyFactor&&) noexcept = default;

MatrixXd CholeskyFactor::solve(const MatrixXd& rhs) const {
  MatrixXd x(rhs.rows(), rhs.cols());
  if (x.size() == 0) return x;
  const std::lock_guard lock(impl_->busy);
  cholmod_dense b = dense_view(rhs.rows(), rhs.cols(), rhs.data());
  cholmod_dense result = dense_view(x.rows(), x.cols(), x.data());
  cholmod_dense* handle = &result;  // right in size and kind, so CHOLMOD writes into it
  if (!cholmod_l_solve2(CHOLMOD_A, impl_->supernodal.factor, &b, nullptr, &handle, nullptr, &impl_->work_y,
                        &impl_->work_e, &impl_->supernodal.common))
    throw SolveError("triangular solve ran out of memory");
  return x;
}

FactorCost CholeskyFactor::cost() const { return impl_->supernodal.cost; }

CholeskyFactor::Pivot CholeskyFactor::smallest_pivot() const {
  const cholmod_factor& factor = *impl_->supernodal.factor;
  const auto* order = static_cast<const std::int64_t*>(factor.Perm);
  const auto* first_column = static_cast<const std::int64_t*>(factor.super);
  const auto* first_row = static_cast<const std::int64_t*>(factor.pi);
  const auto* first_value = static_cast<const std::int64_t*>(factor.px);
  const auto* values = static_cast<const double*>(factor.x);
  Pivot smallest;
  for (std::size_t s = 0; s < factor.nsuper; ++s) {
    const std::int64_t height = first_row[s + 1] - first_row[s];
    for (std::int64_t k = 0; k < first_column[s + 1] - first_column[s]; ++k) {
      const double pivot = values[first_value[s] + k * (height + 1)];
      const Index row = order[first_column[s] + k];
      const double ratio = pivot * pivot / impl_->diagonal[row];
      if (ratio < smallest.ratio) smallest = {ratio, row};
    }
  }
  return smallest;
}

FactorCost estimate_cholesky(const SparseMatrix& lower) {
  MatrixView matrix(lower);
  return Supernodal(matrix, lower).cost;
}

}  // namespace trunnion
