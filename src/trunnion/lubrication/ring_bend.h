#pragma once
// lubrication/ring_bend.h -- second derivatives of values that are led from rings to a film by Fritsch and Butland.
//   d2h = S_a diag(B_a dy)^2 + S_c diag(B_c dr)^2,   r = R y: where rings pass the film angles, dr = R dy - r' d(turn)
// one square for every slope of a ring (a) and of a line across (c)               (theory/lubrication.md, Eq. 12.2)
// A turn acts through dr alone here; what it does through R itself are the derivatives of the map by the angle.

#include "trunnion/math/band_lu.h"

namespace trunnion {

using SparseRows = Eigen::SparseMatrix<double, Eigen::RowMajor, std::int32_t>;

/// Directions: columns of what the nodes of the rings do, and of what the places do.
struct RingDirections {
  RowMatrixXd nodes, places;
};

struct RingBend {
  SparseRows ring_slopes, ring_shares;  ///< B_a: slopes x ring nodes; S_a: film nodes x slopes
  SparseRows line_slopes, line_shares;  ///< B_c: slopes x places; S_c: film nodes x slopes

  /// By the first (one column) and each of the second.
  RowMatrixXd along(const RingDirections& first, const RingDirections& second) const;
  /// Of the work of a load: by each of the first and each of the second.
  MatrixXd under(const VectorXd& load, const RingDirections& first, const RingDirections& second) const;
};

}  // namespace trunnion
