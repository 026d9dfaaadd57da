#pragma once
// math/nonnegative.h -- x >= 0 that minimises |A x - b| (Lawson and Hanson 1974).
// At most as many entries as A has rows are positive; the columns of the others have no positive slope.
// (theory/math.md, section 9)

#include "trunnion/math/types.h"

namespace trunnion {

struct NonnegativeResult {
  VectorXd x;
  double residual = 0;  ///< |A x - b|/|b|
  int iterations = 0;
};

/// Stops below `tolerance` of |b|, or when no column helps.
NonnegativeResult nonnegative_least_squares(const MatrixXd& A, const VectorXd& b, double tolerance = 1e-10);

}  // namespace trunnion
