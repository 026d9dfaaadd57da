#pragma once
// math/block_lanczos.h -- eigenpairs of K x = lambda M x nearest to a shift, by block Lanczos on A = (K - sigma M)^-1
// M.
//   A V = V T + W B E^T,   V^T M V = I,   T s = theta s,   lambda = sigma + 1/theta          (theory/math.md, Eq. 3.2)
// Full reorthogonalisation in the M inner product, thick restart. Blocks because a single triangular solve is
// memory-bound, and because multiple eigenvalues (round parts) then come out together.

#include <functional>
#include <limits>

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
  Index count = 20;                                        ///< eigenpairs nearest to the shift
  double upper = std::numeric_limits<double>::infinity();  ///< finite: all with |lambda - shift| below upper - shift,
                                                           ///< however many; count is then only a first guess
  int block = 8;
  double tolerance = 1e-9;  ///< |A x - theta x|_M / |theta|; eigenvalues are good to its square over the relative gap
  int max_solves = 20000;   ///< columns solved for
  /// M-orthonormal vectors that are known already: nothing is sought in their span.
  MatrixXd deflate{};  // NOLINT(readability-redundant-member-init): lets callers name only some of the fields
  /// Answers A y that are at hand: mixtures of them begin the iteration. They must hold something of every vector that
  /// is sought. Empty: answers to random vectors.
  MatrixXd start{};  // NOLINT(readability-redundant-member-init): as above
};

struct EigenPairs {
  VectorXd values;   ///< lambda, ascending
  MatrixXd vectors;  ///< M-orthonormal columns
  Index solves = 0;  ///< columns solved for
  bool converged = false;
};

/// Fewer pairs than asked for come back when the space holds no more.
EigenPairs block_lanczos(const ShiftInvertOperator& pencil, const EigenOptions& options,
                         Observer& observer = silent_observer());

}  // namespace trunnion
