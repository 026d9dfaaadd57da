#pragma once
// math/general_lu.h -- LU factors of an unsymmetric matrix that is factorised again and again with one pattern.
// Small or nearly full matrices: dense partial pivoting. Others: KLU, whose ordering is found once per pattern.

#include <memory>

#include "trunnion/math/types.h"

namespace trunnion {

class GeneralLu {
 public:
  GeneralLu();
  ~GeneralLu();
  GeneralLu(GeneralLu&&) noexcept;
  GeneralLu& operator=(GeneralLu&&) noexcept;

  /// The matrix must keep its pattern until forget_pattern(). Returns false when it is singular to rounding; then
  /// solve() may not be called.
  bool factor(const SparseMatrix& matrix);
  void forget_pattern();
  void solve(const VectorXd& rhs, VectorXd& x) const;  ///< x is resized; no other allocation
  double reciprocal_condition() const;                 ///< cheap estimate: smallest over largest pivot
  /// What the last factorization and one solve with it cost: counted operations, weighted by kind, no clock.
  double factor_work() const;
  double solve_work() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trunnion
