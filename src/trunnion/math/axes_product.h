#pragma once
// math/axes_product.h -- a symmetric matrix between nodes, applied to the three axes of vector fields.

#include "trunnion/math/types.h"

namespace trunnion {

/// y += (A (x) I3) x for a symmetric n x n matrix A of which the lower half is stored: x and y begin with 3 n rows, the
/// three axes of a node side by side. Threaded over columns.
void add_axes_product(const SparseMatrix& lower, const MatrixXd& x, MatrixXd& y);

}  // namespace trunnion
