#pragma once
// reduction/ritz_basis.h -- a mass-orthonormal basis of a span in which the stiffness is diagonal, dependent vectors
// dropped:  Q = V T,  Q' M Q = I,  Q' K Q = diag(lambda).

#include "trunnion/math/types.h"

namespace trunnion {

struct RitzBasis {
  MatrixXd coefficients;  ///< T
  VectorXd eigenvalues;   ///< ascending
};

/// From the Gram matrices V' K V (positive definite on the span) and V' M V.
RitzBasis ritz_basis(const MatrixXd& stiffness_gram, const MatrixXd& mass_gram, double rank_tolerance = 1e-12);

}  // namespace trunnion
