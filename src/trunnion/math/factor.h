#pragma once
// math/factor.h -- sparse direct solvers behind one small interface.
// Definite matrices: CHOLMOD supernodal LL' (64-bit indices, METIS). Indefinite ones: MUMPS LDL' with inertia counts.
// Keep one large factor in memory at a time.

#include <cstdint>
#include <memory>

#include "trunnion/base/error.h"
#include "trunnion/math/types.h"

namespace trunnion {

/// Known after the symbolic analysis, before memory is taken.
struct FactorCost {
  double entries = 0;  ///< nonzeros of the factor
  double flops = 0;
  double bytes = 0;                  ///< peak memory estimate
  double order_s = 0, factor_s = 0;  ///< wall time of ordering with symbolic analysis, and of the numbers [s]
};

/// A pivot was zero or negative: the matrix is singular or indefinite.
class NotPositiveDefinite : public SolveError {
 public:
  NotPositiveDefinite(Index row, Index size);
  Index row() const { return row_; }  ///< the unknown where elimination stopped

 private:
  Index row_;
};

/// L L' of a symmetric positive definite matrix given by its lower triangle.
class CholeskyFactor {
 public:
  /// Throws NotPositiveDefinite naming the row of the first pivot that is not positive.
  explicit CholeskyFactor(const SparseMatrix& lower);
  ~CholeskyFactor();
  CholeskyFactor(CholeskyFactor&&) noexcept;
  CholeskyFactor& operator=(CholeskyFactor&&) noexcept;

  MatrixXd solve(const MatrixXd& rhs) const;  ///< all columns in one block: far cheaper than one by one
  FactorCost cost() const;

  /// Smallest pivot relative to the diagonal entry it grew from, and its row. A value near round-off (below about
  /// 1e-13) means a singular matrix whose last pivot happened to come out positive.
  struct Pivot {
    double ratio = 1;
    Index row = 0;
  };
  Pivot smallest_pivot() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// L D L' of a symmetric indefinite matrix given by its lower triangle; counts its negative eigenvalues (Sylvester).
class IndefiniteFactor {
 public:
  explicit IndefiniteFactor(const SparseMatrix& lower);
  ~IndefiniteFactor();
  IndefiniteFactor(IndefiniteFactor&&) noexcept;
  IndefiniteFactor& operator=(IndefiniteFactor&&) noexcept;

  MatrixXd solve(const MatrixXd& rhs) const;
  Index negative_eigenvalues() const;
  Index null_pivots() const;  ///< pivots that are zero to rounding: the matrix is singular
  FactorCost cost() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Ordering and symbolic analysis only: what a factorisation would cost.
FactorCost estimate_cholesky(const SparseMatrix& lower);

}  // namespace trunnion
