#include <dmumps_c.h>
#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <vector>

#include "trunnion/math/blas_kernel.h"
#include "trunnion/math/factor.h"
#include "trunnion/math/free_memory.h"
#include "trunnion/math/ordering.h"
#include "trunnion/math/stopwatch.h"

namespace trunnion {
namespace {

constexpr int communicator = -987654;  // MUMPS's number for "all processes": here just this one
constexpr int memory_too_small[] = {-8, -9, -14, -15, -17, -20};

/// MUMPS's manual counts controls and results from 1.
MUMPS_INT& icntl(DMUMPS_STRUC_C& mumps, int number) { return mumps.icntl[number - 1]; }

/// "Negative" results stand for millions.
double in_full(MUMPS_INT value) { return value >= 0 ? value : -1e6 * value; }

}  // namespace

struct IndefiniteFactor::Impl {
  mutable DMUMPS_STRUC_C mumps{};
  mutable std::mutex busy;
  Index size = 0;
  FactorCost cost;

  Impl() { run(-1); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() { run(-2); }

  void run(int job) const {
    mumps.job = job;
    if (job == -1) {
      mumps.sym = 2;
      mumps.par = 1;
      mumps.comm_fortran = communicator;
    }
    dmumps_c(&mumps);
  }

  void check(const char* phase) const {
    if (mumps.infog[0] >= 0) return;
    if (mumps.infog[0] == -13)
      throw SolveError(
          fmt::format("indefinite {} of {} unknowns ran out of memory: use a coarser mesh or a larger "
                      "machine",
                      phase, size));
    throw SolveError(fmt::format("indefinite {} of {} unknowns failed (MUMPS error {}, detail {})", phase, size,
                                 mumps.infog[0], mumps.infog[1]));
  }
};

IndefiniteFactor::IndefiniteFactor(const SparseMatrix& lower) : impl_(std::make_unique<Impl>()) {
  use_fast_blas_kernel();
  const Stopwatch ordering;
  DMUMPS_STRUC_C& mumps = impl_->mumps;
  impl_->size = lower.cols();
  for (const int channel : {1, 2, 3}) icntl(mumps, channel) = -1;
  icntl(mumps, 4) = 0;    // silent
  icntl(mumps, 6) = 0;    // no column permutation: keep our order
  icntl(mumps, 7) = 1;    // order given
  icntl(mumps, 14) = 30;  // per cent of spare memory for delayed pivots
  icntl(mumps, 24) = 1;   // count zero pivots instead of dividing by them

  std::vector<MUMPS_INT> row(lower.nonZeros()), column(lower.nonZeros());
  for (Index j = 0, k = 0; j < lower.cols(); ++j)
    for (SparseMatrix::InnerIterator entry(lower, j); entry; ++entry, ++k) {
      row[k] = static_cast<MUMPS_INT>(entry.row()) + 1;
      column[k] = static_cast<MUMPS_INT>(j) + 1;
    }
  std::vector<MUMPS_INT> position(lower.cols());
  const std::vector<std::int64_t> order = nested_dissection(lower);
  for (std::size_t k = 0; k < order.size(); ++k) position[order[k]] = static_cast<MUMPS_INT>(k) + 1;
  mumps.n = static_cast<MUMPS_INT>(lower.cols());
  mumps.nnz = lower.nonZeros();
  mumps.irn = row.data();
  mumps.jcn = column.data();
  mumps.a = const_cast<double*>(lower.valuePtr());
  mumps.perm_in = position.data();
  impl_->run(1);
  impl_->check("analysis");
  impl_->cost.order_s = ordering.seconds();
  impl_->cost.bytes = 1e6 * mumps.infog[16];  // as the analysis foresees it
  check_factor_fits(impl_->cost, impl_->size, free_memory());

  const Stopwatch numbers;
  impl_->run(2);
  while (std::find(std::begin(memory_too_small), std::end(memory_too_small), mumps.infog[0]) !=
             std::end(memory_too_small) &&
         icntl(mumps, 14) < 1000) {
    icntl(mumps, 14) *= 2;  // more delayed pivots than foreseen
    impl_->run(2);
  }
  impl_->check("factorisation");
  impl_->cost.factor_s = numbers.seconds();
  impl_->cost.entries = in_full(mumps.infog[28]);
  impl_->cost.flops = mumps.rinfog[2];
  impl_->cost.bytes = 1e6 * mumps.infog[21];
  mumps.irn = mumps.jcn = mumps.perm_in = nullptr;
  mumps.a = nullptr;
}
IndefiniteFactor::~IndefiniteFactor() = default;
IndefiniteFactor::IndefiniteFactor(IndefiniteFactor&&) noexcept = default;
IndefiniteFactor& IndefiniteFactor::operator=(IndefiniteFactor&&) noexcept = default;

MatrixXd IndefiniteFactor::solve(const MatrixXd& rhs) const {
  MatrixXd x = rhs;
  if (x.size() == 0) return x;
  const std::lock_guard lock(impl_->busy);
  DMUMPS_STRUC_C& mumps = impl_->mumps;
  mumps.rhs = x.data();
  mumps.nrhs = static_cast<MUMPS_INT>(x.cols());
  mumps.lrhs = static_cast<MUMPS_INT>(x.rows());
  icntl(mumps, 27) = mumps.nrhs;  // all columns in one block
  impl_->run(3);
  impl_->check("solve");
  return x;
}

Index IndefiniteFactor::negative_eigenvalues() const { return impl_->mumps.infog[11]; }
Index IndefiniteFactor::null_pivots() const { return impl_->mumps.infog[27]; }
FactorCost IndefiniteFactor::cost() const { return impl_->cost; }

}  // namespace trunnion
