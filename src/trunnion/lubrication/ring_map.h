#pragma once
// lubrication/ring_map.h -- the linear map from values on rings of nodes to film nodes at one turn of the rings.
//   value = (A x R) y,  by the angle  (A' x R) y,  (A'' x R) y     A: film angles x ring angles, R: rows x stations
// Kept as the two factors, so that a product costs a tenth of one with the full matrix; a map that is no such product
// (derivative of Fritsch and Butland's curves) is kept in full.

#include <array>

#include "trunnion/math/band_lu.h"

namespace trunnion {

struct RingMap {
  enum Order { value, slope, curvature };  ///< derivatives by the angle
  std::array<MatrixXd, 3> around;          ///< A, A', A''
  MatrixXd across;                         ///< R
  std::array<RowMatrixXd, 3> full;         ///< instead, where it is no product

  /// Ring values (angle k, station j at k stations + j) to film nodes; all columns.
  RowMatrixXd apply(Order order, const Eigen::Ref<const RowMatrixXd>& ring) const;
  /// Its transpose: loads of film nodes to ring nodes.
  RowMatrixXd transpose(Order order, const Eigen::Ref<const RowMatrixXd>& film) const;
};

}  // namespace trunnion
