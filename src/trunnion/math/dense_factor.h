#pragma once
// math/dense_factor.h -- factors of one dense matrix by LAPACK: LL' where it is symmetric and definite, else LU.

#include <vector>

#include "trunnion/math/types.h"

namespace trunnion {

class DenseFactor {
 public:
  /// Takes the matrix over. `symmetric`: LL' is tried first, reading the lower triangle; the whole must be there.
  bool factor(MatrixXd matrix, bool symmetric);  ///< false: singular to rounding; solve() may not be called then
  void solve_in_place(MatrixXd& rhs) const;

 private:
  MatrixXd entries_;
  std::vector<int> pivots_;  ///< LU only
  bool cholesky_ = false;
};

}  // namespace trunnion
