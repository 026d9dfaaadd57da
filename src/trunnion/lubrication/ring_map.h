#pragma once
// lubrication/ring_map.h -- the linear map from values on rings of nodes to film nodes at one turn of the rings.
//   value = (A x R) y,  by the angle  (A' x R) y,  (A'' x R) y     A: film angles x ring angles, R: rows x stations
// Kept as the two factors, so that a product costs a tenth of one with the full matrix. The derivative of Fritsch and
// Butland's curves has other weights on every ring and across every line: its factors are the sparse ones around (to
// the places where rings pass film angles) and across.

#include <array>
#include <memory>

#include "trunnion/lubrication/ring_bend.h"

namespace trunnion {

struct RingMap {
  enum Order { value, slope, curvature };  ///< derivatives by the angle
  std::array<MatrixXd, 3> around;          ///< A, A', A''
  MatrixXd across;                         ///< R
  std::array<SparseRows, 3> rings;         ///< instead: places x ring nodes
  SparseRows lines;                        ///< film nodes x places
  std::shared_ptr<const RingBend> bend;    ///< how the map changes with the values it belongs to; none: not at all

  /// Ring values (angle k, station j at k stations + j) to film nodes; all columns.
  RowMatrixXd apply(Order order, const Eigen::Ref<const RowMatrixXd>& ring) const;
  /// Its transpose: loads of film nodes to ring nodes.
  RowMatrixXd transpose(Order order, const Eigen::Ref<const RowMatrixXd>& film) const;
};

}  // namespace trunnion
