#include <cholmod.h>
#include <fmt/format.h>
#include <omp.h>

#include <memory>
#include <mutex>
#include <vector>

#include "trunnion/math/blas_kernel.h"
#include "trunnion/math/factor.h"
#include "trunnion/math/free_memory.h"
#include "trunnion/math/ordering.h"
#include "trunnion/math/stopwatch.h"
#include "trunnion/math/supernodal_solve.h"

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

/// The analysis of an estimate waits here for the factorisation of the same pattern, which nearly always follows.
struct WaitingAnalysis {
  std::mutex busy;
  std::uint64_t pattern = 0;
  std::unique_ptr<Supernodal> analysis;
};

WaitingAnalysis& waiting_analysis() {
  static WaitingAnalysis waiting;
  return waiting;
}

std::unique_ptr<Supernodal> analyse(MatrixView& matrix, const SparseMatrix& lower) {
  WaitingAnalysis& waiting = waiting_analysis();
  const std::lock_guard lock(waiting.busy);
  if (waiting.analysis && waiting.pattern == pattern_fingerprint(lower)) return std::move(waiting.analysis);
  return std::make_unique<Supernodal>(matrix, lower);
}

/// Loops that CHOLMOD shares among threads of its own (four, whatever the machine has) wait for each other longer than
/// they work, and on a busy machine for very long. Here they run on one thread; BLAS has its threads.
void factorise_alone(MatrixView& matrix, Supernodal& supernodal) {
  const int levels = omp_get_max_active_levels();
  omp_set_max_active_levels(0);
  cholmod_l_factorize(&matrix.sparse, supernodal.factor, &supernodal.common);
  omp_set_max_active_levels(levels);
}

/// CHOLMOD's arrays; the values are there once it has factorised.
SupernodalFactor view_of(const cholmod_factor& factor) {
  const auto integers = [](const void* data) { return static_cast<const std::int64_t*>(data); };
  return {.size = static_cast<Index>(factor.n),
          .panels = static_cast<Index>(factor.nsuper),
          .first_column = integers(factor.super),
          .first_row = integers(factor.pi),
          .first_value = integers(factor.px),
          .row = integers(factor.s),
          .value = static_cast<const double*>(factor.x),
          .order = integers(factor.Perm)};
}

}  // namespace

NotPositiveDefinite::NotPositiveDefinite(Index row, Index size)
    : SolveError(
          fmt::format("matrix of {} unknowns is not positive definite: elimination stopped at row {}", size, row)),
      row_(row) {}

struct CholeskyFactor::Impl {
  std::unique_ptr<Supernodal> supernodal;
  EliminationTree tree;
  VectorXd diagonal;
};

CholeskyFactor::CholeskyFactor(const SparseMatrix& lower) {
  use_fast_blas_kernel();
  MatrixView matrix(lower);
  impl_ = std::make_unique<Impl>(Impl{analyse(matrix, lower), {}, lower.diagonal()});
  impl_->tree = cut_tree(view_of(*impl_->supernodal->factor));
  auto& [common, factor, cost] = *impl_->supernodal;
  check_factor_fits(cost, lower.cols(), free_memory());
  const Stopwatch watch;
  factorise_alone(matrix, *impl_->supernodal);
  if (common.status == CHOLMOD_OUT_OF_MEMORY || common.status == CHOLMOD_TOO_LARGE)
    impl_->supernodal->throw_out_of_memory(lower.cols());
  if (factor->minor < factor->n)
    throw NotPositiveDefinite(static_cast<const std::int64_t*>(factor->Perm)[factor->minor], lower.cols());
  cost.factor_s = watch.seconds();
}
CholeskyFactor::~CholeskyFactor() = default;
CholeskyFactor::CholeskyFactor(CholeskyFactor&&) noexcept = default;
CholeskyFactor& CholeskyFactor::operator=(CholeskyFactor&&) noexcept = default;

MatrixXd CholeskyFactor::solve(const MatrixXd& rhs) const {
  if (rhs.size() == 0) return rhs;
  return supernodal_solve(view_of(*impl_->supernodal->factor), impl_->tree, rhs);
}

FactorCost CholeskyFactor::cost() const { return impl_->supernodal->cost; }

CholeskyFactor::Pivot CholeskyFactor::smallest_pivot() const {
  const cholmod_factor& factor = *impl_->supernodal->factor;
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
  WaitingAnalysis& waiting = waiting_analysis();
  const std::lock_guard lock(waiting.busy);
  waiting.pattern = pattern_fingerprint(lower);
  waiting.analysis = std::make_unique<Supernodal>(matrix, lower);
  return waiting.analysis->cost;
}

}  // namespace trunnion
