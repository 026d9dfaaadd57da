#pragma once
// math/block_lanczos.h -- lowest eigenpairs of K x = lambda M x by shift-invert block Lanczos, thick restart,
// full reorthogonalisation in the M inner product. Blocks because a single triangular solve is memory-bound.

#include <functional>

#include "trunnion/base/progress.h"
#include "trunnion/math/types.h"

namespace trunnion {

/// The pencil seen through its operators only, so that constraints and couplings stay with the caller.
struct ShiftInvertOperator {
  Index size = 0;
  double shift = 0;                                ///< sigma
  std::function<MatrixXd(const MatrixXd&)> solve;  ///< (K - sigma M)^-1 b, within the constraint manifold
  std::function<MatrixXd(const MatrixXd&)> mass;   ///< M x
};

struct EigenOptions {
  Index count = 20;  ///< eigenpairs nearest to the shift
  int block = 8;
  double tolerance = 1e-10;  ///< relative change of lambda - sigma
  int max_solves = 5000;     ///< columns solved for
};

struct EigenPairs {
  VectorXd values;   ///< lambda, ascending
  MatrixXd vectors;  ///< M-orthonormal columns
  Index solves = 0;  ///< columns solved for
  bool converged = false;
};

EigenPairs block_lanczos(const ShiftInvertOperator& pencil, const EigenOptions& options,
                         Observer& observer = silent_observer());

}  // namespace trunnion
