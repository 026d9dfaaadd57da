#pragma once
// math/tall_product.h -- products of matrices with many rows and few columns, threaded over slices of rows. The slices
// do not depend on the number of threads, so results are the same on every machine.

#include "trunnion/math/types.h"

namespace trunnion {

using TallBlock = Eigen::Ref<const MatrixXd, 0, Eigen::OuterStride<>>;

MatrixXd transposed_times(const TallBlock& A, const TallBlock& B);               ///< A^T B, small
MatrixXd tall_times(const TallBlock& A, const MatrixXd& s);                      ///< A s
void subtract_tall_product(const TallBlock& A, const MatrixXd& s, MatrixXd& B);  ///< B -= A s

/// [A, B]; either may be without columns.
MatrixXd side_by_side(const MatrixXd& a, const MatrixXd& b);

}  // namespace trunnion
