#pragma once
// fem/axis_product.h -- y += (S (x) I) x on the translations of a model, S a symmetric scalar matrix between its nodes.

#include "trunnion/fem/fe_model.h"

namespace trunnion {

void add_axis_product(const DofMap& dofs, const SparseMatrix& scalar_lower, const MatrixXd& x, MatrixXd& y);

}  // namespace trunnion
