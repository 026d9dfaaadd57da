#pragma once
// math/factor.h -- sparse direct solvers behind one small interface.
// Definite matrices: CHOLMOD supernodal LL' (64-bit indices, METIS). Indefinite ones: MUMPS LDL' with inertia counts.
// Keep one large factor in memory at a time.

#include <cstdint>
#include <memory>

#include "trunnion/math/types.h"

namespace trunnion {

/// Known after the symbolic analysis, before memory is taken.
struct FactorCost {
  double entries = 0;  ///< nonzeros of the factor
  double flops = 0;
  double bytes = 0;  ///< peak memory estimate
};

/// L L' of a symmetric positive definite matrix given by its lower triangle.
class CholeskyFactor {
 public:
  /// Throws SolveError naming the first non-positive pivot's row when the matrix is not positive definite.
  explicit CholeskyFactor(const SparseMatrix& lower);
  ~CholeskyFactor();
  CholeskyFactor(CholeskyFactor&&) noexcept;
  CholeskyFactor& operator=(CholeskyFactor&&) noexcept;

  MatrixXd solve(const MatrixXd& rhs) const;  ///< all columns in one block: far cheaper than one by one
  FactorCost cost() const;

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
